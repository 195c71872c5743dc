import type { ReactNode } from 'react';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { ownAsked } from '#tasks/intake/asking.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { useFollowed } from '#tasks/intake/ScanPage.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { RunEntry } from '#tasks/task/scansRunView.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ago } from '#i18n/ago.ts';
import { capital } from '#i18n/capital.ts';
import { objectWords } from '#i18n/words/object.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { Code, wholeCodes } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type Slot, Slots } from '#ui/Slots.tsx';
import { icons } from '#ui/icons.ts';
import { useNow } from '#ui/useNow.ts';
import type { ScansRun } from './scansRun.ts';

/** A step filled longer ago than this may be another day's; it is said. */
const OLD_SCAN_MS = 15 * 60_000;

export interface ScansSlotsProps {
  readonly task: ScansTask;
  readonly run: ScansRun;
  readonly inNext: ReactNode;
}

/** The codes of the call that is made now; before its first one comes, those of the call that was saved, as long as that stands. */
export function ScansSlots({ task, run, inNext }: ScansSlotsProps) {
  const view = useView(run);
  const { filled, step, steps, entries, notice, keptScan } = view;
  const now = useNow();
  const [newest] = entries;
  const [call] = useCalls(newest?.seq === undefined ? [] : [newest.seq]);
  const isSaved = useFollowed(notice)?.tone === 'saved';
  const isBegun = steps.some(({ parameter }) => filled[parameter]);
  const keeperAt = task.steps.findIndex(({ parameter }) => parameter === task.keeps);
  /** Tells whether nothing stays, or what stays is the pair's own: no code stands beside a shelf that it did not go to. */
  const isWhole = ({ scans }: RunEntry): boolean =>
    keptScan.kind === 'none' || scans[keeperAt]?.text === filled[task.keeps ?? '']?.text;
  const shown = isBegun
    ? undefined
    : entries.find((one) => isWhole(one) && (one.saving === 'saving' || (isSaved && one.seq === notice?.call?.seq)));

  /** Returns the scan that may be kept: the last call's, unless the service refuses it; what is begun is for another one, perhaps. */
  function keepable(index: number): ScanNote | undefined {
    const scan = isBegun ? undefined : newest?.scans[index];
    const { verdict, text } = call?.result ?? {};
    return scan && verdict === 'refused' && text?.includes(scan.text) ? undefined : scan;
  }

  const slots = task.steps.map((each, index): Slot => {
    const { parameter } = each;
    const noun = each.noun();
    const word = capital(noun);
    const isNext = each === step;
    const isKeeper = parameter === task.keeps;
    const scan = filled[parameter];
    const foot = isKeeper && !ownAsked(view) && <KeepButton noun={noun} scan={keepable(index)} run={run} />;
    if (isKeeper && keptScan.kind !== 'none' && scan) {
      return { word, isNext, fill: 'kept', code: <Code text={scan.text} size="kept" />, foot };
    }
    if (scan) {
      const age = now - scan.at;
      const whole = (
        <>
          <ScannedCode scan={scan} word={word} key={scan.at} />
          {age > OLD_SCAN_MS && <p className="hint">{taskScreenWords().scannedAgo({ ago: ago(age) })}</p>}
        </>
      );
      return { word, isNext, fill: 'filled', whole, foot };
    }
    const fill = shown && (shown.saving === 'saved' ? 'saved' : 'filled');
    const code = shown && <Code text={shown.scans[index]?.text ?? ''} size="large" />;
    return { word, isNext, fill, code, foot };
  });
  return <Slots slots={slots} inNext={inNext} />;
}

interface KeepButtonProps {
  readonly noun: string;
  readonly run: ScansRun;
  readonly scan: ScanNote | undefined;
}

/** Keeps this scan, or the next one, for all that follow; of one that is kept it leads to another. */
function KeepButton({ noun, run, scan }: KeepButtonProps) {
  const { keptScan } = useView(run);
  const { keepThis, keepNext, release } = objectWords();
  const isKept = 'scan' in keptScan;
  const isNone = keptScan.kind === 'none';
  const name = isKept ? release({ noun }) : scan && isNone ? keepThis({ text: scan.text }) : keepNext({ noun });
  return (
    <button
      type="button"
      className="button slot-keep"
      aria-pressed={isKept ? undefined : !isNone}
      onClick={() => (isNone ? run.keep(scan ?? 'next') : run.change())}
    >
      <Icon of={icons.kept} />
      <span>{wholeCodes(name)}</span>
    </button>
  );
}
