/** Control characters, and blanks at either end: what a worker cannot see, and a service takes for another code. */
const UNSEEN = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060\ufeff]/u;

/** A code or a value, whole, in figures that cannot be taken for another; what cannot be seen is given a mark. */
export function Code({ text, size }: { readonly text: string; readonly size?: 'medium' | 'large' }) {
  return <span className={size ? `code code-${size}` : 'code'}>{parts(text)}</span>;
}

function parts(text: string) {
  const characters = Array.from(text);
  const isInside = (index: number): boolean => index > 0 && index < characters.length - 1;
  if (!characters.some((character) => UNSEEN.test(character))) return text;
  return characters.map((character, index) =>
    UNSEEN.test(character) && !(character === ' ' && isInside(index)) ? (
      // The place is what tells two marks apart.
      <span className="code-mark" key={index}>
        {markOf(character)}
      </span>
    ) : (
      character
    ),
  );
}

function markOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point <= 0x20) return String.fromCodePoint(0x2400 + point); // the pictures of the control characters
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
