import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '#e2e/torture/random.ts';

/** A photo in the folder's own words. */
export interface Photo {
  readonly file: string;
  readonly set: string;
  readonly format?: string | null;
  /** Any of them; nothing where nothing may be read. */
  readonly text: string | readonly string[] | null;
  /** What else the picture truly holds. */
  readonly alt?: readonly string[];
}

/** The photos of a folder that hold a code. @throws Error without a manifest.json. */
export async function photosOf(folder: string): Promise<readonly Photo[]> {
  const all = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as readonly Photo[];
  return all.filter(({ text }) => text !== null);
}

/** Every photo in a seeded order that goes round the formats: however many are taken, each format has its share. */
export function aroundFormats(photos: readonly Photo[], random: Random): readonly Photo[] {
  const byFormat = new Map<string, Photo[]>();
  for (const photo of [...photos].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    const name = photo.format ?? photo.set;
    byFormat.set(name, [...(byFormat.get(name) ?? []), photo]);
  }
  const heaps = [...byFormat.values()].map((heap) => shuffled(heap, random));
  const order: Photo[] = [];
  for (const heap of shuffled(heaps, random)) order.push(...heap.splice(0, 1));
  while (heaps.some((heap) => heap.length > 0)) for (const heap of heaps) order.push(...heap.splice(0, 1));
  return order;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Whether a text is what the photo holds. An EAN-13 that begins with 0 is a UPC-A; how FNC1 is shown says nothing. */
export function isRight({ text, alt = [] }: Photo, read: string): boolean {
  const texts = [...(typeof text === 'string' ? [text] : (text ?? [])), ...alt];
  return texts.some((one) => plain(one) === plain(read));
}

function plain(text: string): string {
  const visible = text.replace(/[\u0000-\u001f\s(){}[\]]|<GS>/gu, '');
  return /^0\d{12}$/u.test(visible) ? visible.slice(1) : visible;
}
