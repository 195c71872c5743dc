import type { ReactNode } from 'react';
import { marked } from './Code.tsx';
import { Icon } from './Icon.tsx';

export interface ScanLineProps {
  /** Whether a scan would be taken now. */
  readonly ready: boolean;
  /** "Ready", or what has to be done first. */
  readonly word: string;
  /** What has been typed so far. */
  readonly typed: string;
  /** Stands there while nothing has been typed. */
  readonly note?: ReactNode;
  /** The input that takes what a scanner types. */
  readonly children: ReactNode;
}

/** The longest code that is taken is shown whole; of what is longer only its end is: something runs on. */
const SHOWN = 128;
/** A code of more characters than fill two lines is written smaller. */
const LONG = 30;

/** The ready bar: green only where a scan would be taken, with what has come so far. */
export function ScanLine({ ready, word, typed, note, children }: ScanLineProps) {
  const isLong = typed.length > LONG;
  const classes = ['scan-line', ready ? 'is-ready' : '', typed === '' ? '' : 'has-text', isLong ? 'is-long' : ''];
  return (
    <div className={classes.join(' ').trim()} data-ready={ready}>
      <p className="scan-line-word">
        <Icon name={ready ? 'scan' : 'pause'} />
        {word}
      </p>
      <div className="scan-line-typed">
        <span aria-hidden="true">{marked(typed.length > SHOWN ? `…${typed.slice(-SHOWN)}` : typed)}</span>
        {typed === '' && note !== undefined && <span className="scan-line-note">{note}</span>}
        {children}
      </div>
    </div>
  );
}
