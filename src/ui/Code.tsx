import { Fragment, type ReactNode } from 'react';

/** What a worker cannot see, and a service takes for another code: controls, blanks at either end, fillers. */
const UNSEEN = /[\p{C}\p{Z}\p{DI}\u2800]/u;
const GS = '\u001d';

/** A code of so many characters fits a line of the smallest screen. */
const FITS_A_LINE = 14;

/** A code or a value, whole, in figures that cannot be taken for another; what cannot be seen is given a mark. */
export function Code({ text, size }: { readonly text: string; readonly size?: 'medium' | 'large' }) {
  return <span className={size ? `code code-${size}` : 'code'}>{unbroken(text)}</span>;
}

/** A line of several codes ends between two of them, not at the hyphen inside one. */
function unbroken(text: string): ReactNode {
  const pieces = text.split(' ');
  const isPlain = pieces.every((piece) => piece !== '' && !UNSEEN.test(piece));
  if (!isPlain || pieces.length === 1 || !text.includes('-')) return marked(text);
  return pieces.map((piece, index) => (
    // The place is what tells two codes apart.
    <Fragment key={index}>
      {index > 0 && ' '}
      {piece.length <= FITS_A_LINE ? <span className="code-whole">{piece}</span> : piece}
    </Fragment>
  ));
}

/** A text in which what cannot be seen is given a mark: ␝ for the separator of GS1, its number for anything else. */
export function marked(text: string) {
  const characters = Array.from(text);
  const isInside = (index: number): boolean => index > 0 && index < characters.length - 1;
  if (!characters.some((character) => UNSEEN.test(character))) return text;
  return characters.map((character, index) =>
    UNSEEN.test(character) && !(character === ' ' && isInside(index)) ? (
      // The place is what tells two marks apart.
      <Mark character={character} key={index} />
    ) : (
      character
    ),
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
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return <span className="code-mark">U+{point}</span>;
}
