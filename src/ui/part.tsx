import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Failable } from './Failable.tsx';

/** The props of a component; none where it says nothing of them. */
export type PropsOf<Shown> = Shown extends (props: infer Props) => ReactNode
  ? unknown extends Props
    ? object
    : Props
  : never;

/**
 * Loads a component after it is first drawn. One that fails, or cannot be loaded, fails in its own place.
 *
 * No `lazy` of React's: that shows what has come 300 ms after its stand-in at the soonest, and never loads again what failed.
 *
 * @param Meanwhile - stands in its place until then.
 * @param failed - stands there where it fails. @default a sentence, and the way to try again
 */
export function part<
  Name extends string,
  Module extends Readonly<Record<Name, (props: never) => ReactNode>>,
  Props extends object = PropsOf<Module[Name]>,
>(
  load: () => Promise<Module>,
  name: Name,
  Meanwhile?: ComponentType<Props>,
  failed?: (again: () => void, props: Props) => ReactNode,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  function Late(props: Props) {
    const [, drawAnew] = useState(false);
    const Shown = Loaded ?? Meanwhile;
    const isThere = Loaded !== undefined;
    useEffect(() => {
      if (isThere) return;
      load().then(
        (module) => {
          Loaded = module[name] as unknown as ComponentType<Props>;
          drawAnew(true);
        },
        (error: unknown) =>
          drawAnew(() => {
            throw error; // where it is drawn
          }),
      );
    }, [isThere]);
    return Shown && <Shown {...props} />;
  }
  return function Part(props: Props) {
    return (
      <Failable {...(failed && { renderFailed: (again) => failed(again, props) })}>
        <Late {...props} />
      </Failable>
    );
  };
}
