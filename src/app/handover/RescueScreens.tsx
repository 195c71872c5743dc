import { HandedOverScreen } from './HandedOverScreen.tsx';
import { RescueScreen } from './RescueScreen.tsx';
import { TakeOverScreen } from './TakeOverScreen.tsx';

/** Export, hand over, take over. @param of - what its address names under it. */
export function RescueScreens({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return <RescueScreen />;
  return of === 'take' ? <TakeOverScreen /> : <HandedOverScreen key={of} id={of} />;
}
