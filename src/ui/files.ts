/** Milliseconds after which the browser has surely begun to write a file. */
const REVOKED_AFTER_MS = 60_000;

export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKED_AFTER_MS);
}

export function canShare(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Offers a file to the other apps of the handheld. @returns whether it went, or the person changed their mind. */
export async function share(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file], title: file.name });
    return true;
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError';
  }
}

/** Returns date and time of this handheld for a file's name: `2026-11-21-1612`. */
export function stamp(at: number): string {
  const ofUtc = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
  return ofUtc.slice(0, 16).replace('T', '-').replace(':', '');
}
