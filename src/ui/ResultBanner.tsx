import { useState } from 'react';
import { brief, marked } from './Code.tsx';
import { Icon } from './Icon.tsx';
import type { Mark } from './Row.tsx';
import { icons } from './icons.ts';
import { words } from '#i18n/words.ts';

export const toneIcons = {
  step: icons.next,
  found: icons.checkOff,
  saved: icons.saved,
  repeat: icons.repeat,
  wrong: icons.warning,
} as const;

export type Tone = keyof typeof toneIcons;

/** The screen's word on the last thing that happened. A new object says it anew. */
export interface Saying {
  readonly tone: Tone;
  readonly text: string;
  /** The mark of the call's row, in place of the tone's word, picture and colour: no state looks like another. */
  readonly mark?: Mark;
  /** The call that was saved, and what it does in words that stay true once it was answered. */
  readonly call?: { readonly seq: number; readonly what: string };
}

export interface ResultBannerProps {
  readonly said: Saying | undefined;
  readonly rest: string | undefined;
}

/** The last result: good as a status, wrong as an alert. Both places are there before, so that it is read aloud. */
export function ResultBanner({ said, rest }: ResultBannerProps) {
  const [shown, setShown] = useState({ said, count: 0 });
  if (shown.said !== said) setShown({ said, count: shown.count + 1 });
  const band = said && (
    <span className={`said said-${said.mark?.mood === 'plain' ? 'plain' : said.tone}`} key={shown.count}>
      <Icon of={said.mark?.icon ?? toneIcons[said.tone]} />
      <span className="said-text">
        <strong className="said-word">
          {said.mark?.word ?? words('taskScreen').tones[said.tone]}
          <span className="vh">: </span>
        </strong>
        {marked(brief(said.text.replace(/[\t\r\n]+/g, ' ')))}
      </span>
    </span>
  );
  return (
    <div className={said?.tone === 'step' && !said.mark ? 'band is-step' : 'band'}>
      <output>{said?.tone !== 'wrong' && band}</output>
      <div role="alert">{said?.tone === 'wrong' && band}</div>
      {!said && rest !== undefined && <p className="band-rest">{rest}</p>}
    </div>
  );
}
