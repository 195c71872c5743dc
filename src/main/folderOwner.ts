import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '#contract/attempt.ts';

/**
 * Has root act as the owner of the folder: what is made in it is the gateway's. Where the owner does not reach the folder by itself,
 * as below systemd's /var/lib/private, root stays root.
 *
 * @returns what ends the work: it gives the owner what root has made in the folder.
 */
export function becomeOwner(dataDir: string): () => void {
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return () => {};
  process.setegid?.(gid);
  process.seteuid?.(uid);
  const isReached = attempt(() => statSync(dataDir)) !== undefined;
  process.seteuid?.(0);
  process.setegid?.(0);
  if (!isReached) return () => giveAway(dataDir, uid, gid);
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  return () => {};
}

/** Gives what belongs to root in a folder to somebody else, but nothing that lies elsewhere too. */
function giveAway(folder: string, uid: number, gid: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const facts = lstatSync(path);
    if (facts.uid === 0 && (facts.isDirectory() || facts.nlink === 1)) lchownSync(path, uid, gid);
  }
}
