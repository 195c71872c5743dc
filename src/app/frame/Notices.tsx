import { Link, usePath } from './router.tsx';
import { useFloor } from './floor.ts';
import { isShort } from '#device/storageFacts.ts';
import { subjectOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';

/** What a worker must know of this handheld's storage before the next scan: on every screen, until it was read. */
export function Notices() {
  const { base } = useFloor();
  const { loss, storage, cutOff } = useView(base.news);
  return (
    <div role="alert">
      {loss && (
        <div className="notice is-bad">
          <Icon name="warning" />
          <p>
            <b>{words('notices').lost}</b>{' '}
            {words('notices').lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
          </p>
          <Button onClick={base.acknowledgeLoss}>{words('notices').read}</Button>
        </div>
      )}
      {cutOff && (
        <div className="notice is-bad">
          <Icon name="warning" />
          <p>
            <b>{words('cutOff').lead({ codes: cutOff.length })}</b> <Code text={cutOff.join(', ')} />
          </p>
          <Button onClick={base.acknowledgeCutOff}>{words('notices').read}</Button>
        </div>
      )}
      {isShort(storage) && (
        <div className="notice is-check">
          <Icon name="warning" />
          <p>
            <b>{words('notices').full}</b> <Link href="/rescue">{words('notices').export}</Link>
          </p>
        </div>
      )}
      <Unheard />
      <Labels />
    </div>
  );
}

/** Saved on the disk, and the page ended before it could say so. */
function Unheard() {
  const { base } = useFloor();
  const { unheard } = useView(base.news);
  const [first] = unheard;
  if (!first) return null;
  return (
    <div className="notice is-check">
      <Icon name="accepted" />
      <p>
        <b>{words('notices').unheard({ calls: unheard.length })}</b>{' '}
        <Link href={unheard.length === 1 ? `/queue/${first.seq}` : '/queue'}>
          {callName(first)} <Code text={subjectOf(first)} />
        </Link>
      </p>
      <Button onClick={base.acknowledgeUnheard}>{words('notices').read}</Button>
    </div>
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
    <div className="notice is-check">
      <Icon name="print" />
      <p>
        <b>{words('print').asking({ many: totals.asking })}</b> <Link href="/queue">{words('print').printNow}</Link>
      </p>
    </div>
  );
}
