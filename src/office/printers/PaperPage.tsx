import { Time, filled } from '#office/pages/parts.tsx';
import type { DemoPaper } from '#office/ports/gatewayPorts.ts';
import { LabelPicture } from './LabelPicture.tsx';
import type { PrintersView } from './printView.tsx';
import { readZpl } from './zpl.ts';

interface PaperPageProps {
  readonly papers: readonly DemoPaper[];
  readonly view: PrintersView;
}

/** The page of what came out of the demo printer, as pictures. */
export function PaperPage({ papers, view: { texts, printers } }: PaperPageProps) {
  const demo = printers.find(({ way }) => way === 'demo');
  return (
    <>
      <p className="hint">{texts.paperHint}</p>
      {papers.length === 0 && <p>{filled(texts.noPaper, { code: <code key="code">{demo?.code ?? '?'}</code> })}</p>}
      <div className="papers">
        {papers.map(({ n, at, zpl }) => (
          <article key={n}>
            <p>
              {n} · <Time at={at} />
            </p>
            <Pictures zpl={zpl} texts={texts} />
          </article>
        ))}
      </div>
    </>
  );
}

interface PicturePageProps {
  readonly label: string;
  readonly view: PrintersView;
}

/** The page of one label's picture. */
export function PicturePage({ label, view: { texts } }: PicturePageProps) {
  const isZpl = label.includes('^XA');
  return (
    <>
      <p className="hint">{isZpl ? texts.pictureHint : texts.isPdf}</p>
      {isZpl && <Pictures zpl={label} texts={texts} />}
    </>
  );
}

interface PicturesProps {
  readonly zpl: string;
  readonly texts: PrintersView['texts'];
}

function Pictures({ zpl, texts }: PicturesProps) {
  return readZpl(zpl).map((label, index) => (
    <figure className="label-picture" key={index}>
      <LabelPicture label={label} />
      {label.leftOut.length > 0 && (
        <figcaption className="hint">{texts.leftOut({ commands: label.leftOut.join(' ') })}</figcaption>
      )}
    </figure>
  ));
}
