import './answers.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnswerValue } from '#site/answer/answerCard.ts';
import { onButton, useLabelCode, useLabelHanded } from './labelOf.ts';
import { printHere, printShown } from './printHere.ts';
import {
  type BarSymbology,
  type ZplBars,
  type ZplBox,
  type ZplItem,
  type ZplLabel,
  type ZplText,
  readZpl,
} from './zpl.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { canShare, download, share } from '#ui/files.ts';
import { icons } from '#ui/icons.ts';
import { labelWords } from '#i18n/words/label.ts';
import { printWords } from '#i18n/words/print.ts';
import { code128, code39, datamatrix, drawingSVG, ean13, interleaved2of5, qrcode } from 'bwip-js/generic';

export interface PrintoutProps {
  readonly value: Extract<AnswerValue, { kind: 'zpl' | 'pdf' }>;
  readonly text: string;
  readonly name?: string;
}

/** A label that is here: shown, printed by this handheld, shared, or put into a file. The service is not asked. */
export function Printout({ value, text, name = 'label' }: PrintoutProps) {
  const [problem, setProblem] = useState<string>();
  const frame = useRef<HTMLIFrameElement>(null);
  const code = useLabelCode();
  const onHanded = useLabelHanded();
  const { kind } = value;
  const content = value.kind === 'pdf' ? value.base64 : text;
  const file = useMemo(() => fileOf(kind, content, name), [kind, content, name]);
  const isShown = value.kind === 'zpl' || navigator.pdfViewerEnabled;

  const setFrame = useCallback(
    (made: HTMLIFrameElement) => {
      frame.current = made;
      return showIn(made, file);
    },
    [file],
  );

  function print(): void {
    ended(printHere(value.kind === 'pdf' ? frame.current : undefined));
  }
  function ended(refusal: string | undefined): void {
    setProblem(refusal);
    if (refusal === undefined) onHanded?.();
  }
  async function give(): Promise<void> {
    const given = value.kind === 'pdf' ? file : new File([text], `${name}.zpl.txt`, { type: 'text/plain' });
    if (!canShare(given)) setProblem(printWords().noShare);
    else ended((await share(given)) ? undefined : printWords().notShared);
  }

  return (
    <section className="stack printout" aria-label={labelWords().label}>
      {value.kind === 'zpl' && readZpl(text).map((label, index) => <ZplPicture key={index} label={label} />)}
      {value.kind === 'pdf' && isShown && (
        // A sandbox would keep the browser's viewer out; the file's type leaves no other way to read it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className="label-pdf" title={labelWords().label} ref={setFrame} />
      )}
      {!isShown && <p className="hint">{printWords().noPdf}</p>}
      <div className="buttons">
        {isShown && (
          <Button icon={icons.print} onClick={print}>
            {code === undefined ? printWords().printHere : printWords().printHereCode({ code: onButton(code) })}
          </Button>
        )}
        <Button icon={icons.share} onClick={() => void give()}>
          {printWords().share}
        </Button>
        <Button
          icon={icons.saveFile}
          onClick={() => {
            download(file);
            onHanded?.();
          }}
        >
          {printWords().download}
        </Button>
      </div>
      <Alert text={problem} />
      {value.kind === 'zpl' && (
        <Fold title={printWords().zplText}>
          <pre className="verbatim">{text}</pre>
        </Fold>
      )}
    </section>
  );
}

export interface PrintShownProps {
  readonly code: string;
  /** Told what refused it; nothing: it was handed over. */
  readonly onEnd: (problem: string | undefined) => void;
}

/** Prints the label that is on the screen. It comes with the label's picture: before, an empty page would be printed. */
export function PrintShown({ code, onEnd }: PrintShownProps) {
  return (
    <Button size="lead" kind="primary" icon={icons.print} about={onButton(code)} onClick={() => onEnd(printShown())}>
      {printWords().printCode({ code: onButton(code) })}
    </Button>
  );
}

/** @param content - the text of a ZPL, a PDF in Base64 */
function fileOf(kind: 'zpl' | 'pdf', content: string, name: string): File {
  if (kind === 'zpl') return new File([content], `${name}.zpl`, { type: 'application/octet-stream' });
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${name}.pdf`, { type: 'application/pdf' });
}

function showIn(frame: HTMLIFrameElement, file: File): () => void {
  const url = URL.createObjectURL(file);
  frame.src = url;
  return () => URL.revokeObjectURL(url);
}

/** A label as it will look, about: black on white in every theme. */
export function ZplPicture({ label }: { readonly label: ZplLabel }) {
  const { width, height, items, leftOut } = label;
  const said = items.flatMap((item) => (item.kind === 'box' ? [] : [item.text])).join(', ');
  return (
    <figure className="label-picture" aria-label={printWords().picture({ texts: said })}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect width={width} height={height} fill="#fff" />
        {items.map((item, index) => (
          // The place on the label is what tells two of them apart.
          <Item key={index} item={item} />
        ))}
      </svg>
      {leftOut.length > 0 && (
        <figcaption className="hint">{printWords().leftOut({ commands: leftOut.join(' ') })}</figcaption>
      )}
    </figure>
  );
}

function Item({ item }: { readonly item: ZplItem }) {
  if (item.kind === 'box') return <Box item={item} />;
  const rotate = item.orientation === 0 ? undefined : `rotate(${item.orientation} ${item.x} ${item.y})`;
  return <g transform={rotate}>{item.kind === 'text' ? <Letters {...item} /> : <Bars item={item} />}</g>;
}

function Box({ item: { x, y, width, height, line } }: { readonly item: ZplBox }) {
  const isFull = line * 2 >= Math.min(width, height);
  if (isFull) return <rect x={x} y={y} width={width} height={height} fill="#000" />;
  const [w, h] = [width - line, height - line];
  return <rect x={x + line / 2} y={y + line / 2} width={w} height={h} fill="none" stroke="#000" strokeWidth={line} />;
}

function Letters({ x, y, height, text, isBase }: Omit<ZplText, 'kind' | 'orientation'>) {
  return (
    <text x={x} y={isBase ? y : y + height * 0.8} fontSize={height} fontFamily="sans-serif" fill="#000">
      {text}
    </text>
  );
}

function Bars({ item }: { readonly item: ZplBars }) {
  const { symbology, x, y, height, module, text, isBase, isRead } = item;
  const picture = barPicture(symbology, text);
  const letters = Math.max(20, module * 9);
  if (!picture) return <Letters x={x} y={y} height={letters} text={`[${symbology}] ${text}`} isBase={isBase} />;
  const [wide, high] = [picture.modulesWide * module, height === 0 ? picture.modulesHigh * module : height];
  const top = isBase ? y - high : y;
  return (
    <>
      <image href={picture.url} x={x} y={top} width={wide} height={high} preserveAspectRatio="none" />
      {isRead && <Letters x={x} y={top + high + 4} height={letters} text={text} isBase={false} />}
    </>
  );
}

const draw = { code128, code39, datamatrix, ean13, interleaved2of5, qrcode };
const CELL = 2;

interface BarPicture {
  readonly url: string;
  readonly modulesWide: number;
  readonly modulesHigh: number;
}

/** Draws a symbol, black on nothing. @returns `undefined` where the text is none that the symbology can hold. */
function barPicture(symbology: BarSymbology, text: string): BarPicture | undefined {
  let svg: string;
  try {
    svg = draw[symbology]({ text, scale: 1 } as Parameters<typeof code128>[0], drawingSVG());
  } catch {
    return undefined;
  }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const cell = symbology === 'qrcode' || symbology === 'datamatrix' ? CELL : 1;
  const stretched = cell === 1 ? svg.replace('<svg ', '<svg preserveAspectRatio="none" ') : svg; // bars as high as asked
  return {
    url: `data:image/svg+xml,${encodeURIComponent(stretched)}`,
    modulesWide: Number(width) / cell,
    modulesHigh: Number(height) / cell,
  };
}
