import { type ReactNode, useMemo } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { waysOf } from '#tasks/catalogue/routes.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { leaving } from '#tasks/task/leaving.ts';
import type { Task } from '#tasks/task/task.ts';
import { askingOf } from './asking.ts';
import type { FlowState } from './taskFlow.ts';
import { ScannedCode } from './ScannedCode.tsx';
import { shortened, Code } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';
import { go } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { words } from '#i18n/words.ts';
import { ago } from '#i18n/ago.ts';
import { useNow } from '#ui/useNow.ts';
import type { Drawing } from '#ui/icons.ts';
import type { Saying } from '#ui/ResultBanner.tsx';

export interface MisfitPanelProps {
  readonly scan: ScanNote;
  readonly task: string;
  readonly onLeave: () => void;
}

/** Shows a scan that was not taken: it can be looked at, and the tasks that it fits are offered, never jumped to. */
export function MisfitPanel({ scan, task, onLeave }: MisfitPanelProps) {
  const { site } = useHandheld();
  const pendingScans = usePendingScans();
  const ways = waysOf(site(), scan);
  const others = ways === 'any' ? [] : ways.filter(({ id }) => id !== task);

  function openIn({ path }: Task): void {
    onLeave();
    pendingScans.send(scan, path);
    go(path);
  }
  const shown = shortened(scan.text);
  return (
    <Panel title={words('taskScreen').notTaken}>
      {shown === scan.text ? <ScannedCode scan={scan} /> : <Code text={shown} size="large" />}
      {others.length > 0 && (
        <div className="stack">
          <p>{words('object').openIn}</p>
          {others.map((other) => (
            <Button key={other.id} size="big" icon={other.icon} onClick={() => openIn(other)}>
              {other.title()}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}

export interface PlaceAnswersProps {
  readonly noun: string;
  readonly run: {
    readonly place?: (scan: ScanNote) => void;
    readonly beginAnew?: (scan: ScanNote) => void;
    readonly forgetPlace?: () => void;
  };
  /** The first thing that is scanned here, where something is begun: it can be set aside for this scan. */
  readonly anew?: string | undefined;
}

/** The answers to what a code of another screen is: no task takes it unasked. */
export function PlaceAnswers({ noun, run, anew }: PlaceAnswersProps) {
  const pendingScans = usePendingScans();
  function answer(by?: (scan: ScanNote) => void): void {
    const scan = pendingScans.take();
    if (scan && by) by(scan);
    else run.forgetPlace?.();
  }
  return (
    <>
      <LeaveOr
        leave={words('homeTasks').forget}
        onLeave={() => answer()}
        onTake={() => answer(run.place)}
        word={words('asked').itIs({ noun })}
      />
      {anew !== undefined && (
        <Button size="big" onClick={() => answer(run.beginAnew)}>
          {words('offered').handedOverAnew({ noun: anew })}
        </Button>
      )}
    </>
  );
}

/** Returns what is asked on a screen, and what its band says: a code of another screen with how old it is, else what was said. */
export function useAsked(view: FlowState, takesPending: boolean) {
  const { notice } = view;
  const [first] = useView(usePendingScans());
  const pending = takesPending ? first : undefined;
  const asking = useMemo(() => askingOf(view, { pending }), [view, pending]);
  const ageMs = useNow() - (pending?.at ?? Number.POSITIVE_INFINITY);
  const age = ageMs < A_MINUTE_MS ? '' : `(${ago(ageMs)})`;
  const said = useMemo((): Saying | undefined => {
    const isTold = notice?.tone === 'asked';
    if (asking?.kind !== 'place') return isTold && !asking ? undefined : notice;
    const question = words('offered').handedOver({ text: shortened(asking.scan.text) });
    return {
      tone: isTold ? 'asked' : 'repeat',
      text: [question, age, isTold ? notice.text : ''].filter((part) => part !== '').join(' '),
    };
  }, [asking, notice, age]);
  return { asking, said };
}

const A_MINUTE_MS = 60_000;

export interface LeaveOrProps {
  readonly onLeave: () => void;
  readonly onTake: () => void;
  readonly word: string;
  readonly icon?: Drawing;
  /** The text of the first button. @default the scan is not used */
  readonly leave?: string | undefined;
}

/** In the dock while the band asks about a scan or a call. The next scan goes past it. */
export function LeaveOr({ onLeave, onTake, word, icon, leave }: LeaveOrProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {leave ?? words('asked').leaveIt}
      </Button>
      <Button size="big" icon={icon} onClick={onTake}>
        {word}
      </Button>
    </>
  );
}

/** Returns the answers to whether what is begun is left, while that is asked: no other question has buttons then. */
export function useLeaveQuestion(): ReactNode {
  const { asked } = useView(leaving);
  const { stay, leave } = words('leave');
  return asked && <LeaveOr leave={stay} onLeave={leaving.stay} onTake={leaving.leave} word={leave} />;
}
