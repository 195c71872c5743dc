import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import { answerLines } from './answerLines.ts';
import { answerValue } from './answerValue.ts';
import { hasLabel } from './printHere.ts';
import { words } from '#i18n/words.ts';

const ROOM = 200;
const MEMBER_ROOM = 40;
const MEMBERS = 3;

/** A call's answer in one line: of a label its code and copy, of JSON its first short members, else its start. */
export function answerShort(call: Pick<QueuedCall, 'operation' | 'parameters' | 'result'>): string {
  const text = call.result?.text ?? '';
  const { kind } = answerValue(text, []);
  if (kind === 'zpl' || kind === 'pdf') return labelOf(call, undefined);
  if (kind === 'cut') return words('label').cutOff;
  if (kind === 'image') return words('label').label;
  const lines = answerLines(text);
  if (!lines) return text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`;
  const first = lines.flatMap(({ label, value, inner }) => (value === undefined || inner ? [] : [{ label, value }]));
  if (isPrint(call) && hasLabel(text)) return labelOf(call, first.find(({ label }) => label === 'copy')?.value);
  const short = first.filter(({ value }) => isShort(value)).slice(0, MEMBERS);
  if (short.length > 0) return short.map(({ label, value }) => `${label} ${value}`).join(' · ');
  return lines[0]?.label ?? words('lookUp').nothing;
}

function isShort(value: string): boolean {
  return value.length <= MEMBER_ROOM && answerValue(value, []).kind === 'text';
}

function labelOf({ parameters }: Pick<QueuedCall, 'parameters'>, copy: string | undefined): string {
  const code = new Map(parameters).get('code') ?? '';
  const label =
    copy === undefined ? words('label').labelShort({ code }) : words('label').labelCopyShort({ code, copy });
  return label.trim();
}
