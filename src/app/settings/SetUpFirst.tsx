import { NoticesWhereDue } from '#app/frame/NoticesWhereDue.tsx';
import { SetUpByCode } from './SetUpByCode.tsx';
import { setUpWords as words } from '#i18n/en/setUp.ts';

/** The first start of a handheld that is set up by a code. */
export function SetUpFirst({ onByHand }: { readonly onByHand: () => void }) {
  const home = (): void => history.replaceState(null, '', '/');
  return (
    <>
      <header className="top">
        <div className="top-row">
          <h1>{words.title}</h1>
        </div>
        <NoticesWhereDue />
      </header>
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
