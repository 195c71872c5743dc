import type { Scan } from './scan.ts';

/** Codes that wait for a person's word, in the order they came, each once. */
export type Batch = readonly Scan[];

/** @returns the same batch where it holds the code already. */
export function collect(batch: Batch, scan: Scan): Batch {
  return batch.some(({ text }) => text === scan.text) ? batch : [...batch, scan];
}

export function without(batch: Batch, text: string): Batch {
  return batch.filter((scan) => scan.text !== text);
}

/** Reads the batch that was kept over a restart; empty where the text is no list of scans. */
export function readBatch(kept: string | undefined): Batch {
  if (kept === undefined) return [];
  try {
    const read: unknown = JSON.parse(kept);
    return Array.isArray(read) && read.every(isScan) ? read : [];
  } catch {
    return [];
  }
}

function isScan(value: unknown): value is Scan {
  const { text, at } = (value ?? {}) as Partial<Scan>;
  return typeof text === 'string' && text !== '' && typeof at === 'number';
}
