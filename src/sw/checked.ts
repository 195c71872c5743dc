import { pageAsBuilt } from '#contract/appearance.ts';

/** A file of the build that is kept for a start without a network. */
export interface Listed {
  readonly url: string;
  readonly revision: string | null;
  /** Its SHA-256 as it was built, in base64. */
  readonly hash: string;
}

export const PAGE = '/index.html';

/** Times that a wrong file is asked for again: a cache on the way may have it wrong, and another gateway right. */
const AGAIN = 3;

/**
 * Makes the check of what is kept: the bytes of each file are those of the build, whatever a front or a broken connection has put in its
 * place under a 200.
 */
export function createCheck(list: readonly Listed[], origin: string) {
  const hashes = new Map(list.map(({ url, hash }) => [new URL(url, origin).pathname, hash]));

  /** Tells whether a reply is a file of this build, whole. */
  async function isOfBuild(url: string, reply: Response): Promise<boolean> {
    const { pathname } = new URL(url, origin);
    const body = reply.clone();
    // Read in any case: while it is not, the browser lets nobody ask for the same address again.
    const bytes =
      pathname === PAGE ? new TextEncoder().encode(pageAsBuilt(await body.text())) : await body.arrayBuffer();
    return reply.status === 200 && hashes.get(pathname) === toBase64(await crypto.subtle.digest('SHA-256', bytes));
  }

  return {
    isOfBuild,
    /** Returns the reply where it is right, else what is right when it is asked for again, past every cache; `undefined`: nothing is. */
    async right(url: string, reply: Response | undefined): Promise<Response | undefined> {
      let now = reply;
      for (let times = 0; times <= AGAIN; times += 1) {
        if (now && (await isOfBuild(url, now).catch(() => false))) return now; // a body that breaks off throws
        now = await fetch(url, { cache: 'reload', redirect: 'error' }).catch(() => undefined);
      }
      return undefined;
    },
  };
}

function toBase64(digest: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
