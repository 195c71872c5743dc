import { useEffect, useState } from 'react';
import { decodeMarkup } from '#contract/entities.ts';
import { useIsPictureAsked } from './labelOf.ts';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { labelWords } from '#i18n/words/label.ts';
import { printWords } from '#i18n/words/print.ts';

interface LabelPicture {
  readonly url: string;
  /** The texts on the label. */
  readonly texts: string;
  /** Commands that draw something and are not drawn. */
  readonly leftOut: string;
}

/** The labels of a ZPL text as they will look, about: black on white in every theme. Without the gateway one sentence stands in their place. */
export function LabelPictures({ zpl }: { readonly zpl: string }) {
  const { drawLabels, printers } = useHandheld();
  const isPrinted = useView(printers) !== undefined;
  const isAsked = useIsPictureAsked();
  const [round, setRound] = useState(isPrinted && !isAsked ? 0 : 1);
  const [shown, setShown] = useState<readonly LabelPicture[] | 'away'>();
  useEffect(() => {
    let isOver = false;
    if (round === 0) return undefined; // nobody has asked for it
    void drawLabels(zpl).then((pictures) => {
      if (!isOver) setShown(pictures?.map(readPicture) ?? 'away');
    });
    return () => void (isOver = true);
  }, [drawLabels, zpl, round]);

  if (shown === 'away' || round === 0)
    return (
      <>
        {round > 0 && <p className="hint">{labelWords().noPicture}</p>}
        <Button icon={icons.print} onClick={() => setRound(round + 1)}>
          {printWords().showLabel}
        </Button>
      </>
    );
  if (!shown) return <div className="label-room" />;
  return shown.map(({ url, texts, leftOut }, index) => (
    // Two may be equal; the place is what tells them apart.
    <figure className="label-picture" aria-label={printWords().picture({ texts })} key={index}>
      <img src={url} alt="" />
      {leftOut !== '' && <figcaption className="hint">{printWords().leftOut({ commands: leftOut })}</figcaption>}
    </figure>
  ));
}

/** Reads a picture: an SVG, whose title are the texts on it, and whose description is what it leaves out. No browser parses it here: the policy forbids that. */
function readPicture(svg: string): LabelPicture {
  const [, texts = ''] = /<title>([^<]*)<\/title>/.exec(svg) ?? [];
  const [, leftOut = ''] = /<desc>([^<]*)<\/desc>/.exec(svg) ?? [];
  return {
    url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    texts: decodeMarkup(texts),
    leftOut: decodeMarkup(leftOut),
  };
}
