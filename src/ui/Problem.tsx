import { Icon } from './Icon.tsx';

/** One sentence about what is wrong. */
export function Problem({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p className="problem" id={id}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
