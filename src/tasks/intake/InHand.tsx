import type { OperationName } from '#contract/catalogue.ts';
import type { LookUp } from '#outbox/liveReads.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { ScannedCode } from './ScannedCode.tsx';
import { useHandheld } from '#tasks/task/handheld.ts';
import { glanceOf } from '#tasks/answer/glance.ts';
import { wholeCodes } from '#ui/Code.tsx';

export interface InHandProps {
  readonly scan: ScanNote;
  readonly operation: OperationName | undefined;
  readonly lookUp: 'none' | 'loading' | LookUp;
  /** Whether it was heard before the last action on it. */
  readonly isBefore?: boolean | undefined;
  readonly entered?: readonly string[];
}

/** What was scanned, and what the service says of it in one line where that holds now: all of it stands further down. */
export function InHand({ scan, operation, lookUp, isBefore, entered }: InHandProps) {
  const { site } = useHandheld();
  const text = typeof lookUp !== 'string' && lookUp.fresh && !isBefore ? lookUp.answer?.text : undefined;
  const glance = operation && text ? glanceOf(site(), operation, text, entered) : '';
  return (
    <>
      {scan.text !== '' && <ScannedCode scan={scan} key={scan.at} />}
      {glance !== '' && (
        <p className={glance.includes(' ') ? 'hero-answer' : 'hero-answer is-word'} translate="no">
          {wholeCodes(glance)}
        </p>
      )}
    </>
  );
}
