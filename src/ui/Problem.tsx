import { Icon } from './Icon.tsx';
import { icons } from './icons.ts';

/** One sentence about what is wrong. */
export function Problem({ text, id }: { readonly text: string; readonly id?: string }) {
  return (
    <p className="problem" id={id}>
      <Icon of={icons.warning} />
      <span>{text}</span>
    </p>
  );
}
