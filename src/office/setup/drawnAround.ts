import { randomUUID } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { markupOf } from '#office/pages/markup.ts';

/**
 * Draws a part of a page around parts that are still made as strings. It goes with the last of them.
 *
 * @param draw - makes the part. What it is given keeps the place of HTML in it.
 */
export function drawnAround(draw: (placeOf: (html: string) => ReactNode) => ReactElement): string {
  const mark = randomUUID(); // nobody can write it into a text before
  const pieces: string[] = [];
  const around = markupOf(draw((html) => `${mark}:${pieces.push(html) - 1};`));
  return around.replace(new RegExp(`${mark}:(\\d+);`, 'g'), (_, place: string) => pieces[Number(place)] ?? '');
}
