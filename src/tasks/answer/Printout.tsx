import './answers.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnswerValue } from '#site/answer/answerCard.ts';
import { onButton, useHasPrintButton, useLabelCode, useLabelHanded } from './labelOf.ts';
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

/** A label as the service gave it. */
export interface LabelForm {
  readonly value: Extract<AnswerValue, { kind: 'zpl' | 'pdf' }>;
  readonly text: string;
}

export interface PrintoutProps {
  /** The labels of one answer, or one label in several forms. */
  readonly forms: readonly LabelForm[];
  readonly name?: string;
}

/**
 * Labels that are here, shown, with one button that prints them, unless the screen has it; behind a fold they are shared, or put into a
 * file. The service is not asked.
 */
export function Printout({ forms, name = 'label' }: PrintoutProps) {
  const [problem, setProblem] = useState<string>();
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const code = useLabelCode();
  const about = code === undefined ? undefined : onButton(code);
  const onHanded = useLabelHanded();
  const hasButton = useHasPrintButton();
  const shown = forms.map(({ value }) => value.kind === 'zpl' || navigator.pdfViewerEnabled);
  const isShown = shown.includes(true);
  const [main] = printedFirst(forms, shown);

  function ended(refusal: string | undefined): void {
    setProblem(refusal);
    if (refusal === undefined) onHanded?.();
  }
  const ways = forms.map((form, at) => (
    <FormWays
      key={at}
      form={form}
      name={name}
      title={forms.length > 1 ? titleOf(forms, at) : undefined}
      onPrint={
        shown[at] && main !== at && !(main !== undefined && isPicture(forms[main]) && isPicture(form))
          ? () => ended(printHere(frames.current.get(at)))
          : undefined
      }
      onEnd={ended}
    />
  ));
  return (
    <section className="stack printout" aria-label={labelWords().label}>
      {isShown && !hasButton && (
        <Button size="big" kind="primary" icon={icons.print} about={about} onClick={() => ended(printShown())}>
          {about === undefined ? printWords().printHere : printWords().printCode({ code: about })}
        </Button>
      )}
      <Alert text={problem} />
      {forms.map(
        ({ value, text }, at) =>
          shown[at] &&
          (value.kind === 'zpl' ? (
            readZpl(text).map((label, index) => <ZplPicture key={`${at} ${index}`} label={label} />)
          ) : (
            <PdfFrame
              key={at}
              base64={value.base64}
              name={name}
              onFrame={(made) => void frames.current.set(at, made)}
            />
          )),
      )}
      {isShown ? (
        <Fold title={printWords().otherWays} open={problem === undefined ? undefined : true}>
          <div className="stack">{ways}</div>
        </Fold>
      ) : (
        <>
          <p className="hint">{printWords().noPdf}</p>
          {ways}
        </>
      )}
    </section>
  );
}

/** Returns the place of what is printed by the one button: the first PDF that is shown, else the pictures. */
function printedFirst(forms: readonly LabelForm[], shown: readonly boolean[]): readonly number[] {
  const places = forms.flatMap((_, at) => (shown[at] ? [at] : []));
  const pdf = places.find((at) => !isPicture(forms[at]));
  return pdf === undefined ? places : [pdf];
}

function isPicture(form: LabelForm | undefined): boolean {
  return form?.value.kind === 'zpl';
}

/** Names one of several forms: `PDF`, or `PDF 2` where there are more of its kind. */
function titleOf(forms: readonly LabelForm[], at: number): string {
  const kind = forms[at]?.value.kind;
  const before = forms.slice(0, at).filter(({ value }) => value.kind === kind).length;
  return [kind?.toUpperCase(), ...(before > 0 ? [before + 1] : [])].join(' ');
}

interface FormWaysProps {
  readonly form: LabelForm;
  readonly name: string;
  /** Absent: it is the only one. */
  readonly title: string | undefined;
  /** Absent: it is printed by the one button, or not here. */
  readonly onPrint: (() => void) | undefined;
  /** Told what refused it; nothing: it was handed over. */
  readonly onEnd: (problem: string | undefined) => void;
}

/** The ways of a label beside the one button: to another app, and into a file. */
function FormWays({ form: { value, text }, name, title, onPrint, onEnd }: FormWaysProps) {
  const { kind } = value;
  const content = value.kind === 'pdf' ? value.base64 : text;
  const file = useMemo(() => fileOf(kind, content, name), [kind, content, name]);

  async function give(): Promise<void> {
    const given = kind === 'pdf' ? file : new File([text], `${name}.zpl.txt`, { type: 'text/plain' });
    if (!canShare(given)) onEnd(printWords().noShare);
    else onEnd((await share(given)) ? undefined : printWords().notShared);
  }

  return (
    <>
      {title !== undefined && (
        <h4 className="label" translate="no">
          {title}
        </h4>
      )}
      <div className="buttons">
        {onPrint && (
          <Button icon={icons.print} onClick={onPrint}>
            {printWords().printHere}
          </Button>
        )}
        <Button icon={icons.share} onClick={() => void give()}>
          {printWords().share}
        </Button>
        <Button
          icon={icons.saveFile}
          onClick={() => {
            download(file);
            onEnd(undefined);
          }}
        >
          {printWords().download}
        </Button>
      </div>
      {kind === 'zpl' && (
        <Fold title={printWords().zplText}>
          <pre className="verbatim">{text}</pre>
        </Fold>
      )}
    </>
  );
}

interface PdfFrameProps {
  readonly base64: string;
  readonly name: string;
  readonly onFrame: (frame: HTMLIFrameElement) => void;
}

function PdfFrame({ base64, name, onFrame }: PdfFrameProps) {
  const file = useMemo(() => fileOf('pdf', base64, name), [base64, name]);
  const told = useRef(onFrame);
  const setFrame = useCallback(
    (made: HTMLIFrameElement) => {
      told.current(made);
      return showIn(made, file);
    },
    [file],
  );
  // A sandbox would keep the browser's viewer out; the file's type leaves no other way to read it.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="label-pdf" title={labelWords().label} ref={setFrame} />;
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
