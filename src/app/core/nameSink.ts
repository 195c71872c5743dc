import { ANYWHERE } from '#scan/wedge/sink.ts';

/** Names the page's sink for those who hear the screen. @param word - what such a field is called in the language that is spoken */
export function nameSink(title: string, word: string): void {
  const sink = document.querySelector(ANYWHERE);
  sink?.setAttribute('aria-label', `${title}: ${word}`);
  sink?.parentElement?.setAttribute('aria-label', word);
}
