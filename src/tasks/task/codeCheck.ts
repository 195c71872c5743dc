import { textAt } from '#i18n/textAt.ts';
import { type CodeRule, type CodeRules, MAX_CODE_LENGTH, fitsCode } from '#site/codes.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { factsOf, gs1ValueOf } from '#scan/code/codeFacts.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

/** A scan that does not look like what is asked for. */
export interface Misfit {
  readonly scan: ScanNote;
  readonly sentence: string;
  /** True where it cannot be used: the site is strict, or no such code can be. */
  readonly isRefused: boolean;
  /** The parameter that this very code filled before, where that is another one. */
  readonly role?: string;
  /** The same code in the other case or with Latin letters, which is known here as this one is not. */
  readonly meant?: string;
}

/** A scan with what was taken of it; and where it is a misfit, why. */
export type Judged = Misfit | { readonly scan: ScanNote; readonly sentence?: undefined };

/**
 * Judges a scan by the site's rule for the parameter; without one any code of a sane length fits. @param byRole - says
 * what a code was before: that is asked about
 */
export function judgeCode(
  rules: CodeRules | undefined,
  parameter: string,
  noun: string,
  scan: ScanNote,
  byRole: (scan: ScanNote) => Judged = (taken) => ({ scan: taken }),
): Judged {
  const rule = rules?.[parameter];
  const found = takenBy(rule, scan);
  const taken = found ?? scan;
  const { length } = taken.text;
  if (length > MAX_CODE_LENGTH) {
    return { scan, sentence: taskScreenWords().tooLong({ noun, length, most: MAX_CODE_LENGTH }), isRefused: true };
  }
  if (!rule || !rules || isFit(rule, found)) return byRole(taken);
  const other = Object.entries(rules).find(([, known]) => isFit(known, takenBy(known, scan)));
  const { example } = rule;
  const { codeNouns, unfit, looksLike } = taskScreenWords();
  const otherNoun = other && textAt(codeNouns, other[0]);
  const sentence = otherNoun === undefined ? unfit({ noun, example }) : looksLike({ noun, example, other: otherNoun });
  const known = byRole(taken); // what it was before says where it may go
  const role = known.sentence === undefined || rule.strict ? undefined : known.role;
  return { scan: taken, sentence, isRefused: rule.strict === true, ...(role !== undefined && { role }) };
}

/** A code that was something else warns, and never refuses: it may be both. A step of several kinds asks nothing. */
export function judgeByRole(roles: readonly string[], parameter: string, noun: string, scan: ScanNote): Judged {
  const [role] = roles;
  if (role === undefined || roles.includes(parameter)) return { scan };
  const { codeNouns, wasOther } = taskScreenWords();
  const other = textAt(codeNouns, role);
  if (other === undefined || textAt(codeNouns, parameter) === undefined) return { scan };
  return { scan, sentence: wasOther({ text: scan.text, other, noun }), isRefused: false, role };
}

/** Asks about a code for a field that is like those which were something else, and like none that the field has had. */
export function judgeByLook(
  rolesOf: (key: string) => readonly string[],
  parameter: string,
  noun: string,
  scan: ScanNote,
): Judged {
  const { codeNouns, seemsOther } = taskScreenWords();
  for (const key of [scan.text, ...likenessOf(scan.text)]) {
    const roles = rolesOf(key);
    if (roles.includes(parameter)) return { scan };
    const other = roles.map((role) => textAt(codeNouns, role)).find((name) => name !== undefined);
    if (other !== undefined) {
      return { scan, sentence: seemsOther({ text: scan.text, other, noun }), isRefused: false };
    }
  }
  return { scan };
}

/**
 * Asks about a code that is not known as it is, and is known in the other case or with Latin letters: a person's key, a
 * scanner under Caps Lock, or a label or a keyboard with letters that only look like Latin ones.
 *
 * @param rolesOf - by a code, and by what it looks like.
 */
export function askMeant(
  judged: Judged,
  rules: CodeRules | undefined,
  parameter: string,
  rolesOf: (key: string) => readonly string[],
): Judged {
  const { scan } = judged;
  const isKnown = (text: string, likeness = likenessOf(text)): boolean =>
    fitsRule(rules, parameter, { ...scan, text }) ||
    [text, ...likeness].some((key) => rolesOf(key).includes(parameter));
  const latin = latinFormOf(scan.text);
  // A rough likeness counts the kinds of letters, and not whose they are.
  if (isKnown(scan.text, likenessOf(scan.text).slice(0, latin ? 1 : 2))) return judged;
  const looks = latin ? [latin.text] : [];
  const others = [...looks, scan.text].flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]);
  const meant = others.find((text) => text !== scan.text && isKnown(text));
  if (meant === undefined) return judged;
  const isLatin = latin?.text.toLowerCase() === meant.toLowerCase();
  const sentence = isLatin
    ? taskScreenWords().looksLatin[latin.script]({
        meant,
        letters: latin.letters.join(', '),
        many: latin.letters.length,
      })
    : taskScreenWords().didYouMean({ meant });
  return { scan, sentence, isRefused: judged.sentence !== undefined && judged.isRefused, meant };
}

/** Tells whether the site says what such codes look like, and this is one. */
export function fitsRule(rules: CodeRules | undefined, parameter: string, scan: ScanNote): boolean {
  const rule = rules?.[parameter];
  return rule !== undefined && isFit(rule, takenBy(rule, scan));
}

function isFit(rule: CodeRule, scan: ScanNote | undefined): boolean {
  return scan !== undefined && fitsCode(rule, scan.text);
}

/** The value of the rule's GS1 element, else the whole; `undefined`: the element is missing or wrong. */
function takenBy(rule: CodeRule | undefined, scan: ScanNote): ScanNote | undefined {
  if (rule?.gs1 === undefined) return scan;
  const isGs1 = factsOf(scan).gs1 !== undefined;
  if (!isGs1 && scan.source === 'typed' && fitsCode(rule, scan.text)) return scan;
  const value = gs1ValueOf(scan, rule.gs1);
  if (value !== undefined) return { ...scan, text: value, raw: scan.text };
  return isGs1 ? undefined : scan;
}

/**
 * Returns a code's likeness, from close to rough, each as a key that no code is: its letters with its digits counted;
 * and what stands before its first digit, with the kinds of signs after it. Looser, codes of any look would be taken
 * for each other.
 */
export function likenessOf(code: string): readonly string[] {
  const digits = code.replace(/[0-9]/g, '9');
  const [prefix] = /^[^0-9]*/.exec(digits) as unknown as [string];
  const kinds = digits
    .slice(prefix.length)
    .replace(/\p{L}+/gu, 'A')
    .replace(/9+/g, '9');
  return [`\0${digits}`, ...(prefix === '' ? [] : [`\0\0${prefix}${kinds}`])];
}

/** Capital letters that are confused with Latin ones, in the same order as those. Source: UTS #39, confusables. */
const scripts = [
  [
    'cyrillic',
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405',
    'ABEKMHOPCTYXIJS',
  ],
  ['greek', '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'],
] as const;

/** Full-width signs stand in the order of ASCII, so far above it. */
const FULL_WIDTH = 0xfee0;

/** The code with Latin letters in the place of others that look like them. */
interface LatinForm {
  readonly text: string;
  /** Each letter that is not Latin, once. */
  readonly letters: readonly string[];
  /** `mixed`: of several kinds. */
  readonly script: 'cyrillic' | 'greek' | 'fullWidth' | 'mixed';
}

/** Returns a code's Latin form; `undefined` where nothing of it looks like something else, or a letter looks like no Latin one. */
function latinFormOf(code: string): LatinForm | undefined {
  const letters = new Set<string>();
  const found = new Set<LatinForm['script']>();
  let text = '';
  for (const sign of code) {
    const latin = sign <= '\u007f' ? undefined : latinOf(sign);
    if (!latin && sign > '\u007f') return undefined;
    text += latin?.sign ?? sign;
    if (!latin) continue;
    letters.add(sign);
    found.add(latin.script);
  }
  const [script] = found;
  return script && { text, letters: [...letters], script: found.size > 1 ? 'mixed' : script };
}

function latinOf(sign: string): { sign: string; script: 'cyrillic' | 'greek' | 'fullWidth' } | undefined {
  if (/[\uff01-\uff5e]/u.test(sign)) {
    return { sign: String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH), script: 'fullWidth' };
  }
  const capital = sign.toUpperCase();
  for (const [script, theirs, latin] of scripts) {
    const found = latin[theirs.indexOf(capital)];
    if (found !== undefined) return { sign: sign === capital ? found : found.toLowerCase(), script };
  }
  return undefined;
}
