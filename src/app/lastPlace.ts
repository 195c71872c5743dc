/** The name of what is half done where: the screen on which a draft was written last. */
export const PLACE = 'scanline-place';

export const DRAFT = 'scanline-draft-';

export function nameOfDraft(task: string, userId: string): string {
  return `${DRAFT}${task}-of-${userId}`;
}

/**
 * The app was opened from its icon: goes back to what the worker had half done, unless he went home on purpose since.
 * To be called before the first screen.
 */
export function returnToPlace(userId: string): void {
  try {
    const { name, path } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as { name?: string; path?: string };
    const isHalf = name?.endsWith(`-of-${userId}`) && localStorage.getItem(name) !== null;
    if (isHalf && path && location.pathname === '/') history.replaceState(null, '', path);
  } catch {
    // nothing readable was kept: home it is
  }
}

/** The worker is home, and came there by his own will. */
export function forgetPlace(): void {
  localStorage.removeItem(PLACE);
}
