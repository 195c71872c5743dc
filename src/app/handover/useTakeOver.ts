import { useRef, useState } from 'react';
import { explainRescue } from './explainRescue.ts';
import { useAppContext } from '#app/frame/appContext.ts';
import { type Collected, addFrame, missingIn, textOfFrames } from '#outbox/handover/frames.ts';
import type { Saying } from '#ui/ResultBanner.tsx';
import { words } from '#i18n/words.ts';

/** How many codes are missing, at most, where they are named. */
const MOST_NAMED = 8;

/** What has come of taking over so far. */
export interface TakingOver {
  readonly said: Saying | undefined;
  /** Whether calls were taken over. */
  readonly isDone: boolean;
  /** Takes one scanned code; the last one that was missing takes the queue over. */
  readonly addCode: (text: string) => void;
  readonly addFile: (file: File) => void;
  /** Begins with the code of another hand-over that was scanned last, where there is one. */
  readonly startAnew: (() => void) | undefined;
}

export function useTakeOver(): TakingOver {
  const { appState } = useAppContext();
  const collected = useRef<Collected>(undefined);
  const [said, setSaid] = useState<Saying>();
  const [isDone, setDone] = useState(false);
  const [other, setOther] = useState<string>();

  function say(tone: Saying['tone'], text: string): void {
    appState.handheld.cues.play(tone);
    setSaid({ tone, text });
  }

  async function takeOver(reading: Promise<string>): Promise<void> {
    collected.current = undefined; // whatever comes of it, the next code begins anew
    try {
      const { added, returned, known } = await (await appState.mover()).takeOver(await reading);
      setDone(true);
      say(added + returned > 0 ? 'saved' : 'repeat', words('rescue').taken({ added, returned, known }).trim());
    } catch (error) {
      say('wrong', explainRescue(error));
    }
  }

  function addCode(text: string): void {
    const { kind, number = 0, collected: now } = addFrame(collected.current, text);
    collected.current = now;
    setOther(kind === 'other' ? text : undefined);
    if (kind === 'none' || kind === 'broken')
      return say('wrong', kind === 'none' ? words('rescue').noCode : words('rescue').brokenCode);
    if (kind === 'other') return say('wrong', words('rescue').otherCodes);
    if (!now) return undefined;
    setDone(false);
    const missing = missingIn(now);
    const done = now.count - missing.length;
    if (missing.length === 0) return void takeOver(textOfFrames(now));
    if (kind === 'repeat')
      return setSaid({ tone: 'step', text: words('rescue').readAgain({ number, done, many: now.count }) });
    return say('step', readSoFar(done, now.count, missing));
  }

  return {
    said,
    isDone,
    addCode,
    addFile: (file) => void takeOver(file.text()),
    startAnew:
      other === undefined
        ? undefined
        : () => {
            collected.current = undefined;
            addCode(other);
          },
  };
}

function readSoFar(done: number, many: number, missing: readonly number[]): string {
  if (missing.length > MOST_NAMED) return words('rescue').read({ done, many });
  return words('rescue').readMissing({ done, many, missing: missing.join(words('rescue').separator) });
}
