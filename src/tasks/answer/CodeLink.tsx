import type { MouseEvent } from 'react';
import { tasksFor } from '#tasks/catalogue/routes.ts';
import { useLookUps, useSettings } from '#tasks/task/handheld.ts';
import { Code, wholeCodes } from '#ui/Code.tsx';

/** What ends a sentence, or parts a list: no part of the code before it. */
const AFTER_CODE = '.,;:!?)]';

/** A value of an answer: where a task begins with such a code, it is the way there. */
export function CodeOrText({ text }: { readonly text: string }) {
  const to = useWayTo()(text);
  return to === undefined ? <Code text={text} /> : <CodeLink to={to} text={text} />;
}

/** A sentence of the service, in which each such code is a way to its task. */
export function SentenceOfCodes({ text }: { readonly text: string }) {
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
 * Gives the address that brings a code to the one task that it fits and that only looks, or home where a person chooses;
 * `undefined` where nothing is known of it, or only the screen that is shown takes it.
 */
function useWayTo(): (text: string) => string | undefined {
  const { site } = useSettings();
  const { rolesOf } = useLookUps();
  return (text) => {
    if (text === '') return undefined;
    const scan = { text, source: 'typed', at: 0 } as const;
    const [first, ...others] = tasksFor(site(), scan, rolesOf(text));
    if (!first || (others.length === 0 && first.path === location.pathname)) return undefined;
    return codeAddress(text, others.length === 0 ? first.id : undefined);
  };
}

/** The address that brings a code to a task, by its id, or home. */
export function codeAddress(code: string, task?: string): string {
  return `/?${new URLSearchParams({ ...(task !== undefined && { op: task }), code })}`;
}

/** Goes there from the screen that is shown. */
export function follow(to: string): void {
  history.pushState({ from: location.pathname + location.search }, '', to);
}

function CodeLink({ to, text }: { readonly to: string; readonly text: string }) {
  function go(event: MouseEvent): void {
    event.preventDefault();
    follow(to);
  }
  return (
    <a className="answer-link code-link" href={to} onClick={go}>
      <Code text={text} />
    </a>
  );
}
