import { useState } from 'react';
import { type Batch, readBatch, without, writeBatch } from '#scan/batch.ts';
import type { Scan } from '#scan/scan.ts';
import { type Draft, useHandheld, useView } from '#tasks/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { cameraMessages } from '#ui/cameraMessages.ts';

const words = cameraMessages.batch;

/** Codes that were collected for a task and not taken yet: kept over a restart, until a person decides. */
export interface KeptBatch {
  readonly view: () => Batch;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (codes: Batch) => void;
}

/** @param task - whose codes; a screen without one collects none. */
export function useBatch(task: string | undefined): KeptBatch {
  const { draft } = useHandheld();
  const [batch] = useState(() => createBatch(task === undefined ? undefined : draft(`batch-${task}`)));
  return batch;
}

/** Beside React: two codes may come before it draws once. */
function createBatch(draft: Draft | undefined): KeptBatch {
  const listeners = new Set<() => void>();
  let codes = readBatch(draft?.read());
  return {
    view: () => codes,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next) {
      codes = next;
      draft?.write(writeBatch(next));
      for (const listener of listeners) listener();
    },
  };
}

export interface CollectedCodesProps {
  readonly batch: KeptBatch;
  readonly onTake: (scan: Scan) => void;
}

/** The list that a person confirms: then its codes are scans, in their order. */
export function CollectedCodes({ batch, onTake }: CollectedCodesProps) {
  const codes = useView(batch);
  if (codes.length === 0) return null;
  function take(): void {
    for (const scan of codes) onTake(scan);
    batch.set([]);
  }
  return (
    <section className="stack" aria-label={words.title(codes.length)}>
      <Button size="big" kind="primary" icon="done" wide onClick={take}>
        {words.take(codes.length)}
      </Button>
      <ol className="list">
        {codes.map(({ text }, index) => (
          <li className="camera-code" key={text}>
            <span aria-hidden="true">{index + 1}</span>
            <Code text={text} size="medium" />
            <Button icon="trash" onClick={() => batch.set(without(codes, text))}>
              {words.remove}
              <span className="vh"> {text}</span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
