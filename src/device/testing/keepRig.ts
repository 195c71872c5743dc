import type { Keep } from '#device/vault.ts';

/** What is kept, in memory: for tests of what keeps it. */
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
