import { BareHeader } from '#app/frame/BareHeader.tsx';
import { SetUpByCode } from './SetUpByCode.tsx';
import { words } from '#i18n/words.ts';

/** The first start of a handheld that is set up by a code. */
export function SetUpFirst({ onByHand }: { readonly onByHand: () => void }) {
  const home = (): void => history.replaceState(null, '', '/');
  return (
    <>
      <BareHeader title={words('setUp').title} />
      <SetUpByCode
        onByHand={() => {
          home();
          onByHand();
        }}
        onDone={home}
      />
    </>
  );
}
