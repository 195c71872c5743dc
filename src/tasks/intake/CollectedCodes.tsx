import './camera.css';
import { useState } from 'react';
import { without } from '#scan/batch.ts';
import type { Collects } from './batchDraft.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import type { Step } from '#tasks/task/task.ts';
import { type Stop, stepsOf, takeCollected } from './takeCollected.ts';
import { useBatch } from './useBatch.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { batchWords as words } from '#i18n/en/batch.ts';
import { inWords } from '#i18n/language.ts';
import { tasksWords } from '#i18n/en/task.ts';

function intoSight(reason: Element | null): void {
  reason?.scrollIntoView({ block: 'nearest' });
}

/** The list that a person confirms: then its codes are scans, in their order, each for what is said beside it. */
export function CollectedCodes({ collects }: { readonly collects: Collects }) {
  const { site } = useHandheld();
  const batch = useBatch(collects.task.id);
  const codes = useView(batch);
  const { step } = useView(collects.run);
  const [stop, setStop] = useState<Stop>();
  const [isTaking, setTaking] = useState(false);
  if (codes.length === 0) return null;
  const steps = stepsOf(collects, step, codes.length);

  function remove(texts: readonly string[]): void {
    batch.set(texts.reduce(without, batch.view()));
  }
  async function take(): Promise<void> {
    if (isTaking) return;
    setTaking(true);
    setStop(undefined);
    try {
      setStop(await takeCollected(collects, site().codes, codes, steps, remove));
    } finally {
      setTaking(false);
    }
  }

  return (
    <section className="stack" aria-label={words.title(codes.length)}>
      <div role="alert">
        {stop && (
          <p className="camera-stop" ref={intoSight}>
            {stop.reason}
          </p>
        )}
      </div>
      <Button size="big" kind="primary" icon="done" wide onClick={() => void take()}>
        {words.take(codes.length)}
      </Button>
      <ol className="list">
        {codes.map(({ text }, index) => (
          <li className="camera-code" key={text} data-stopped={stop?.text === text || undefined}>
            <span aria-hidden="true">{index + 1}</span>
            <span>
              <Code text={text} size="medium" />
              <span className="hint">{isTaking ? words.taking : nounOf(steps[index])}</span>
            </span>
            <Button icon="trash" onClick={() => remove([text])}>
              {words.remove}
              <span className="vh"> {text}</span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function nounOf(step: Step | undefined): string {
  return step ? tasksWords.noun(inWords(step.noun)) : '';
}
