import { useUndoTime } from '#app/frame/UndoFor.tsx';
import type { Decision } from './CorrectCall.tsx';
import { HoldButton } from '#ui/HoldButton.tsx';
import { type ReadBackFound, type ReadBacks, doubtSaid, lookUpFor, shownByRule } from './LookItUp.tsx';
import { type ReadBack, readBackOf, ruleSays } from '#site/readBack.ts';
import type { SiteConfiguration } from '#site/site.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { cardOf } from '#tasks/answer/cardHere.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { wholeCodes } from '#ui/Code.tsx';
import { icons } from '#ui/icons.ts';
import { SAME_TAP_MS } from '#ui/sameTap.ts';
import { callWords } from '#i18n/words/call.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';

interface DecideProps {
  readonly call: QueuedCall;
  readonly readBacks: ReadBacks;
  readonly maySend: boolean;
  readonly decide: (decision: Decision) => Promise<boolean>;
}

/** Shows how it stood before the call and how it stands now, and what a person says of it directly beneath. */
export function Decide({ call, readBacks, maySend, decide }: DecideProps) {
  const { site } = useHandheld();
  const found = readBacks.found.get(call.seq);
  const { readBacks: rules } = site();
  const shown = shownByRule(call, rules, found);
  const question = lookUpFor(call, site());
  return (
    <section className="stack" aria-label={callWords().decide}>
      {question ? (
        <output className="stands">
          <BeforeNow call={call} found={found} question={question} />
          <span className="hint">{shown && doubtSaid(call, rules, shown)}</span>
          {found !== undefined && found !== 'loading' && !found.fresh && (
            <span className="hint">{found.reason ?? lookUpWords().none}</span>
          )}
        </output>
      ) : (
        <p className="hint">{callWords().noLookUp}</p>
      )}
      <div className="decision">
        <Button
          size="big"
          kind={shown?.says === 'done' ? 'primary' : 'plain'}
          icon={icons.done}
          onClick={() => void decide({ kind: 'saidDone' })}
        >
          {callWords().wasDone}
        </Button>
        {maySend && (
          <HoldButton
            kind={shown?.says === 'not-done' && !shown.isEarly ? 'primary' : 'plain'}
            icon={icons.sending}
            again={callWords().pressAgain}
            onHeld={() => void decide({ kind: 'saidNotDone' })}
          >
            {callWords().sendAgain}
          </HoldButton>
        )}
      </div>
      {maySend && <p className="hint">{callWords().sendAgainAsk}</p>}
      {question && (
        <Button icon={icons.lookUp} disabled={found === 'loading'} onClick={() => void readBacks.ask(call)}>
          {found ? lookUpWords().again : callWords().lookUp}
        </Button>
      )}
    </section>
  );
}

interface BeforeNowProps {
  readonly call: QueuedCall;
  readonly found: ReadBackFound | undefined;
  readonly question: NonNullable<ReturnType<typeof lookUpFor>>;
}

function BeforeNow({ call, found, question }: BeforeNowProps) {
  const { site } = useHandheld();
  const before = call.readAnswers?.find(({ when }) => when === 'before');
  const said = (text: string | null): string => sayRead(site(), call, question, text);
  const isKnown = found !== undefined && found !== 'loading' && found.fresh && found.answer;
  const now = isKnown ? said(isKnown.text) : found === 'loading' ? '…' : '?';
  return (
    <span className="before-now" translate="no">
      {before && (
        <>
          <span>
            <span className="label">{callWords().beforeIt}</span> {wholeCodes(said(before.text))}
          </span>
          <span aria-hidden="true">→</span>
        </>
      )}
      <span className={before && now.length > LONG ? 'is-long' : undefined}>
        <span className="label">{callWords().now}</span> <strong>{wholeCodes(now)}</strong>
      </span>
    </span>
  );
}

/** Letters that are one line with what was before, as large as what stands alone. */
const LONG = 10;
/** Letters of an answer that the line has room for, where nothing in it can be told apart. */
const ROOM = 24;

/** Says in a few words what a read shows of the call's object: where it is, else the answer's headline, else the answer. */
function sayRead(
  site: SiteConfiguration,
  call: QueuedCall,
  { operation, parameters }: BeforeNowProps['question'],
  answer: string | null,
): string {
  const text = answer ?? '';
  const readBack: ReadBack | undefined = readBackOf(site.readBacks, call.operation);
  const says = readBack && ruleSays(readBack, call, text);
  const { storeCode } = Object.fromEntries(call.parameters);
  if (call.operation === 'RevertOff' && storeCode && says) return callWords().place[says]({ shelf: storeCode });
  const headline = cardOf(site, operation, parameters[0]?.[1] ?? '', text)?.headline ?? [];
  if (headline.length > 0) return headline.map((part) => part.text).join(' ');
  return text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`;
}

/** Takes back that it was done, as long as that can be. */
export function UndoDone({ call, decide }: Pick<DecideProps, 'call' | 'decide'>) {
  const { leftMs, isOver } = useUndoTime(call);
  if (isOver || !call.undo) return null;
  function undo(): void {
    if (Math.abs(Date.now() - call.changedAt) >= SAME_TAP_MS) void decide({ kind: 'unsaid' });
  }
  return (
    <div className="undo-done" style={{ animationDuration: `${leftMs}ms` }}>
      <Button size="big" icon={icons.undo} onClick={undo}>
        {callWords().undoDone}
      </Button>
    </div>
  );
}
