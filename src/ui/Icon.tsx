import type { Drawing } from './icons.ts';

/** A picture beside a word, never instead of one: hidden from what is read aloud. */
export function Icon({ of }: { readonly of: Drawing }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={of} />
    </svg>
  );
}
