import { Frame } from '#app/Frame.tsx';
import { ShareButton } from '#app/ShareButton.tsx';
import { TakeBack } from '#app/TakeBack.tsx';
import { download } from '#app/files.ts';
import { useFloor, useHeldScans } from '#app/floor.ts';
import { shortId, toRescue } from '#app/places.tsx';
import { queueFile } from '#app/queueMover.ts';
import { useFresh } from '#tasks/useFresh.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { messages } from '#ui/messages.ts';
import { rescue as words } from '#ui/rescueMessages.ts';

interface Given {
  readonly text: string;
  readonly file: File;
  readonly calls: number;
  readonly at: number;
  readonly operator: string;
}

/** A hand-over, to be given to the other handheld: as often as it takes. */
export function HandedOverScreen({ id }: { readonly id: string }) {
  const { base } = useFloor();
  useHeldScans();
  const given = useFresh<Given | 'gone'>(async () => {
    const mover = await base.mover();
    const known = (await mover.handOvers()).find((handOver) => handOver.id === id);
    if (!known) return 'gone';
    const text = await mover.document(id);
    return { ...known, text, file: queueFile(text, known.at) };
  }, id);
  return (
    <Frame title={words.handOverName(shortId(id))} back={toRescue} offersScan>
      <Page>
        {given === 'gone' && <p>{words.gone}</p>}
        {given !== undefined && given !== 'gone' && <Found id={id} given={given} />}
      </Page>
    </Frame>
  );
}

function Found({ id, given: { file, calls, at, operator } }: { readonly id: string; readonly given: Given }) {
  return (
    <>
      <div>
        <p className="section-head">{words.entry(calls, shortId(id))}</p>
        <p className="hint">{words.by(operator, messages.time.at(at))}</p>
        <p>{words.given}</p>
      </div>
      <section className="stack" aria-label={words.file}>
        <div>
          <h2 className="section-head">{words.file}</h2>
          <p className="hint">{words.fileHint}</p>
        </div>
        <Button size="big" kind="primary" icon="update" wide onClick={() => download(file)}>
          {words.saveFile}
        </Button>
        <ShareButton file={file} />
      </section>
      <div className="apart stack">
        <TakeBack id={id} calls={calls} />
      </div>
    </>
  );
}
