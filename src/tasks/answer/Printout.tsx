import './answers.css';
import { useCallback, useRef, useState } from 'react';
import { ZplPicture } from './ZplPicture.tsx';
import type { AnswerValue } from './answerValue.ts';
import { printHere } from './printHere.ts';
import { readZpl } from './zpl.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { Fold } from '#ui/Fold.tsx';
import { canShare, download, share } from '#ui/files.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

export interface PrintoutProps {
  readonly value: Extract<AnswerValue, { kind: 'zpl' | 'pdf' }>;
  readonly text: string;
  readonly name?: string;
}

/**
 * A label that is here: shown, printed by this handheld, shared, or put into a file. Nothing of it asks the service.
 */
export function Printout({ value, text, name = 'label' }: PrintoutProps) {
  const [problem, setProblem] = useState<string>();
  const frame = useRef<HTMLIFrameElement>(null);
  const [file] = useState(() => fileOf(value, text, name));
  const isShown = value.kind === 'zpl' || navigator.pdfViewerEnabled;

  const setFrame = useCallback(
    (made: HTMLIFrameElement) => {
      frame.current = made;
      return showIn(made, file);
    },
    [file],
  );

  function print(): void {
    setProblem(printHere(value.kind === 'pdf' ? frame.current : undefined));
  }
  async function give(): Promise<void> {
    const given = value.kind === 'pdf' ? file : new File([text], `${name}.zpl.txt`, { type: 'text/plain' });
    if (!canShare(given)) setProblem(words('print').noShare);
    else setProblem((await share(given)) ? undefined : words('print').notShared);
  }

  return (
    <section className="printout" aria-label={words('print').label}>
      {value.kind === 'zpl' && readZpl(text).map((label, index) => <ZplPicture key={index} label={label} />)}
      {value.kind === 'pdf' && isShown && (
        // A sandbox would keep the browser's viewer out; the file's type leaves no other way to read it.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className="label-pdf" title={words('print').label} ref={setFrame} />
      )}
      {!isShown && <p className="hint">{words('print').noPdf}</p>}
      <div className="buttons">
        {isShown && (
          <Button icon={laterIcons.print} onClick={print}>
            {words('print').printHere}
          </Button>
        )}
        <Button icon={laterIcons.share} onClick={() => void give()}>
          {words('print').share}
        </Button>
        <Button icon={laterIcons.saveFile} onClick={() => download(file)}>
          {words('print').download}
        </Button>
      </div>
      <Alert text={problem} />
      {value.kind === 'zpl' && (
        <Fold title={words('print').zplText}>
          <pre className="verbatim">{text}</pre>
        </Fold>
      )}
    </section>
  );
}

function fileOf(value: PrintoutProps['value'], text: string, name: string): File {
  if (value.kind === 'zpl') return new File([text], `${name}.zpl`, { type: 'application/octet-stream' });
  const bytes = Uint8Array.from(atob(value.base64), (letter) => letter.charCodeAt(0));
  return new File([bytes], `${name}.pdf`, { type: 'application/pdf' });
}

function showIn(frame: HTMLIFrameElement, file: File): () => void {
  const url = URL.createObjectURL(file);
  frame.src = url;
  return () => URL.revokeObjectURL(url);
}
