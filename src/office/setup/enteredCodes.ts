import { patternOfAll } from '#site/teaching.ts';
import { MAX_CODE_LENGTH, type CodeRule, type CodeRules, fitsCode } from '#site/codes.ts';
import { isSlow } from '#site/expressionCost.ts';
import { isExpression } from '#contract/schema.ts';
import type { SetupWords } from './setupPlaces.ts';

type CodeKind = keyof SetupWords['kinds'];

/** The kinds of codes, in the order of the form. */
export const codeKinds = [
  'deliveryCode',
  'storeCode',
  'bagCode',
  'batchCode',
  'transportOrderCode',
  'interDeliveryCode',
] as const satisfies readonly CodeKind[];

/** The pattern and the examples that were entered for a kind of code. */
export interface EnteredPattern {
  readonly pattern: string;
  readonly examples: readonly string[];
}

export type EnteredCodes = Readonly<Record<CodeKind, EnteredPattern>>;

/** Reads the form's fields. */
export function readCodes(form: Readonly<Record<string, string>>): EnteredCodes {
  return forAll((kind) => ({
    pattern: (form[`pattern-${kind}`] ?? '').trim(),
    examples: [...new Set((form[`examples-${kind}`] ?? '').split(/[\r\n\t]+/).map((one) => one.trim()))].filter(
      Boolean,
    ),
  }));
}

/** Returns the site file's rules as the form shows them. */
export function codesOf(rules: CodeRules): EnteredCodes {
  return forAll((kind) => ({
    pattern: rules[kind]?.pattern ?? '',
    examples: rules[kind] ? [rules[kind].example] : [],
  }));
}

/**
 * Proposes a pattern for each kind whose examples were entered; empty: they have too many shapes for one. A kind that stands as the rules
 * have it keeps its pattern: their one example says less than it.
 */
export function proposed(entered: EnteredCodes, rules: CodeRules): EnteredCodes {
  return forAll((kind) => {
    const { pattern, examples } = entered[kind];
    const isAsItWas = pattern === rules[kind]?.pattern && examples.join('\n') === rules[kind]?.example;
    if (isAsItWas) return entered[kind];
    return { pattern: examples.length === 0 ? pattern : (patternOfAll(examples) ?? ''), examples };
  });
}

/** Returns the `codes` of a site's file with what was entered; a kind without a pattern goes out. */
export function withCodes(rules: CodeRules, entered: EnteredCodes): CodeRules {
  const kept = Object.entries(rules).filter(([name]) => !codeKinds.some((kind) => kind === name));
  const made = codeKinds.flatMap((kind): [string, CodeRule][] => {
    const {
      pattern,
      examples: [example = ''],
    } = entered[kind];
    return pattern === '' ? [] : [[kind, { ...rules[kind], pattern, example }]];
  });
  return Object.fromEntries([...kept, ...made]);
}

/** Finds the faults for which it may not be kept, one sentence each. */
export function faultsIn(entered: EnteredCodes, texts: SetupWords): readonly string[] {
  return codeKinds.flatMap((kind) => {
    const { pattern, examples } = entered[kind];
    const name = texts.kinds[kind];
    if (pattern === '') return examples.length === 0 ? [] : [texts.tooMany({ kind: name })];
    if (examples.length === 0) return [texts.noExample({ kind: name })];
    if (!canRun(pattern)) return []; // the file's own reader refuses it
    const code = examples.find((example) => !fitsCode({ pattern }, example));
    return code === undefined ? [] : [texts.misfit({ kind: name, code })];
  });
}

/** Finds examples that another kind's pattern takes too, one sentence each: they may be kept. */
export function doubtsIn(entered: EnteredCodes, texts: SetupWords): readonly string[] {
  return codeKinds.flatMap((kind) =>
    codeKinds.flatMap((other) => {
      const { pattern } = entered[other];
      if (other === kind || pattern === '' || !canRun(pattern)) return [];
      const code = entered[kind].examples.find((example) => fitsCode({ pattern }, example));
      return code === undefined ? [] : [texts.both({ code, kind: texts.kinds[kind], other: texts.kinds[other] })];
    }),
  );
}

function canRun(pattern: string): boolean {
  return isExpression(pattern) && !isSlow(pattern, MAX_CODE_LENGTH, 1);
}

function forAll(make: (kind: CodeKind) => EnteredPattern): EnteredCodes {
  return Object.fromEntries(codeKinds.map((kind) => [kind, make(kind)])) as Record<CodeKind, EnteredPattern>;
}
