import type { Keep } from '#device/vault.ts';
import type { CheckList } from './checkList.ts';

const NAME = 'check-lists';
/** Lists that are begun at once; of more the one that was left alone longest goes. */
const MOST_LISTS = 20;

/** The lists that are begun, the one in hand first. */
export async function readLists(kept: Keep): Promise<readonly CheckList[]> {
  const lists = await kept.read(NAME);
  return Array.isArray(lists) ? (lists as readonly CheckList[]) : [];
}

/** Takes a list in hand: as it was left, where the same one was begun. */
export async function openList(kept: Keep, list: CheckList): Promise<void> {
  const lists = await readLists(kept);
  const isSame = (one: CheckList): boolean =>
    JSON.stringify({ ...one, scans: [] }) === JSON.stringify({ ...list, scans: [] });
  const begun = lists.find(isSame) ?? list;
  await kept.write(NAME, [begun, ...lists.filter((one) => one !== begun)].slice(0, MOST_LISTS));
}

/** Puts the list in hand on the disk as it is now; absent: it is ended. */
export async function keepList(kept: Keep, list: CheckList | undefined): Promise<void> {
  const [, ...others] = await readLists(kept);
  const lists = list ? [list, ...others] : others;
  await kept.write(NAME, lists.length > 0 ? lists : undefined);
}
