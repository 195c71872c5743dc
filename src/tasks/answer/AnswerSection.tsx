import type { ReactNode } from 'react';
import type { LookUp } from '#outbox/liveReads.ts';
import { Answer, type AnswerProps } from './Answer.tsx';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { lookUpWords as words } from '#i18n/en/lookUp.ts';
import { useNow } from '#ui/useNow.ts';

export interface AnswerSectionProps extends Pick<AnswerProps, 'lines'> {
  readonly lookUp: 'none' | 'loading' | LookUp;
  /** Whether the answer is older than the last action on what it is about. */
  readonly isBefore?: boolean | undefined;
  /** Asks the same once more; absent: the screen has another button for it. */
  readonly onAgain?: () => void;
  /** Between the answer and that button. */
  readonly children?: ReactNode;
}

/** The part of a screen with what the service said; not there as long as nothing was asked. */
export function AnswerSection({ lookUp, lines, isBefore, onAgain, children }: AnswerSectionProps) {
  const now = useNow();
  if (lookUp === 'none') return null;
  const hasEnded = lookUp !== 'loading';
  return (
    <section className="stack" aria-label={words.answer}>
      <h3 className="section-head">{words.answer}</h3>
      {isBefore && hasEnded && <Problem text={words.before} />}
      <Answer lookUp={lookUp} now={now} lines={lines} />
      {children}
      {onAgain && hasEnded && (
        <Button icon="repeat" onClick={onAgain}>
          {words.again}
        </Button>
      )}
    </section>
  );
}
