import { useState } from 'react';
import { SentenceOfCodes } from './CodeLink.tsx';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

const MANY_LETTERS = 20_000;
/** Letters of what is read as a sentence, with its codes whole. */
const SENTENCE = 500;

/** The text as it came; of a very long one the first part, until the rest is asked for. */
export function Verbatim({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(text.length <= MANY_LETTERS);
  if (text.length <= SENTENCE) {
    return (
      <pre className="verbatim">
        <SentenceOfCodes text={text} />
      </pre>
    );
  }
  return (
    <>
      <pre className="verbatim">{isWhole ? text : text.slice(0, MANY_LETTERS)}</pre>
      {!isWhole && <Button onClick={() => setWhole(true)}>{words('answer').whole({ letters: text.length })}</Button>}
    </>
  );
}
