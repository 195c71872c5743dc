import { Icon } from './Icon.tsx';

/** One sentence about what is wrong. */
export function Problem({ text }: { readonly text: string }) {
  return (
    <p className="problem">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
