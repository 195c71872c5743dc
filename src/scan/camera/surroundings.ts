/** What happens around a camera. */
export interface Surroundings {
  /** The page went out of sight. */
  onHidden(): void;
  /** The page is seen, or may be: told once too often rather than never. */
  onSeen(): void;
  /** A camera was put in or pulled out. */
  onDevices(): void;
  /** The person has just allowed the camera. */
  onAllowed(): void;
}

/** Watches page, devices and permission for as long as the page lives. */
export function watchSurroundings(on: Surroundings): void {
  document.addEventListener('visibilitychange', () => (document.hidden ? on.onHidden() : on.onSeen()));
  for (const type of ['pageshow', 'focus']) addEventListener(type, () => on.onSeen());
  (navigator.mediaDevices as MediaDevices | undefined)?.addEventListener('devicechange', () => on.onDevices());
  void permission().then((status) => {
    status?.addEventListener('change', () => {
      if (status.state === 'granted') on.onAllowed();
    });
  });
}

/** Whether the camera may be asked for without a question to the person; `false` where the browser does not tell. */
export async function isAllowed(): Promise<boolean> {
  return (await permission())?.state === 'granted';
}

async function permission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' });
  } catch {
    return undefined; // a browser that does not know the camera's
  }
}
