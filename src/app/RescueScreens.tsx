import { HandedOverScreen } from '#app/HandedOverScreen.tsx';
import { RescueScreen } from '#app/RescueScreen.tsx';
import { TakeOverScreen } from '#app/TakeOverScreen.tsx';

/** Export, hand over, take over. @param of - what its address names under it. */
export function RescueScreens({ of }: { readonly of: string | undefined }) {
  if (of === undefined) return <RescueScreen />;
  return of === 'take' ? <TakeOverScreen /> : <HandedOverScreen key={of} id={of} />;
}
