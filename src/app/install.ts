/** The browser's offer to install, which TypeScript's library does not know. Source: Web App Manifest incubations. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/**
 * Keeps the browser's offer to install until the operator asks for it.
 *
 * @param onChange - whether there is an offer now.
 * @returns shows the browser's own question; does nothing where there is no offer.
 */
export function watchInstall(onChange: (canInstall: boolean) => void): () => Promise<void> {
  let offer: InstallOffer | undefined;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // shown from the settings, never in the middle of a scan
    offer = event as InstallOffer;
    onChange(true);
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    onChange(false);
  });
  return async () => {
    const made = offer;
    offer = undefined;
    onChange(false);
    await made?.prompt();
  };
}
