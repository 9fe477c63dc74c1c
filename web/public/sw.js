// Shows notifications, and brings their table to the front when one is tapped. It keeps nothing and answers no
// request: without a network there is nothing to play with.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.address ?? "/"));
});

async function show(address) {
  const wanted = new URL(address, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((each) => each.url === wanted);
  if (open) await open.focus();
  else await self.clients.openWindow(wanted);
}
