/** An export that was saved from this page: the file, and the newest call that was there before it began. */
export interface Exported {
  readonly file: string;
  readonly newest: number;
}

let last: Exported | undefined;

export function noteExported(exported: Exported): void {
  last = exported;
}

/** The last export of this session, until the page starts anew. */
export function lastExported(): Exported | undefined {
  return last;
}
