import { BareHeader } from '#app/frame/BareHeader.tsx';
import { SetUpByCode } from './SetUpByCode.tsx';
import { setUpWords as words } from '#i18n/en/setUp.ts';

/** The first start of a handheld that is set up by a code. */
export function SetUpFirst({ onByHand }: { readonly onByHand: () => void }) {
  const home = (): void => history.replaceState(null, '', '/');
  return (
    <>
      <BareHeader title={words.title} />
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
