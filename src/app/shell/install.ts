import type { NoticesView } from '#app/core/appState.ts';
import { localKeys } from '#device/localKeys.ts';

/** The browser's offer to install, which TypeScript's library does not know. Source: Web App Manifest incubations. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Keeps the browser's offer to install. @returns shows the browser's question, or puts the notice away */
export function watchInstall(
  show: (change: Partial<Pick<NoticesView, 'canInstall' | 'offersInstall' | 'isInstalled'>>) => void,
): (isWanted: boolean) => Promise<void> {
  let offer: InstallOffer | undefined;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // shown from the settings, never in the middle of a scan
    offer = event as InstallOffer;
    show({ canInstall: true, offersInstall: localStorage.getItem(localKeys.installRead) === null });
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    show({ canInstall: false, isInstalled: true });
  });
  return async (isWanted) => {
    localStorage.setItem(localKeys.installRead, '1');
    show({ offersInstall: false });
    if (!isWanted) return;
    const made = offer;
    offer = undefined;
    show({ canInstall: false });
    await made?.prompt();
  };
}
