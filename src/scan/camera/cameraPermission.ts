/** What the person has said of the camera; `undefined` where the browser does not tell. */
export async function cameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' });
  } catch {
    return undefined; // a browser that does not know the camera's
  }
}
