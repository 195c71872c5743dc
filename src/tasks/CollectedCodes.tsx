import { useState } from 'react';
import { type Batch, readBatch, without, writeBatch } from '#scan/batch.ts';
import type { Scan } from '#scan/scan.ts';
import { useHandheld } from '#tasks/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { cameraMessages } from '#ui/cameraMessages.ts';

const words = cameraMessages.batch;

/** Codes that were collected for a task and not taken yet: kept over a restart, until a person decides. */
export interface KeptBatch {
  readonly codes: Batch;
  readonly set: (codes: Batch) => void;
}

/** @param task - whose codes; a screen without one collects none. */
export function useBatch(task: string | undefined): KeptBatch {
  const { draft } = useHandheld();
  const [kept] = useState(() => (task === undefined ? undefined : draft(`batch-${task}`)));
  const [codes, setCodes] = useState<Batch>(() => readBatch(kept?.read()));
  return {
    codes,
    set(next) {
      kept?.write(writeBatch(next));
      setCodes(next);
    },
  };
}

export interface CollectedCodesProps {
  readonly batch: KeptBatch;
  readonly onTake: (scan: Scan) => void;
}

/** The list that a person confirms: then its codes are scans, in their order. */
export function CollectedCodes({ batch: { codes, set }, onTake }: CollectedCodesProps) {
  function take(): void {
    for (const scan of codes) onTake(scan);
    set([]);
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
            <Button icon="trash" onClick={() => set(without(codes, text))}>
              {words.remove}
              <span className="vh"> {text}</span>
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
