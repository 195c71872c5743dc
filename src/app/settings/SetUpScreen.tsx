import { useState } from 'react';
import { go } from '#ui/Link.tsx';
import { Button } from '#ui/Button.tsx';
import { Frame, BareHeader, toHome } from '#app/frame/Frame.tsx';
import { SetUpByCode } from './SetUpByCode.tsx';
import { Supervised } from '#app/people/Supervised.tsx';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** Sets up anew a handheld that is in use: for a supervisor. */
export function SetUpScreen() {
  const supervisor = useSupervisor();
  const [isDone, setDone] = useState(false);
  return (
    <Frame title={words('setUp').title} back={toHome()}>
      {isDone ? (
        <Page
          dock={
            <Button size="big" href="/" kind="primary" wide>
              {words('setUp').toHome}
            </Button>
          }
        >
          <output className="state is-good">
            <Icon of={laterIcons.done} /> {words('setUp').done}
          </output>
        </Page>
      ) : supervisor.isOpen ? (
        <SetUpByCode onByHand={() => go('/settings/supervisor')} onDone={() => setDone(true)} />
      ) : (
        <Page>
          <Supervised>{null}</Supervised>
        </Page>
      )}
    </Frame>
  );
}

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
