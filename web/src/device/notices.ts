// Notifications that it is the player's turn, for a page that is not looked at. Android shows them only by way of a
// service worker, so everybody's go there: it does nothing else.

import { saveSetting, settings } from "../lib/settings.svelte";

const WORKER = "/sw.js";
const TAG = "turn"; // a new one takes the place of the last

/** Whether this browser could show any: it may lack them, and a page without TLS may not. */
export const canNotify = (): boolean => "Notification" in window && "serviceWorker" in navigator;

/** Ask for the permission, if need be; whether notifications are on now. */
export async function turnOn(): Promise<boolean> {
  try {
    const isAllowed = canNotify() && (await Notification.requestPermission()) === "granted";
    if (isAllowed) await navigator.serviceWorker.register(WORKER);
    saveSetting("notify", isAllowed ? "on" : "off");
    return isAllowed;
  } catch {
    saveSetting("notify", "off"); // the browser does not want to
    return false;
  }
}

/** No more of them, and nobody is asked again. */
export async function turnOff(): Promise<void> {
  saveSetting("notify", "off");
  await removeWorker();
}

/** Nothing of ours stays in the browser when the page is gone. */
export async function removeWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const all = await navigator.serviceWorker.getRegistrations().catch(() => []);
  await Promise.all(all.map((each) => each.unregister()));
}

/** Say that it is the player's turn, if they want that. */
export async function notify(title: string, body: string): Promise<void> {
  if (settings.notify !== "on" || !canNotify() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.register(WORKER); // the newest, also after an update
  await navigator.serviceWorker.ready;
  if (!document.hidden) return; // they are back already
  const data = { address: `/${location.hash}` };
  await worker.showNotification(title, { body, data, tag: TAG, icon: "/icons/app-192.png" });
}

/** The player is here: what was to call them has done so. */
export async function takeBack(): Promise<void> {
  if (settings.notify !== "on" || !canNotify()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const each of (await worker?.getNotifications({ tag: TAG })) ?? []) each.close();
}
