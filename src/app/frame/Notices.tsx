import { Link } from '#ui/Link.tsx';
import { usePath } from '#ui/router.ts';
import { useAppState } from './useAppState.ts';
import { isShort } from '#device/storageFacts.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { brief, Code } from '#ui/Code.tsx';
import { icons } from '#ui/icons.ts';
import { shownMoment } from '#i18n/moments.ts';
import { cutOffWords } from '#i18n/words/cutOff.ts';
import { labelWords } from '#i18n/words/label.ts';
import { noticesWords } from '#i18n/words/notices.ts';
import { Notice } from './Notice.tsx';
import { part } from '#ui/part.tsx';

const DeskNotice = part(() => import('./DeskNotice.tsx'), 'DeskNotice');
const PrinterNotice = part(() => import('./PrinterNotice.tsx'), 'PrinterNotice');
const ReturnNotice = part(() => import('./ReturnNotice.tsx'), 'ReturnNotice');

/** Shows what a worker must know of this handheld's storage before the next scan: on every screen, until it was read. */
export function Notices() {
  const appState = useAppState();
  const { loss, copiedAt, storage, cutOff, returning, deskAsked, printer } = useView(appState.notices);
  const isHeld = useView(appState.handheld.outbox).pause === 'desk-hold'; // its banner leaves no room for another word of the desk
  return (
    <div role="alert">
      {returning && <ReturnNotice />}
      {printer && <PrinterNotice />}
      {deskAsked && !isHeld && <DeskNotice />}
      {loss && (
        <Notice mood="bad" lead={noticesWords().lost} onRead={appState.acknowledgeLoss}>
          {noticesWords().lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
        </Notice>
      )}
      {copiedAt && (
        <Notice mood="bad" lead={noticesWords().copied} onRead={appState.acknowledgeCopied}>
          {noticesWords().copiedDo}
        </Notice>
      )}
      {cutOff && (
        <Notice mood="bad" lead={cutOffWords().lead({ codes: cutOff.length })} onRead={appState.acknowledgeCutOff}>
          <Code text={cutOff.map(brief).join(', ')} />
        </Notice>
      )}
      <Stranger />
      {isShort(storage) && (
        <Notice mood="check" lead={noticesWords().full}>
          <Link href="/rescue">{noticesWords().export}</Link>
        </Notice>
      )}
      <Unheard />
      <Labels />
    </div>
  );
}

/** Something else answers under this address: it does not go by itself, and somebody has to see to it. */
function Stranger() {
  const { gateway } = useView(useHandheld().outbox);
  if (gateway !== 'stranger') return null;
  return (
    <Notice
      icon={icons.gatewayOff}
      mood="check"
      lead={noticesWords().stranger({ host: location.host })}
      action={
        <Fold title={noticesWords().strangerIt}>
          <div className="stack">
            <p>{noticesWords().strangerDo}</p>
            <Button href="/rescue">{noticesWords().strangerWay}</Button>
          </div>
        </Fold>
      }
    />
  );
}

/** Saved on the disk, and the page ended before it could say so: of several each is seen before they are put away. */
function Unheard() {
  const appState = useAppState();
  const { unheard } = useView(appState.notices);
  if (unheard.length === 0) return null;
  const isAlone = unheard.length === 1;
  const lead = noticesWords().unheard({ calls: unheard.length });
  const links = unheard.map((call) => (
    <Link key={call.seq} href={`/queue/${call.seq}`}>
      {callName(call)} <Code text={subjectOf(call)} />
    </Link>
  ));
  return (
    <Notice
      icon={icons.saved}
      mood="check"
      lead={lead}
      onRead={isAlone ? appState.acknowledgeUnheard : undefined}
      action={
        !isAlone && (
          <Fold title={noticesWords().all({ many: unheard.length })}>
            <div className="stack">
              {links}
              <Button onClick={appState.acknowledgeUnheard}>{noticesWords().read}</Button>
            </div>
          </Fold>
        )
      }
    >
      {isAlone && links}
    </Notice>
  );
}

/** Labels that were asked for while they could not be printed: they can be now, and a person says whether they are wanted. */
function Labels() {
  const { outbox } = useHandheld();
  const { totals, gateway } = useView(outbox);
  const where = usePath();
  if (totals.asking === 0 || gateway !== 'reachable' || where === '/queue' || where.startsWith('/tasks/print'))
    return null;
  return (
    <Notice icon={icons.print} mood="check" lead={labelWords().asking({ many: totals.asking })}>
      <Link href="/queue">{labelWords().printNow}</Link>
    </Notice>
  );
}
