import { useState } from 'react';
import { Frame } from '#app/frame/Frame.tsx';
import { ShareButton } from '#app/frame/savedFile.tsx';
import { TakeBack } from './TakeBack.tsx';
import { download } from '#ui/files.ts';
import { useQueueMover } from './useQueueMover.ts';
import { useAppView, useHeldScans } from '#app/frame/useAppState.ts';
import { shortId, toRescue } from '#app/queue/queuePlaces.ts';
import { queueFile } from './queueMover.ts';
import { MOST_FRAMES, framesOf } from '#outbox/handover/frames.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Page, Section } from '#ui/Page.tsx';
import { workerName } from '#device/workers.ts';
import { shownMoment } from '#i18n/moments.ts';
import { rescueWords } from '#i18n/words/rescue.ts';
import { part } from '#ui/part.tsx';
import { icons } from '#ui/icons.ts';

const CodePlayer = part(() => import('./CodePlayer.tsx'), 'CodePlayer');

interface Given {
  readonly file: File;
  readonly frames: readonly string[];
  readonly calls: number;
  readonly at: number;
  readonly operator: string;
}

/** A hand-over, to be given to the other handheld: as often as it takes. */
export function HandedOverScreen({ id }: { readonly id: string }) {
  const mover = useQueueMover();
  useHeldScans();
  const given = useFresh<Given | 'gone'>(async (before) => {
    const known = (await mover.handOvers()).find((handOver) => handOver.id === id);
    if (!known) return 'gone';
    if (before && before !== 'gone' && before.calls === known.calls) return before; // shown codes stay as they are
    const text = await mover.document(id);
    return { ...known, file: queueFile(text, known.at), frames: await framesOf(text) };
  }, id);
  return (
    <Frame title={rescueWords().handOverName({ id: shortId(id) })} back={toRescue()} offersScan>
      <Page>
        {given === 'gone' && <p>{rescueWords().gone}</p>}
        {given !== undefined && given !== 'gone' && <GivenCalls id={id} given={given} />}
      </Page>
    </Frame>
  );
}

interface GivenCallsProps {
  readonly id: string;
  readonly given: Given;
}

function GivenCalls({ id, given: { file, frames, calls, at, operator } }: GivenCallsProps) {
  const { site } = useAppView();
  const [isShowing, setShowing] = useState(false);
  if (isShowing) {
    return <CodePlayer frames={frames} onClose={() => setShowing(false)} />;
  }
  const isTooLong = frames.length > MOST_FRAMES;
  return (
    <>
      <div>
        <p className="section-head">{rescueWords().entry({ many: calls, id: shortId(id) })}</p>
        <p className="hint">{rescueWords().by({ who: workerName(site.workers, operator), at: shownMoment(at) })}</p>
        <p>{rescueWords().given}</p>
      </div>
      <Section
        title={rescueWords().codes}
        hint={isTooLong ? rescueWords().tooMany : rescueWords().codesHint({ many: frames.length })}
      >
        {!isTooLong && (
          <Button size="big" kind="primary" icon={icons.codes} onClick={() => setShowing(true)}>
            {rescueWords().showCodes}
          </Button>
        )}
      </Section>
      <Section title={rescueWords().file} hint={rescueWords().fileHint}>
        <Button size="big" icon={icons.saveFile} onClick={() => download(file)}>
          {rescueWords().saveFile}
        </Button>
        <ShareButton file={file} />
      </Section>
      <div className="apart">
        <TakeBack id={id} calls={calls} />
      </div>
    </>
  );
}
