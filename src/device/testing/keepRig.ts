import type { Keep } from '#device/vault.ts';

/** Makes a keep in memory, for tests of what keeps something in it. */
export function createMemoryKeep(): Keep & {
  note(name: string, value: unknown): Promise<void>;
  readonly kept: Map<string, unknown>;
} {
  const kept = new Map<string, unknown>();
  const write = (name: string, value: unknown): Promise<void> => {
    if (value === undefined) kept.delete(name);
    else kept.set(name, value);
    return Promise.resolve();
  };
  return { kept, write, note: write, read: (name) => Promise.resolve(kept.get(name)) };
}
