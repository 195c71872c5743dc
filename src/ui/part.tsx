import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type PropsOf<Shown> = Shown extends (props: infer Props) => ReactNode
  ? unknown extends Props
    ? object
    : Props
  : never;

/** Loads a component after it is first drawn. @param Meanwhile - stands in its place until then */
export function part<
  Name extends string,
  Module extends Readonly<Record<Name, (props: never) => ReactNode>>,
  Props extends object = PropsOf<Module[Name]>,
>(load: () => Promise<Module>, name: Name, Meanwhile?: ComponentType<Props>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Part(props: Props) {
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
            throw error; // where it is drawn, so that the screen's failure is told
          }),
      );
    }, [isThere]);
    return Shown && <Shown {...props} />;
  };
}
