import type { ScansTask } from '#tasks/task/task.ts';
import * as askedEvents from './askedEvents.ts';
import type { TaskRun } from './taskRun.ts';
import { useView } from '#tasks/task/handheld.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { wholeCodes } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** The scan that stays for the next calls: filled while it does, and let go by a tap. */
export function KeptScan({ task, run }: { readonly task: ScansTask; readonly run: TaskRun }) {
  const on = run.on(askedEvents);
  const { keptScan, entries, filled } = useView(run);
  const [newest] = entries;
  const [call] = useCalls(newest?.seq === undefined ? [] : [newest.seq]);
  const step = task.steps.find(({ parameter }) => parameter === task.keeps);
  if (!step) return null;
  const noun = step.noun();
  if (keptScan !== undefined) {
    const text = keptScan === 'next' ? words('object').keepsNext({ noun }) : keptScan.text;
    return (
      <button type="button" className="chip" aria-pressed="true" onClick={on.release}>
        <Icon of={laterIcons.kept} />
        <span>
          <b>{text}</b> {words('object').release({ noun })}
        </span>
      </button>
    );
  }
  const isBegun = Object.keys(filled).length > 0; // it is for another shelf, perhaps
  const scanned = newest?.scans[task.steps.indexOf(step)];
  const isRefused = scanned && call?.result?.verdict === 'refused' && call.result.text?.includes(scanned.text);
  const last = isBegun || isRefused ? undefined : scanned;
  return (
    <button type="button" className="chip" aria-pressed="false" onClick={() => on.keep(last ?? 'next')}>
      <Icon of={laterIcons.kept} />
      <span>
        {wholeCodes(last ? words('object').keepThis({ noun, text: last.text }) : words('object').keepNext({ noun }))}
      </span>
    </button>
  );
}
