import { useState } from 'react';
import { brief, marked } from './Code.tsx';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import type { Mark } from './Row.tsx';
import { icons } from './icons.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

export const toneIcons = {
  step: icons.next,
  found: icons.checkOff,
  saved: icons.saved,
  repeat: icons.unconfirmed,
  wrong: icons.warning,
  asked: icons.asked,
} as const;

export type Tone = keyof typeof toneIcons;

/** The screen's word on the last thing that happened. A new object says it anew. */
export interface Saying {
  readonly tone: Tone;
  readonly text: string;
  /** The mark of the call's row, in place of the tone's word, picture and colour: no state looks like another. */
  readonly mark?: Mark;
  /** The screen that a tap on it opens. */
  readonly href?: string;
  /** The call that was saved, and what it does in words that stay true once it was answered; `why` it stands as it does, where whoever says it knows. */
  readonly call?: { readonly seq: number; readonly what: string; readonly why?: string | undefined };
}

export interface ResultBannerProps {
  readonly said: Saying | undefined;
  readonly rest: string | undefined;
}

/** So many letters have room under the tone's word in the band's usual size; more of them are set smaller, in the same band. */
const FEW = 44;

/** So many have room in it then, beside a short word; with more the band grows: what they say last is what came of the scan. */
const MANY = 90;
/** Letters of the tone's word that leave that room; each one more takes it from three of the text. */
const SHORT_WORD = 6;

/** Letters of the widths of Chinese count twice. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
}

/** The last result: good as a status, wrong as an alert. Both places are there before, so that it is read aloud. */
export function ResultBanner({ said, rest }: ResultBannerProps) {
  const [shown, setShown] = useState({ said, count: 0 });
  if (shown.said !== said) setShown({ said, count: shown.count + 1 });
  const text = said ? brief(said.text.replace(/[\t\r\n]+/g, ' ')) : '';
  const word = said?.mark?.word ?? (said && taskScreenWords().tones[said.tone]) ?? '';
  const size = widthOf(text) > FEW ? ' is-long' : '';
  const isTall = widthOf(text) + 3 * Math.max(0, widthOf(word) - SHORT_WORD) > MANY;
  const told = said?.call && said.text === said.call.what ? ' is-told' : '';
  const className = `said said-${said?.mark?.mood === 'plain' ? 'plain' : said?.tone}${size}${told}`;
  const inside = said && (
    <>
      <Icon of={said.mark?.icon ?? toneIcons[said.tone]} />
      <span className="said-text">
        <strong className="said-word">
          {word}
          <span className="vh">:</span>
        </strong>{' '}
        <span className="said-what">{marked(text)}</span>
      </span>
    </>
  );
  const band =
    said?.href === undefined ? (
      said && (
        <span className={className} key={shown.count}>
          {inside}
        </span>
      )
    ) : (
      <Link className={className} key={shown.count} href={said.href}>
        {inside}
      </Link>
    );
  return (
    <div className={`band${said?.tone === 'step' && !said.mark ? ' is-step' : ''}${isTall ? ' is-tall' : ''}`}>
      <output>{said?.tone !== 'wrong' && band}</output>
      <div role="alert">{said?.tone === 'wrong' && band}</div>
      {!said && rest !== undefined && <p className="band-rest">{rest}</p>}
    </div>
  );
}
