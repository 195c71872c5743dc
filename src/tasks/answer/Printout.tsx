import './answers.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnswerValue } from '#site/answer/answerCard.ts';
import { onButton, useHasPrintButton, useIsNotPrintedHere, useLabelCode, useLabelHanded } from './labelOf.ts';
import { printHere, printShown } from './printHere.ts';
import { LabelPictures } from './LabelPictures.tsx';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { canShare, download, share } from '#ui/files.ts';
import { icons } from '#ui/icons.ts';
import { labelWords } from '#i18n/words/label.ts';
import { printWords } from '#i18n/words/print.ts';

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
 * Labels that are here, shown, with one button that prints them, unless the screen has it or they are left to a printer; behind a fold they are shared, or put into a
 * file. The service is not asked.
 */
export function Printout({ forms, name = 'label' }: PrintoutProps) {
  const [problem, setProblem] = useState<string>();
  const frames = useRef(new Map<number, HTMLIFrameElement>());
  const code = useLabelCode();
  const about = code === undefined ? undefined : onButton(code);
  const onHanded = useLabelHanded();
  const hasButton = useHasPrintButton();
  const isElsewhere = useIsNotPrintedHere();
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
        !isElsewhere && shown[at] && main !== at && !(main !== undefined && isPicture(forms[main]) && isPicture(form))
          ? () => ended(printHere(frames.current.get(at)))
          : undefined
      }
      onEnd={ended}
    />
  ));
  return (
    <section className="stack printout" aria-label={labelWords().label}>
      {isShown && !hasButton && !isElsewhere && (
        <Button size="big" kind="primary" icon={icons.print} about={about} onClick={() => ended(printShown())}>
          {about === undefined ? printWords().printHere : printWords().printCode({ code: about })}
        </Button>
      )}
      <Alert text={problem} />
      {forms.map(
        ({ value, text }, at) =>
          shown[at] &&
          (value.kind === 'zpl' ? (
            <LabelPictures key={at} zpl={text} />
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
