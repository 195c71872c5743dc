/**
 * Loads a part at its first use, and once; where that fails the next use tries again. @returns loads it, and gives it
 * where it is `loaded`
 */
export function once<T>(load: () => Promise<T>): (() => Promise<T>) & { readonly loaded: () => T | undefined } {
  let loading: Promise<T> | undefined;
  let part: T | undefined;
  async function loadNow(): Promise<T> {
    try {
      return (part = await load());
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  return Object.assign(() => (loading ??= loadNow()), { loaded: () => part });
}
