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

/** Shows a sentence about what went wrong: its place is always there, so that the sentence is read aloud when it comes. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text !== undefined && <Problem text={text} />}</div>;
}
