import { useSyncExternalStore } from 'react';
import { createListeners } from '#contract/listeners.ts';

const [tell, subscribe] = createListeners();

interface Word {
  readonly text: string;
  readonly atMs: number;
}

let words: readonly Word[] = [];

/** Time after which what was said is gone, in milliseconds: whoever goes through the screen finds what holds now. */
const SAID_MS = 5_000;

/** Says a sentence to those who hear the screen, after what is being said: the one way for what no part of a screen says by itself. */
export function sayAloud(text: string): void {
  words = [...words, { text, atMs: performance.now() }];
  tell();
  setTimeout(() => {
    words = words.filter(({ atMs }) => performance.now() - atMs < SAID_MS);
    tell();
  }, SAID_MS);
}

/** The place of what is said aloud. It is there from the start and on every screen: what comes with its place is not heard. */
export function Aloud() {
  const said = useSyncExternalStore(subscribe, () => words);
  return (
    <div role="log" className="vh">
      {said.map(({ text, atMs }) => (
        <p key={`${atMs} ${text}`}>{text}</p>
      ))}
    </div>
  );
}
