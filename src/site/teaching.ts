import type { OperationName } from '#contract/catalogue.ts';
import { isSlow } from '#site/expressionCost.ts';
import { isExpression } from '#contract/schema.ts';
import { jsonIn } from '#contract/json.ts';
import { ruleReading, fitsAnswer, isInexact, pointerStep, MAX_JUDGED, type AnswerRule } from './judging.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { MAX_PATTERN_LENGTH } from '#site/siteSchemaParts.ts';

/** A word of an answer and where it stands. */
export interface AnswerPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface AnswerField {
  readonly pointer: string;
  readonly value: string | number | boolean | null;
}

const MOST_PIECES = 80;
const MOST_FIELDS = 60;
const LONGEST_FIELD = 60;

/** Returns the words of a text, the first ones of a long one. In scripts without spaces, what stands between signs. */
export function piecesOf(text: string): readonly AnswerPiece[] {
  const found: AnswerPiece[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}_-]+|[^\s\p{L}\p{N}_-]+/gu)) {
    if (found.length === MOST_PIECES) break;
    found.push({ text: match[0], from: match.index, to: match.index + match[0].length });
  }
  return found;
}

/** Returns the values of a JSON answer that a rule can hold to, or none. A number that a float would change is not among them. */
export function answerFields(text: string): readonly AnswerField[] {
  const found: AnswerField[] = [];
  function add(value: unknown, pointer: string): void {
    if (found.length === MOST_FIELDS) return;
    if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) add(member, pointer + pointerStep(name));
    } else if (value !== undefined && !isInexact(value)) {
      const field = { pointer, value: value as AnswerField['value'] };
      if (String(field.value).length <= LONGEST_FIELD) found.push(field);
    }
  }
  add(jsonIn(text), '');
  return found;
}

export interface ChosenRule {
  /** By what of the answer: a part of it, a value of its JSON, all of it, or an expression. */
  readonly way: 'part' | 'field' | 'whole' | 'pattern';
  readonly part: string;
  readonly pattern: string;
  readonly field?: AnswerField | undefined;
}

/** Returns what the rule looks for in an answer; `undefined` until it is chosen. */
export function toldBy(
  { way, part, pattern, field }: ChosenRule,
  text: string,
): Omit<AnswerRule, 'verdict' | 'operation'> | undefined {
  switch (way) {
    case 'part':
      return part === '' ? undefined : { contains: part };
    case 'field':
      return field && { json: field.pointer, equals: field.value };
    case 'whole':
      return { matches: wholeText(text) };
    case 'pattern':
      return pattern === '' ? undefined : { matches: pattern };
  }
}

/** Returns an expression that fits this text and no other. */
export function wholeText(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;
}

/** Returns an expression's fault: `bad` where it is none, `slow` where a long answer may take it too long. */
export function faultOf(expression: string): 'bad' | 'slow' | undefined {
  if (!isExpression(expression)) return 'bad';
  return isSlow(expression, MAX_JUDGED) ? 'slow' : undefined;
}

/** Counts of an operation's last answers, by what one more rule would judge them to be. */
export interface Preview {
  readonly accepted: number;
  readonly refused: number;
  readonly unclassified: number;
  /** Judged by a rule that is there already. */
  readonly known: number;
}

export function previewOf(
  site: SiteConfiguration,
  operation: OperationName,
  rule: AnswerRule,
  texts: readonly string[],
): Preview {
  const counts = { accepted: 0, refused: 0, unclassified: 0, known: 0 };
  for (const text of texts) {
    if (ruleReading(site.answerRules, operation, text)) counts.known += 1;
    else if (!fitsAnswer(rule, text)) counts.unclassified += 1;
    else counts[rule.verdict === 'accepted' ? 'accepted' : 'refused'] += 1;
  }
  return counts;
}

/** Splits a code: `'D-1001'` is `['D-', 4]`, a text as it is and a number for so many digits. */
export function shapeOf(code: string): readonly (string | number)[] {
  return (code.match(/[0-9]+|[^0-9]+/g) ?? []).map((part) => (/^[0-9]/.test(part) ? part.length : part));
}

/** Returns the shape of a code as the expression of a site's `codes`. */
export function patternOf(code: string): string {
  return shapeOf(code)
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      return part === 1 ? '\\d' : `\\d{${part}}`;
    })
    .join('');
}

/**
 * Returns one expression for codes of several shapes, each as it was seen and none that was not.
 *
 * @returns `undefined` where it would be too long for a site's file, or there is no code.
 */
export function patternOfAll(codes: readonly string[]): string | undefined {
  const pattern = [...new Set(codes.map(patternOf))].join('|');
  return pattern === '' || pattern.length > MAX_PATTERN_LENGTH ? undefined : pattern;
}
