import { jsonIn } from '#contract/json.ts';
import { localKeys } from '#device/localKeys.ts';

export function draftKey(name: string, userId: string): string {
  return `${localKeys.draft}${name}-of-${userId}`;
}

export function isDraftKey(key: string): boolean {
  return key.startsWith(localKeys.draft);
}

export interface Version {
  /** More than that of every earlier write: what has fewer is older, wherever it lies and whenever it comes to light. */
  readonly count: number;
  readonly text?: string | undefined;
}

/** What a key of `localStorage` holds; older builds kept the text alone, and one count for all. */
export function versionIn(kept: string | null): Version | undefined {
  if (kept === null) return undefined;
  const { count, text } = (jsonIn(kept) ?? {}) as { readonly count?: unknown; readonly text?: unknown };
  if (typeof count === 'number' && (text === undefined || typeof text === 'string')) return { count, text };
  return { count: Number(localStorage.getItem(localKeys.draftCount) ?? 0), text: kept };
}

/** The same, to be kept: also that something is finished, or nobody could tell that from a storage that has lost it. */
export function keptOf({ count, text }: Version): string {
  return JSON.stringify({ count, text });
}

export function isNewer(one: Version, other: Version | undefined): boolean {
  return other === undefined || one.count > other.count;
}
