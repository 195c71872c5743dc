import './camera.css';
import { useEffect, useReducer, useState } from 'react';
import { draftName } from '#tasks/task/draft.ts';
import type { Collects } from './batchDraft.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { MOST_NOT_TAKEN, type NotTaken, nameBefore, readNotTaken, writeNotTaken } from './notTaken.ts';
import { shortened, Code } from '#ui/Code.tsx';
import { type Stop, useBatch, stepsOf, takeCollected } from './takeCollected.ts';
import { Fold } from '#ui/Fold.tsx';
import { Button } from '#ui/Button.tsx';
import { ago } from '#i18n/ago.ts';
import { useCalls } from '#tasks/calls/useCalls.ts';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { callName } from '#tasks/catalogue/callName.ts';
import { capital } from '#i18n/capital.ts';
import { batchWords } from '#i18n/words/batch.ts';
import { notTakenWords } from '#i18n/words/notTaken.ts';
import { useNow } from '#ui/useNow.ts';
import { icons } from '#ui/icons.ts';
import { without } from '#scan/batch.ts';
import type { Step } from '#tasks/task/task.ts';

const SHOWN = 20;

/** Collected codes: one line until a person wants to see them. The camera is not needed for it. */
export function Collected({ collects, isShown = false }: { readonly collects: Collects; readonly isShown?: boolean }) {
  const { length } = useView(useBatch(collects.task.id));
  const [isOpen, setOpen] = useState(isShown);
  if (length === 0) return null;
  if (isOpen) return <CollectedCodes collects={collects} />;
  return (
    <section className="row is-next" aria-label={batchWords().title({ codes: length })}>
      <p className="row-open">{batchWords().title({ codes: length })}</p>
      <div className="buttons">
        <Button onClick={() => setOpen(true)}>{batchWords().show}</Button>
      </div>
    </section>
  );
}

/** Scans that were not taken: they wait for a person's word, in one line until somebody looks at them. */
export function NotTakenList({ task }: { readonly task: string }) {
  const { draft: draftOf } = useHandheld();
  const draft = draftOf(draftName('not-taken', task));
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const now = useNow();
  useEffect(() => draftOf(draftName('not-taken', task)).watch(drawAgain), [draftOf, task]);
  const kept = readNotTaken(draft);
  const firsts = useCalls(kept.flatMap(({ first }) => (first === undefined ? [] : [first])));
  const [newest] = kept;
  if (!newest) return null;
  function remove(index: number): void {
    writeNotTaken(
      draft,
      kept.filter((_, place) => place !== index),
    );
    drawAgain();
  }
  const more = kept.length - SHOWN;
  const isOnlyTwice = kept.every(({ first }) => first !== undefined);
  const titleOf = notTakenWords()[isOnlyTwice ? 'titleTwice' : kept.some(({ call }) => call) ? 'titleCalls' : 'title'];
  const title = titleOf({ many: kept.length });
  const stands = ({ first }: NotTaken): string | undefined => {
    const call = firsts.find(({ seq }) => seq === first);
    return call && notTakenWords().first({ seq: call.seq, stands: markOf(call).word });
  };
  const sayMore = kept.length < MOST_NOT_TAKEN ? notTakenWords().more : notTakenWords().moreAtLeast;
  return (
    <section className="row is-check" aria-label={title}>
      <Fold
        title={
          <span>
            {title}: {nameBefore(newest)}
            <Code text={shortened(newest.text)} /> {stands(newest)}
          </span>
        }
      >
        <ol className="list">
          {kept.slice(0, SHOWN).map(({ text, at, reason, call, first }, index) => (
            <li className="row is-check" key={kept.length - index}>
              <div className="row-open">
                {call && <span className="label">{callName(call)}</span>}
                <Code text={shortened(text)} size="medium" />
                <span className="hint">
                  {capital(reason)} {stands({ text, at, reason, first })}
                </span>
              </div>
              <div className="buttons left-foot">
                <span className="hint">{capital(ago(now - at))}</span>
                <Button icon={icons.trash} onClick={() => remove(index)}>
                  {notTakenWords().remove}
                  <span className="vh">
                    {' '}
                    {nameBefore({ call })}
                    {text}
                  </span>
                </Button>
              </div>
            </li>
          ))}
        </ol>
        {more > 0 && <p className="hint">{sayMore({ many: more })}</p>}
      </Fold>
    </section>
  );
}

function intoSight(reason: Element | null): void {
  reason?.scrollIntoView({ block: 'nearest' });
}

/** The list that a person confirms: then its codes are scans, in their order, each for what is said beside it. */
function CollectedCodes({ collects }: { readonly collects: Collects }) {
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
      setStop(await takeCollected(collects, codes, steps, remove));
    } finally {
      setTaking(false);
    }
  }

  return (
    <section className="stack" aria-label={batchWords().title({ codes: codes.length })}>
      <div role="alert">
        {stop && (
          <p className="camera-stop" ref={intoSight}>
            {stop.reason}
          </p>
        )}
      </div>
      <Button size="big" kind="primary" icon={icons.done} onClick={() => void take()}>
        {batchWords().take({ codes: codes.length })}
      </Button>
      <ol className="list">
        {codes.map(({ text }, index) => (
          <li className="camera-code" key={text} data-stopped={stop?.text === text || undefined}>
            <span aria-hidden="true">{index + 1}</span>
            <div>
              <Code text={text} size="medium" />
              <p className="hint">{isTaking ? batchWords().taking : nounOf(steps[index])}</p>
            </div>
            <Button icon={icons.trash} onClick={() => remove([text])}>
              {batchWords().remove}
              <span className="vh"> {text}</span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function nounOf(step: Step | undefined): string {
  return step ? capital(step.noun()) : '';
}
