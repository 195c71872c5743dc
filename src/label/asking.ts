import type { PrintCause } from '#contract/printJob.ts';

import { type SitePrinter, statusOf, tellsOf } from '#site/printers.ts';
import { type Said, createReader } from './heard.ts';
import type { PrinterLine } from './printerLine.ts';
import { ENQUIRY, readSatoStatus } from './satoStatus.ts';
import { type PrinterStatus, ready } from './printerStatus.ts';
import { TSC_STATUS, readTscStatus } from './tscStatus.ts';
import {
  HOST_ERRORS,
  HOST_STATUS,
  LABEL_COUNT,
  OWN_NUMBER,
  readCount,
  readHostErrors,
  readHostStatus,
} from './zebraStatus.ts';

/** The milliseconds that a printer has for an answer: it may be busy with a picture. */
const ANSWER_MS = 2_000;

/** One look at a printer. What it did not say is absent. */
export interface PrinterLook {
  readonly standing?: PrinterStatus;
  /** The labels that it has printed in its life. */
  readonly count?: number;
  /** The number that no other printer has. */
  readonly own?: string;
  /** The times that the job's number came back, since the line is open. */
  readonly numbers: number;
}

/** A printer on one line, as it is asked. */
export interface Asked {
  /**
   * Looks at a printer that may have anything in it: half a label takes what is sent for its own, so its settings are asked for only
   * where it has none and tells no fault. @throws LineCut
   */
  readonly lookFirst: () => Promise<PrinterLook>;
  /** Looks at a printer again to which nothing but whole labels was sent meanwhile. @throws LineCut */
  readonly lookAgain: () => Promise<PrinterLook>;
  /** Hears what comes for so long, and keeps the numbers of it. @throws LineCut */
  readonly listen: (forMs: number) => Promise<void>;
  /** Returns the times that the job's number came back. */
  readonly numbers: () => number;
}

/** Makes the questions to one printer on one line. @param number - the job's. @param now - milliseconds of a clock that only goes on. */
export function asking(printer: SitePrinter, line: PrinterLine, number: string, now: () => number): Asked {
  const read = createReader();
  const way = statusOf(printer);
  const tellsCount = tellsOf(printer) !== 'nothing';
  let numbers = 0;

  const hear = async (waitMs: number): Promise<readonly Said[]> => {
    const said = read(await line.hear(waitMs));
    numbers += said.filter(({ kind, text }) => kind === 'number' && text === number).length;
    return said;
  };

  /**
   * Sends a question and hears until its answer is whole, or the time for it is over. A printer that takes no bytes is not waited for: a line
   * that is cut tells so where it is heard.
   */
  const ask = async <Answer>(
    question: string,
    answer: (said: readonly Said[]) => Answer | undefined,
  ): Promise<Answer | undefined> => {
    line.send(new TextEncoder().encode(question)).catch(() => {});
    const until = now() + ANSWER_MS;
    const all: Said[] = [];
    for (let left = ANSWER_MS; left > 0; left = until - now()) {
      all.push(...(await hear(left)));
      const found = answer(all);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const standing = (): Promise<PrinterStatus | undefined> => {
    if (way === 'zebra') return askZebra(ask);
    if (way === 'sato') return ask(ENQUIRY, framed(readSatoStatus));
    if (way === 'tsc') return ask(TSC_STATUS, framed(readTscStatus));
    return Promise.resolve(undefined);
  };
  const count = async (): Promise<number | undefined> =>
    tellsCount
      ? ask(LABEL_COUNT, (said) =>
          said
            .filter(isQuoted)
            .map(({ text }) => readCount(text))
            .filter(isKnown)
            .at(-1),
        )
      : undefined;

  return {
    async lookFirst() {
      const stands = await standing();
      if (!tellsCount || !stands || stands.fault !== undefined || stands.hasHalf)
        return { ...(stands && { standing: stands }), numbers };
      const own = await ask(OWN_NUMBER, (said) => said.find(isQuoted)?.text);
      const counted = own === undefined ? undefined : await count();
      return {
        standing: stands,
        ...(counted !== undefined && { count: counted }),
        ...(own !== undefined && own !== '?' && own !== '' && { own }),
        numbers,
      };
    },
    async lookAgain() {
      const stands = await standing();
      const counted = await count();
      return { ...(stands && { standing: stands }), ...(counted !== undefined && { count: counted }), numbers };
    },
    async listen(forMs) {
      const until = now() + forMs;
      for (let left = forMs; left > 0; left = until - now()) await hear(left);
    },
    numbers: () => numbers,
  };
}

type Ask = <Answer>(
  question: string,
  answer: (said: readonly Said[]) => Answer | undefined,
) => Promise<Answer | undefined>;

/** Asks a Zebra both ways: under a fault it says nothing to the one, and older ones do not know the other. */
async function askZebra(ask: Ask): Promise<PrinterStatus | undefined> {
  let stands: PrinterStatus | undefined;
  let errors: PrintCause | 'none' | undefined;
  await ask(HOST_STATUS + HOST_ERRORS, (said) => {
    const frames = said.filter(({ kind }) => kind === 'frame').map(({ text }) => text);
    const three = frames.filter((text) => text.includes(',')).slice(-3);
    stands = readHostStatus(three) ?? stands;
    errors = frames.map(readHostErrors).filter(isKnown).at(-1) ?? errors;
    return (stands && errors) || (errors !== undefined && errors !== 'none') || undefined;
  });
  if (errors !== undefined && errors !== 'none')
    return { ...ready, isBusy: stands?.isBusy ?? false, hasHalf: stands?.hasHalf ?? false, fault: errors };
  return stands;
}

const isQuoted = ({ kind }: Said): boolean => kind === 'quoted';
const isKnown = <Value>(value: Value | undefined): value is Value => value !== undefined;

function framed(read: (text: string) => PrinterStatus | undefined) {
  return (said: readonly Said[]): PrinterStatus | undefined =>
    said
      .filter(({ kind }) => kind === 'frame')
      .map(({ text }) => read(text))
      .filter(isKnown)
      .at(-1);
}
