import { type ReactNode, Fragment } from 'react';
import { MAX_CODE_LENGTH } from '#site/codes.ts';

/** The characters that a worker cannot see, and a service takes for another code: controls, blanks at either end, fillers. */
const UNSEEN = /[\p{C}\p{Z}\p{DI}\u2800]/u;
const GS = '\u001d';

/** A word with a figure and a hyphen, of so many characters as fit a line of the smallest screen; with the arrow that leads to it. */
const SHORT_CODE = /^(?:→ )?(?=.{0,13}-)(?=.{0,13}\d).{1,14}$/;

/** More characters than the smallest screen has room for in a line. */
const LONG = 17;

/** A code or a value, whole, in figures that cannot be taken for another; what cannot be seen is given a mark. */
export function Code({ text, size }: { readonly text: string; readonly size?: 'medium' | 'large' | 'kept' }) {
  const long = text.length > LONG ? ' code-long' : '';
  return <span className={size ? `code code-${size}${long}` : 'code'}>{marked(text)}</span>;
}

/** Returns a text in which no line ends at the hyphen inside a code, nor at an arrow. Chinese, which has no blanks, ends a code. */
export function wholeCodes(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let words = ''; // as one text: who goes through the screen by ear has one stop for it
  for (const [index, piece] of text.split(/((?:→ )?[^\s\u3000-\uffef]+)/).entries()) {
    if (!SHORT_CODE.test(piece)) {
      words += piece;
      continue;
    }
    if (words !== '') parts.push(words);
    words = '';
    parts.push(
      // The place is what tells two codes apart.
      <span className="code-whole" key={index}>
        {piece}
      </span>,
    );
  }
  return [...parts, words];
}

/** Returns a text of whole codes in which what cannot be seen is given a mark: ␝ for the separator of GS1, its number for anything else. */
export function marked(text: string): ReactNode {
  const characters = Array.from(text);
  const isMarked = (character: string, index: number): boolean =>
    UNSEEN.test(character) && !(character === ' ' && index > 0 && index < characters.length - 1);
  if (!characters.some(isMarked)) return wholeCodes(text);
  return characters.map((character, index) =>
    // The place is what tells two marks apart.
    isMarked(character, index) ? <Mark character={character} key={index} /> : character,
  );
}

function Mark({ character }: { readonly character: string }) {
  if (character === GS) {
    // Not every handheld's fonts have ␝: the style draws the letters, and ␝ is what is read aloud and copied.
    return (
      <span className="code-mark code-gs">
        <span className="vh">␝</span>
      </span>
    );
  }
  return <span className="code-mark">{pointOf(character)}</span>;
}

/** Returns the number of a character: `U+001D`. */
export function pointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a code as it is shown where it is none that can be taken: one that is too long hides nothing of what is said of it. */
export function shortened(text: string): string {
  if (text.length <= MAX_CODE_LENGTH) return text;
  const characters = Array.from(text);
  return `${characters.slice(0, 24).join('')} … ${characters.slice(-8).join('')}`;
}

/** Shortens a long code inside a sentence, whose words are to be seen: the code stands whole where it was scanned. */
export function brief(text: string): string {
  return text.replace(/\S{25,}/gu, (code) => `${code.slice(0, 8)}…${code.slice(-8)}`);
}

/** The name of an operation is one word to the browser: it may go on in the next line where its next word begins. */
export function withBreaks(title: string): ReactNode {
  const parts = title.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1\n').split('\n');
  if (parts.length === 1) return title;
  return (
    <span translate="no">
      {parts.map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
