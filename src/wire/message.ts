/** A request on the wire, before any transport. `headers` has lower-case names. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A reply on the wire. `contentType` is the header as it came, empty where there was none. */
export interface WireReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Returns the media type of a content-type header: lower case, without parameters. */
export function mediaType(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Returns the charset of a content-type header, or `undefined`. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset="?([^\s;"]+)"?/i.exec(contentType)?.[1];
}
