import { Frame } from '#app/frame/Frame.tsx';
import { HandOverSheet } from './HandOverSheet.tsx';
import { useHeldScans, useAppView } from '#app/frame/appContext.ts';
import { callLink, toHome } from '#app/frame/places.tsx';
import { nameOf } from '#device/workers.ts';
import { Page } from '#ui/Page.tsx';
import { words } from '#i18n/words.ts';
import { LinkButton } from '#app/frame/LinkButton.tsx';

/** What the worker before left open: the first thing that the next one sees. */
export function HandOverScreen() {
  const { session, site, settings } = useAppView();
  useHeldScans();
  return (
    <Frame title={words('people').handOver} back={toHome} offersScan>
      <Page
        dock={
          <LinkButton href="/" kind="primary" wide>
            {words('people').startOwn}
          </LinkButton>
        }
      >
        {settings && <p>{words('people').working({ who: nameOf(site.workers, settings.userId) })}</p>}
        {session.before ? (
          <HandOverSheet userId={session.before.userId} link={callLink} />
        ) : (
          <p>{words('people').noneYet}</p>
        )}
      </Page>
    </Frame>
  );
}
