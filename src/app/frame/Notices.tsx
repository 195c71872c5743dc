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
import { words } from '#i18n/words.ts';
import { Notice } from './Notice.tsx';

/** Shows what a worker must know of this handheld's storage before the next scan: on every screen, until it was read. */
export function Notices() {
  const appState = useAppState();
  const { loss, copiedAt, storage, cutOff } = useView(appState.notices);
  return (
    <div role="alert">
      {loss && (
        <Notice mood="bad" lead={words('notices').lost} onRead={appState.acknowledgeLoss}>
          {words('notices').lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
        </Notice>
      )}
      {copiedAt && (
        <Notice mood="bad" lead={words('notices').copied} onRead={appState.acknowledgeCopied}>
          {words('notices').copiedDo}
        </Notice>
      )}
      {cutOff && (
        <Notice mood="bad" lead={words('cutOff').lead({ codes: cutOff.length })} onRead={appState.acknowledgeCutOff}>
          <Code text={cutOff.map(brief).join(', ')} />
        </Notice>
      )}
      <Stranger />
      {isShort(storage) && (
        <Notice mood="check" lead={words('notices').full}>
          <Link href="/rescue">{words('notices').export}</Link>
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
      lead={words('notices').stranger({ host: location.host })}
      action={
        <Fold title={words('notices').strangerIt}>
          <div className="stack">
            <p>{words('notices').strangerDo}</p>
            <Button href="/rescue">{words('notices').strangerWay}</Button>
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
  const lead = words('notices').unheard({ calls: unheard.length });
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
          <Fold title={words('notices').all({ many: unheard.length })}>
            <div className="stack">
              {links}
              <Button onClick={appState.acknowledgeUnheard}>{words('notices').read}</Button>
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
    <Notice icon={icons.print} mood="check" lead={words('label').asking({ many: totals.asking })}>
      <Link href="/queue">{words('label').printNow}</Link>
    </Notice>
  );
}
