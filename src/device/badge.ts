/** The badge on the icon of an installed app, which TypeScript's library has for pages alone. Source: Badging API, W3C. */
interface BadgeNavigator {
  setAppBadge?(count: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

/** Puts a number on the app's icon, where the system has badges; none for 0. Works in a page and in a worker. */
export function showBadge(count: number): void {
  const badges = navigator as BadgeNavigator;
  const showing = count === 0 ? badges.clearAppBadge?.() : badges.setAppBadge?.(count);
  showing?.catch(() => undefined); // not installed, or not allowed: the header has the number too
}
