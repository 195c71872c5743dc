import { Frame } from '#app/frame/Frame.tsx';
import { toRescue } from '#app/queue/queuePlaces.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { CameraPlace, CameraToggle, useAids } from '#tasks/intake/ScanDock.tsx';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { FileChoice } from '#ui/FileChoice.tsx';
import { Page } from '#ui/Page.tsx';
import { type Saying, ResultBanner } from '#ui/ResultBanner.tsx';
import { rescueWords } from '#i18n/words/rescue.ts';
import { useRef, useState } from 'react';
import { explainRescue } from './TakeBack.tsx';
import { useQueueMover } from './useQueueMover.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { type CollectedFrames, addFrame, missingIn, textOfFrames } from '#outbox/handover/frames.ts';

/** Takes over the queue of another handheld: by the codes on its screen, or by its file. */
export function TakeOverScreen() {
  const aids = useAids();
  const { said, isDone, addCode, addFile, startAnew } = useTakeOver();
  const scanning = useScans({ onScan: ({ text }) => addCode(text) });

  const dock = (
    <div className="buttons">
      <CameraToggle aids={aids} />
      <FileChoice onFile={addFile}>{rescueWords().chooseFile}</FileChoice>
    </div>
  );
  return (
    <Frame title={rescueWords().takeOver} back={toRescue()}>
      <Page line={<ScanHero scanning={scanning} isSmall prompt={rescueWords().takePrompt} />} dock={dock}>
        <ResultBanner said={said} rest={rescueWords().takeOverHint} />
        {startAnew && (
          <Button size="big" onClick={startAnew}>
            {rescueWords().startAnew}
          </Button>
        )}
        {isDone && (
          <Button size="big" href="/queue" kind="primary">
            {rescueWords().toQueue}
          </Button>
        )}
        <CameraPlace aids={aids} onlyQr />
      </Page>
    </Frame>
  );
}

const MOST_NAMED = 8;

function useTakeOver() {
  const appState = useAppState();
  const mover = useQueueMover();
  const collected = useRef<CollectedFrames>(undefined);
  const [said, setSaid] = useState<Saying>();
  const [isDone, setDone] = useState(false); // whether calls were taken over
  const [other, setOther] = useState<string>();

  function say(tone: Saying['tone'], text: string): void {
    appState.handheld.cues.play(tone);
    setSaid({ tone, text });
  }

  async function takeOver(reading: Promise<string>): Promise<void> {
    collected.current = undefined; // whatever comes of it, the next code begins anew
    try {
      const { added, returned, known } = await mover.takeOver(await reading);
      setDone(true);
      say(added + returned > 0 ? 'saved' : 'repeat', rescueWords().taken({ added, returned, known }).trim());
    } catch (error) {
      say('wrong', explainRescue(error));
    }
  }

  function addCode(text: string): void {
    const { kind, number = 0, collected: now } = addFrame(collected.current, text);
    collected.current = now;
    setOther(kind === 'other' ? text : undefined);
    if (kind === 'none' || kind === 'broken')
      return say('wrong', kind === 'none' ? rescueWords().noCode : rescueWords().brokenCode);
    if (kind === 'other') return say('wrong', rescueWords().otherCodes);
    if (!now) return undefined;
    setDone(false);
    const missing = missingIn(now);
    const done = now.count - missing.length;
    if (missing.length === 0) return void takeOver(textOfFrames(now));
    if (kind === 'repeat')
      return setSaid({ tone: 'step', text: rescueWords().readAgain({ number, done, many: now.count }) });
    return say('step', readSoFar(done, now.count, missing));
  }

  function startAnew(): void {
    collected.current = undefined;
    addCode(other ?? '');
  }

  return {
    said,
    isDone,
    addCode,
    addFile: (file: File) => void takeOver(file.text()),
    startAnew: other === undefined ? undefined : startAnew,
  };
}

function readSoFar(done: number, many: number, missing: readonly number[]): string {
  if (missing.length > MOST_NAMED) return rescueWords().read({ done, many });
  return rescueWords().readMissing({ done, many, missing: missing.join(rescueWords().separator) });
}
