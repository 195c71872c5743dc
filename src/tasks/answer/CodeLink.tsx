import { useMemo, useState } from 'react';
import { Link } from '#ui/Link.tsx';
import { tasksFor } from '#tasks/catalogue/routes.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { Code, wholeCodes } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { answerWords } from '#i18n/words/answer.ts';

const AFTER_CODE = '.,;:!?)]';

/** Draws a code of an answer: where a task begins with it, it is the way there. */
export function codeOrText(text: string) {
  return <CodeOrText text={text} />;
}

function CodeOrText({ text }: { readonly text: string }) {
  const to = useWayTo()(text);
  return to === undefined ? <Code text={text} /> : <CodeLink to={to} text={text} />;
}

function SentenceOfCodes({ text }: { readonly text: string }) {
  const wayTo = useWayTo();
  return text.split(/(\s+)/).map((piece, index) => {
    const rest = piece !== '' && AFTER_CODE.includes(piece.slice(-1)) ? piece.slice(-1) : '';
    const code = piece.slice(0, piece.length - rest.length);
    const to = wayTo(code);
    return (
      // The place is what tells two pieces apart.
      <span key={index}>
        {to === undefined ? wholeCodes(code) : <CodeLink to={to} text={code} />}
        {rest}
      </span>
    );
  });
}

/**
 * Gives the address that brings a code to the one task that takes it, or home where several do; `undefined` where none
 * does, or only the screen that is shown.
 */
function useWayTo(): (text: string) => string | undefined {
  const { site, rolesOf } = useHandheld();
  return (text) => {
    if (text === '') return undefined;
    const scan = { text, source: 'typed', at: 0 } as const;
    const [first, ...others] = tasksFor(site(), scan, rolesOf(text));
    if (!first || (others.length === 0 && first.path === location.pathname)) return undefined;
    return codeAddress(text, others.length === 0 ? first.id : undefined);
  };
}

export function codeAddress(code: string, task?: string): string {
  return `/?${new URLSearchParams({ ...(task !== undefined && { op: task }), code })}`;
}

function CodeLink({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link className="answer-link code-link" href={to}>
      <Code text={text} />
    </Link>
  );
}

const MANY_LETTERS = 20_000;
/** Letters of what is read as a sentence, with its codes whole. */
const SENTENCE = 500;

/** The text as it came, but for files in it, whose letters nobody reads; of a very long one the first part, until the rest is asked for. */
export function Verbatim({ text: sent }: { readonly text: string }) {
  const text = useMemo(() => withoutFiles(sent), [sent]);
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
      {!isWhole && <Button onClick={() => setWhole(true)}>{answerWords().whole({ letters: text.length })}</Button>}
    </>
  );
}
