import type { ReactNode } from 'react';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { useFollowed } from '#tasks/intake/ScanPage.tsx';
import { useView } from '#tasks/task/handheld.ts';
import type { ScansTask } from '#tasks/task/task.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ago } from '#i18n/ago.ts';
import { capital } from '#i18n/capital.ts';
import { words } from '#i18n/words.ts';
import { Code, wholeCodes } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { type Slot, Slots } from '#ui/Slots.tsx';
import { icons } from '#ui/icons.ts';
import { useNow } from '#ui/useNow.ts';
import type { TaskRun } from './taskRun.ts';

/** A step filled longer ago than this may be another day's; it is said. */
const OLD_SCAN_MS = 15 * 60_000;

export interface TaskSlotsProps {
  readonly task: ScansTask;
  readonly run: TaskRun;
  readonly inNext: ReactNode;
}

/** The codes of the call that is made now; before its first one comes, those of the call that was saved, as long as that stands. */
export function TaskSlots({ task, run, inNext }: TaskSlotsProps) {
  const { filled, step, steps, entries, notice, keptScan } = useView(run);
  const now = useNow();
  const [newest] = entries;
  const [call] = useCalls(newest?.seq === undefined ? [] : [newest.seq]);
  const isSaved = useFollowed(notice)?.tone === 'saved';
  const isBegun = steps.some(({ parameter }) => filled[parameter]);
  const shown = isBegun
    ? undefined
    : entries.find(({ saving, seq = 0 }) => saving === 'saving' || (isSaved && seq === notice?.call?.seq));

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
    if (isKeeper && keptScan) {
      return { word, isNext, fill: 'kept', whole: <Kept word={word} noun={noun} run={run} /> };
    }
    const beside = isKeeper && <KeepButton noun={noun} scan={keepable(index)} run={run} />;
    const scan = filled[parameter];
    if (scan) {
      const age = now - scan.at;
      const whole = (
        <>
          <ScannedCode scan={scan} word={word} key={scan.at} />
          {age > OLD_SCAN_MS && <p className="hint">{words('taskScreen').scannedAgo({ ago: ago(age) })}</p>}
        </>
      );
      return { word, isNext, fill: 'filled', whole, beside };
    }
    const fill = shown && (shown.saving === 'saved' ? 'saved' : 'filled');
    const code = shown && <Code text={shown.scans[index]?.text ?? ''} size="large" />;
    return { word, isNext, fill, code, beside };
  });
  return <Slots slots={slots} inNext={inNext} />;
}

interface KeptProps {
  readonly noun: string;
  readonly run: TaskRun;
}

/** The scan that stays for the next calls: all of its slot lets it go. */
function Kept({ word, noun, run }: KeptProps & { readonly word: string }) {
  const { keptScan, once } = useView(run);
  return (
    <button type="button" className="slot-kept" aria-pressed="true" onClick={run.release}>
      <span className="slot-word">{word}</span>
      {typeof keptScan === 'object' ? (
        <Code text={(once ?? keptScan).text} size="kept" />
      ) : (
        <p>{words('object').keepsNext({ noun })}</p>
      )}
      <Icon of={icons.kept} />
      <span className="slot-change">{words('object').release({ noun })}</span>
    </button>
  );
}

/** Keeps this scan, or the next one, for all that follow. */
function KeepButton({ noun, run, scan }: KeptProps & { readonly scan: ScanNote | undefined }) {
  return (
    <button type="button" className="button chip" aria-pressed="false" onClick={() => run.keep(scan ?? 'next')}>
      <Icon of={icons.kept} />
      <span>
        {wholeCodes(scan ? words('object').keepThis({ noun, text: scan.text }) : words('object').keepNext({ noun }))}
      </span>
    </button>
  );
}
