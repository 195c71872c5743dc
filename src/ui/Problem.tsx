import { useState } from 'react';
import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

export function Problem({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p className="problem" id={id}>
      <Icon of={icons.warning} />
      <span>{text}</span>
    </p>
  );
}

/** Shows what is wrong with a field, said aloud when it comes. Its place stays when it goes with the next key: nothing moves under a thumb. */
export function FieldProblem({ text, id }: { readonly text: string | undefined; readonly id: string }) {
  const [last, setLast] = useState(text);
  if (text !== undefined && text !== last) setLast(text);
  return (
    <>
      <div aria-live="polite">{text !== undefined && <Problem text={text} id={id} />}</div>
      {text === undefined && last !== undefined && (
        <div className="room" aria-hidden="true">
          <Problem text={last} />
        </div>
      )}
    </>
  );
}

/** Shows a sentence about what went wrong: its place is always there, so that the sentence is read aloud when it comes. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text !== undefined && <Problem text={text} />}</div>;
}
