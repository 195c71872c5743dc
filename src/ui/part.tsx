import { type ComponentType, type ReactNode, Suspense, lazy } from 'react';

type PropsOf<Shown> = Shown extends (props: infer Props) => ReactNode
  ? unknown extends Props
    ? object
    : Props
  : never;

/** Loads a component when it is first shown. @param Meanwhile - stands in its place until then */
export function part<
  Name extends string,
  Module extends Readonly<Record<Name, (props: never) => ReactNode>>,
  Props extends object = PropsOf<Module[Name]>,
>(load: () => Promise<Module>, name: Name, Meanwhile?: ComponentType<Props>): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(async () => ({
    default: (await load())[name] as unknown as ComponentType<Props>,
  }));
  return function Part(props: Props) {
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
