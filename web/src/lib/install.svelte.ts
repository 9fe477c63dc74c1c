/** What some browsers offer: to have this page among the apps of the device. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const install = $state<{ offer: InstallOffer | null }>({ offer: null });

// It comes once, soon after the page; it is kept for those who look for it.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.offer = event as InstallOffer;
});

addEventListener("appinstalled", () => {
  install.offer = null;
});

export async function installApp(): Promise<void> {
  const { offer } = install;
  install.offer = null; // it can be used once
  await offer?.prompt();
}
