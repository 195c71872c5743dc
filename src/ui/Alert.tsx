import { Problem } from './Problem.tsx';

/** Where a sentence about what went wrong appears: the place is always there, so that the sentence is read aloud when it comes. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text !== undefined && <Problem text={text} />}</div>;
}
