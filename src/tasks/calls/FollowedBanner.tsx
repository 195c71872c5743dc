import { useMemo } from 'react';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { useCalls } from './useCalls.ts';
import { ResultBanner, type ResultBannerProps, type Saying, type Tone } from '#ui/ResultBanner.tsx';
import { whyOf } from '#i18n/whyOf.ts';
import { words } from '#i18n/words.ts';

/** Letters of the service's words that the band has room for; the call's row and its own screen have more. */
const ROOM = 120;
const NONE: readonly number[] = [];
const tones: Readonly<Partial<Record<string, Tone>>> = { good: 'saved', bad: 'wrong' };

/** The band of a saved call follows it: what became of it takes the place of “to be sent”, without a cue. */
export function FollowedBanner({ said, ...rest }: ResultBannerProps) {
  const seq = said?.call?.seq;
  const call = useCalls(seq === undefined ? NONE : [seq]).find((one) => one.seq === seq);
  const now = useMemo(() => (said && call ? followed(said, call) : said), [said, call]);
  return <ResultBanner {...rest} said={now} />;
}

/** Returns the band's saying for a call as it stands; the same saying as long as it only waits or is sent. */
export function followed(said: Saying, call: Pick<QueuedCall, 'state' | 'result' | 'trouble'>): Saying {
  const { state, result, trouble } = call;
  if (!said.call || state === 'waiting' || state === 'sending' || state === 'asking') return said;
  const mark = markOf(call);
  const { mood } = mark;
  const isGood = mood === 'good';
  const why = isGood ? undefined : (result?.text ?? (trouble && whyOf(trouble)));
  const text = [said.call.what, ...(why ? [short(why)] : [])].join(': ');
  const isUnclear = state === 'unconfirmed';
  return { tone: tones[mood] ?? 'repeat', mark, text: isUnclear ? `${text} ${words('callList').notAgain}` : text };
}

function short(text: string): string {
  return text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`;
}
