import { isBranch, isList } from '#site/answer/answerTree.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { type QueuedCall, isPrint } from '#outbox/state/queuedCall.ts';
import { answerValue } from '#ui/answerValue.ts';
import { hasLabel } from './printHere.ts';
import { nameOfMember } from '#tasks/task/explain.ts';
import { labelWords } from '#i18n/words/label.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';

const ROOM = 200;
const MEMBER_ROOM = 40;
const MEMBERS = 3;

/** A call's answer in one line: of a label its code and copy, of JSON its first short members, else its start. */
export function answerShort(call: Pick<QueuedCall, 'operation' | 'parameters' | 'result'>): string {
  const text = call.result?.text ?? '';
  const { kind } = answerValue(text, []);
  if (kind === 'zpl' || kind === 'pdf') return labelOf(call, undefined);
  if (kind === 'cut') return labelWords().cutOff;
  if (kind === 'image') return labelWords().label;
  const tree = readAnswer(text);
  const said = withoutFiles(text);
  if (!isBranch(tree)) return said.length <= ROOM ? said : `${said.slice(0, ROOM)}…`;
  if (isList(tree)) return lookUpWords().many({ entries: tree.length });
  const texts = Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  if (isPrint(call) && hasLabel(text)) return labelOf(call, new Map(texts).get('copy'));
  const short = texts.filter(([, value]) => isShort(value)).slice(0, MEMBERS);
  if (short.length === 0) return nameOfMember(Object.keys(tree)[0] ?? text);
  return short.map(([name, value]) => `${nameOfMember(name)} ${value}`).join(' · ');
}

function isShort(value: string): boolean {
  return value !== '' && value.length <= MEMBER_ROOM && answerValue(value, []).kind === 'text';
}

function labelOf({ parameters }: Pick<QueuedCall, 'parameters'>, copy: string | undefined): string {
  const code = new Map(parameters).get('code') ?? '';
  const label = copy === undefined ? labelWords().labelShort({ code }) : labelWords().labelCopyShort({ code, copy });
  return label.trim();
}
