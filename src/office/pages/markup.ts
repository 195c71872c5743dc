import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Draws a part of a page as HTML. What it shows is escaped; it is whole without a script. */
export function markupOf(part: ReactElement): string {
  return renderToStaticMarkup(part);
}
