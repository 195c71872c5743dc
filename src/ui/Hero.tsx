import type { ReactNode } from 'react';
import { marked } from './Code.tsx';
import { Icon } from './Icon.tsx';
import { type Drawing, icons } from './icons.ts';

export interface HeroProps {
  readonly prompt: string;
  /** `true`: a scan is one of several things to do here: one line says so. */
  readonly isSmall?: boolean | undefined;
  readonly icon?: Drawing | undefined;
  /** The thing to do before a scan is taken; absent where one would be. */
  readonly problem?: string | undefined;
  readonly steps?: { readonly step: number; readonly of: number; readonly name: string } | undefined;
  readonly note?: ReactNode;
  /** The text that was typed so far. It stands in for what was scanned. */
  readonly typed: string;
  readonly captured?: ReactNode;
  readonly children: ReactNode;
}

/** The longest code that is taken is shown whole; of what is longer only its end is: something runs on. */
const SHOWN = 128;
const LONG = 20;

/** The head of a screen that takes scans: what to do now, at the same place on each. Ready is its usual look, not ready is loud. */
export function Hero({
  prompt,
  isSmall,
  icon = icons.scan,
  problem,
  steps,
  note,
  typed,
  captured,
  children,
}: HeroProps) {
  return (
    <section className={isSmall ? 'hero hero-small' : 'hero'} data-ready={problem === undefined}>
      <div className="hero-top">
        <Icon of={problem === undefined ? icon : icons.pause} />
        {problem === undefined ? steps && <Dots {...steps} /> : <strong className="hero-problem">{problem}</strong>}
        {note && <div className="hero-note">{note}</div>}
      </div>
      <h2 className="prompt">{prompt}</h2>
      <div className="hero-captured">
        {typed === '' ? (
          captured
        ) : (
          <span className={typed.length > LONG ? 'code code-medium' : 'code code-large'} aria-hidden="true">
            {marked(typed.length > SHOWN ? `…${typed.slice(-SHOWN)}` : typed)}
          </span>
        )}
      </div>
      {children}
    </section>
  );
}

function Dots({ step, of, name }: NonNullable<HeroProps['steps']>) {
  return (
    <span className="hero-dots">
      {Array.from({ length: of }, (_, index) => (
        <span key={index} data-done={index < step || undefined} />
      ))}
      <span className="vh">{name}</span>
    </span>
  );
}
