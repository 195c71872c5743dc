import type { Random } from '#e2e/rig/random.ts';
import type { CorpusPhoto } from './corpus.ts';

/** Every photo in a seeded order that goes round the formats: however many are taken, each format has its share. */
export function aroundFormats(photos: readonly CorpusPhoto[], random: Random): readonly CorpusPhoto[] {
  const byFormat = new Map<string, CorpusPhoto[]>();
  for (const photo of [...photos].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    byFormat.set(photo.format, [...(byFormat.get(photo.format) ?? []), photo]);
  }
  const heaps = shuffled([...byFormat.values()], random).map((heap) => shuffled(heap, random));
  const order: CorpusPhoto[] = [];
  while (heaps.some((heap) => heap.length > 0)) for (const heap of heaps) order.push(...heap.splice(0, 1));
  return order;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
