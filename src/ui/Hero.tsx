import type { ReactNode } from 'react';
import { marked } from './Code.tsx';
import { Icon } from './Icon.tsx';
import { type Drawing, icons } from './icons.ts';

export interface HeroProps {
  readonly prompt: string;
  /** The longest prompt of this screen: its lines have their room under each of them. @default two lines */
  readonly longest?: string | undefined;
  /** `true`: a scan is one of several things to do here: one line says so. */
  readonly isSmall?: boolean | undefined;
  readonly icon?: Drawing | undefined;
  /** The thing to do before a scan is taken; absent where one would be. */
  readonly problem?: string | undefined;
  readonly note?: ReactNode;
  /** The text that was typed so far. It stands in for what was scanned. */
  readonly typed: string;
  readonly captured?: ReactNode;
  /** Draws the places of the screen's codes, for `captured` and what stands over the prompt; what is typed, or the problem, goes into the one that is asked for. */
  readonly renderSlots?: ((inNext: ReactNode) => ReactNode) | undefined;
}

/** The longest code that is taken is shown whole; of what is longer only its end is: something runs on. */
const SHOWN = 128;
const LONG = 20;

/** The head of a screen that takes scans: what to do now, at the same place on each. Ready is its usual look, not ready is loud. */
export function Hero({
  prompt,
  longest,
  isSmall,
  icon = icons.scan,
  problem,
  note,
  typed,
  captured,
  renderSlots,
}: HeroProps) {
  const first = problem !== undefined && <strong className="hero-problem">{problem}</strong>;
  const coming = typed !== '' && (
    <span className={typed.length > LONG ? 'code code-medium' : 'code code-large'} aria-hidden="true">
      {marked(typed.length > SHOWN ? `…${typed.slice(-SHOWN)}` : typed)}
    </span>
  );
  const isInHand = captured && !renderSlots;
  return (
    <section
      className={isSmall ? 'hero hero-small' : isInHand ? 'hero hero-in-hand' : renderSlots ? 'hero has-slots' : 'hero'}
      data-ready={problem === undefined}
    >
      {!renderSlots && (
        <div className="hero-top">
          <Icon of={problem === undefined ? icon : icons.pause} />
          {!isInHand && first}
          {note && <div className="hero-note">{note}</div>}
        </div>
      )}
      {/* The page's scan field is described by it (index.html). */}
      <h2 className="prompt" id="prompt" data-longest={longest}>
        <span>{(isInHand && first) || prompt}</span>
      </h2>
      <div className="hero-captured">{renderSlots ? renderSlots(first || coming) : coming || captured}</div>
    </section>
  );
}
