/** Bytes of the storage that pictures leave free: of calls that is a hundred thousand. */
export const ROOM_FOR_CALLS_BYTES = 32 * 1024 * 1024;

/** Bytes of it that are tried before a picture is kept: newer browsers tell of ten gigabytes, whatever there is. */
export const TRIED_BYTES = 4 * 1024 * 1024;

/** The most pictures whose bytes lie here: 20 MB. */
export const MOST_PICTURES_HERE = 100;

/** There is no room for a picture here: calls have what is left. Nothing was written. */
export class NoRoomForPictures extends Error {
  override readonly name = 'NoRoomForPictures';
}

/**
 * Tells whether a picture may be kept: it is the first that is refused where room is short.
 *
 * @param facts - as the browser tells them, in bytes. @param here - pictures whose bytes lie here
 */
export function hasRoomForPicture(
  { usage, quota }: { readonly usage?: number | undefined; readonly quota?: number | undefined },
  here: number,
): boolean {
  if (here >= MOST_PICTURES_HERE) return false;
  return usage === undefined || quota === undefined || quota - usage >= ROOM_FOR_CALLS_BYTES;
}
