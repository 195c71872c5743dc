import type { AnswerRule } from '#site/judging.ts';
import { teachWords } from '#i18n/words/teach.ts';

/** Says by what a rule knows an answer. */
export function saysOf({ contains, matches, json, equals }: Omit<AnswerRule, 'verdict'>): string {
  const { says } = teachWords();
  if (contains !== undefined) return says.contains({ text: contains });
  if (matches !== undefined) return says.matches({ text: matches });
  return says.json({ pointer: json ?? '', value: JSON.stringify(equals) });
}
