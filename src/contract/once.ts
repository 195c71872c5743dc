/** Begins the work at its first use, and does it once; where it fails the next use tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  async function begin(): Promise<T> {
    try {
      return await work();
    } catch (error) {
      begun = undefined;
      throw error;
    }
  }
  return () => (begun ??= begin());
}
