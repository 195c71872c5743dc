import { Frame } from '#app/frame/Frame.tsx';
import { HandOverSheet } from './HandOverSheet.tsx';
import { useFloor, useHeldScans } from '#app/frame/floor.ts';
import { callLink, toHome } from '#app/frame/places.tsx';
import { nameOf } from '#device/workers.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Page } from '#ui/Page.tsx';
import { peopleWords as words } from '#i18n/en/people.ts';
import { LinkButton } from '#app/frame/LinkButton.tsx';

/** What the worker before left open: the first thing that the next one sees. */
export function HandOverScreen() {
  const { base } = useFloor();
  const { session, site, settings } = useView(base);
  useHeldScans();
  return (
    <Frame title={words.handOver} back={toHome} offersScan>
      <Page
        dock={
          <LinkButton href="/" kind="primary" wide>
            {words.startOwn}
          </LinkButton>
        }
      >
        {settings && <p>{words.working(nameOf(site.workers, settings.userId))}</p>}
        {session.before ? <HandOverSheet userId={session.before.userId} link={callLink} /> : <p>{words.noneYet}</p>}
      </Page>
    </Frame>
  );
}
