import { type OnUnknown, readBy, isExpression } from '#contract/schema.ts';
import { type SiteConfiguration, unknownSite } from '#site/site.ts';
import { siteSchema } from '#site/siteSchema.ts';
import { parametersOf } from '#contract/call.ts';
import { type CodeRules, MAX_CODE_LENGTH, fitsCode } from '#site/codes.ts';
import { whyNoFrontReply } from './frontReply.ts';
import { isSlow } from '#site/expressionCost.ts';
import { type AnswerRule, MAX_JUDGED } from './judging.ts';
import { PLACE, type ReadBack } from '#site/readBack.ts';
import { whyNoPrinter } from '#site/printers.ts';

/** A rule that is not used. */
export interface LaidAside {
  /** Such as `codes.deliveryCode`. */
  readonly place: string;
  readonly rule: unknown;
  /** One sentence that names the member. */
  readonly why: string;
}

/**
 * Reads a site configuration from parsed JSON. Unknown members are ignored, so that an older app reads a newer file.
 *
 * @param layAside - told of each rule that may take too long or cannot be believed, which is left out then. Absent: such a rule is refused.
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readSite(
  value: unknown,
  onUnknown?: OnUnknown,
  layAside?: (rule: LaidAside) => void,
): SiteConfiguration {
  const { $schema: _forEditors, ...known } = readBy(siteSchema, value, 'site configuration', onUnknown);
  const site = withoutUnfit({ ...unknownSite, ...known }, layAside);
  refuseNonsense(site);
  return site;
}

/** Returns the site without the rules that may take too long or cannot be believed. @throws TypeError where nobody lays them aside */
function withoutUnfit(site: SiteConfiguration, layAside?: (rule: LaidAside) => void): SiteConfiguration {
  const isUsed = (place: string, rule: unknown, why: string | undefined): boolean => {
    if (why === undefined) return true;
    if (!layAside) throw new TypeError(why);
    layAside({ place, rule, why });
    return false;
  };
  const aside: AnswerRule[] = [];
  const answerRules = site.answerRules.filter((rule, index) => {
    const place = `answerRules[${index}]`;
    const slow = rule.matches === undefined ? undefined : slowIn(rule.matches, MAX_JUDGED, `${place}.matches`);
    const why = slow ?? (aside.some((one) => mightSayOtherwise(one, rule)) ? `${place}: ${AFTER_ASIDE}` : undefined);
    if (why !== undefined) aside.push(rule);
    return isUsed(place, rule, why);
  });
  const readBacks = site.readBacks.filter((rule, index) =>
    isUsed(`readBacks[${index}]`, rule, slowInReadBack(rule, `readBacks[${index}].`)),
  );
  const ofCode = (pattern: string, place: string): string | undefined =>
    slowIn(pattern, MAX_CODE_LENGTH, `${place}.pattern`, 1);
  const codes = Object.entries(site.codes ?? {}).filter(([name, rule]) =>
    isUsed(`codes.${name}`, rule, ofCode(rule.pattern, `codes.${name}`)),
  );
  const opens = site.opens?.filter((rule, index) =>
    isUsed(`opens[${index}]`, rule, ofCode(rule.pattern, `opens[${index}]`)),
  );
  const frontReplies = site.frontReplies?.filter((rule, index) => {
    const why = whyNoFrontReply(rule);
    const place = `frontReplies[${index}]`;
    return isUsed(place, rule, why === undefined ? undefined : `${place}: ${why}`);
  });
  return {
    ...site,
    answerRules,
    readBacks,
    ...(frontReplies && { frontReplies }),
    ...(site.codes && { codes: Object.fromEntries(codes) }),
    ...(opens && { opens }),
  };
}

/** Reason for which a rule is laid aside that would else read what a rule before it might have read otherwise. */
const AFTER_ASIDE = 'a rule before it that is laid aside might have read the same answers as something else.';

/** Tells whether an earlier rule might have read an answer that a later one reads, as something else. */
function mightSayOtherwise(earlier: AnswerRule, later: AnswerRule): boolean {
  const isOfOne = earlier.operation === undefined || later.operation === undefined;
  return earlier.verdict !== later.verdict && (isOfOne || earlier.operation === later.operation);
}

/**
 * Refuses what no schema can: members that do not go together.
 *
 * @throws TypeError with one sentence that names the member and what was expected.
 */
function refuseNonsense(site: SiteConfiguration): void {
  if (site.scanning?.formats?.includes('ITF') && !site.scanning.itfLengths) {
    throw new TypeError('scanning.itfLengths: ITF is among the formats, so its lengths are needed, such as [14].');
  }
  site.readBacks.forEach((readBack, index) => checkReadBack(readBack, `readBacks[${index}].`));
  checkCodes(site.codes ?? {});
  refuseTwice(site.workers ?? [], 'workers', 'userId');
  refuseTwice(site.workers ?? [], 'workers', 'badge');
  refuseTwice(site.warehouses ?? [], 'warehouses', 'id');
  refuseTwice(site.weightUnits ?? [], 'weightUnits', 'value');
  refuseTwice(site.printers ?? [], 'printers', 'name');
  refuseTwice(site.printers ?? [], 'printers', 'code');
  site.printers?.forEach((printer, index) => {
    const why = whyNoPrinter(printer);
    if (why !== undefined) throw new TypeError(`printers[${index}].${why}`);
  });
  site.opposites?.forEach(({ first, second }, index) => {
    if (first === second) throw new TypeError(`opposites[${index}].second: ${second} does not undo itself.`);
  });
}

function checkReadBack(rule: ReadBack, path: string): void {
  const { operation, read, parameters } = rule;
  for (const [name, source] of Object.entries(parameters)) {
    if (!('parameter' in source)) continue;
    const { parameter } = source;
    if (!parametersOf(operation).includes(parameter)) {
      throw new TypeError(`${path}parameters.${name}.parameter: ${operation} has no parameter “${parameter}”.`);
    }
  }
  const needed = parametersOf(read);
  const missing = needed.find((name) => !Object.hasOwn(parameters, name));
  if (missing !== undefined) {
    throw new TypeError(`${path}parameters.${missing}: ${read} needs it, and it is missing.`);
  }
  const other = Object.keys(parameters).find((name) => !needed.includes(name));
  if (other !== undefined) throw new TypeError(`${path}parameters.${other}: ${read} has no such parameter.`);
  for (const [name, expression] of readBackExpressions(rule)) {
    if (!isExpression(expression)) throw new TypeError(`${path}${name}: “${expression}” is not a regular expression.`);
  }
}

/** Returns the expressions of a read-back with their places filled: `{name}` alone is no regular expression with the flag `u`. */
function readBackExpressions(rule: ReadBack): readonly (readonly [name: string, expression: string])[] {
  return (['doneWhen', 'notDoneWhen'] as const).flatMap((name) => {
    const filled = rule[name]?.replace(PLACE, (place, named?: string) => (named === undefined ? place : 'x'));
    return filled === undefined ? [] : [[name, filled] as const];
  });
}

function slowInReadBack(rule: ReadBack, path: string): string | undefined {
  return readBackExpressions(rule)
    .filter(([, expression]) => isExpression(expression)) // what is none is refused
    .map(([name, expression]) => slowIn(expression, MAX_JUDGED, path + name))
    .find((why) => why !== undefined);
}

function checkCodes(codes: CodeRules): void {
  for (const [name, { pattern, example }] of Object.entries(codes)) {
    if (!fitsCode({ pattern }, example)) {
      throw new TypeError(`codes.${name}.example: “${example}” does not fit the pattern.`);
    }
  }
}

/** Says that an expression may take too long. @param length - characters of the longest text that it is run on. @param places - of it where it is tried. */
function slowIn(pattern: string, length: number, where: string, places?: number): string | undefined {
  if (!isSlow(pattern, length, places)) return undefined;
  return `${where}: “${pattern}” may take too long: repeat nothing that repeats or chooses inside, and little without an end.`;
}

function refuseTwice<T>(list: readonly T[], where: string, name: keyof T & string): void {
  const seen = new Set<unknown>();
  list.forEach((one, index) => {
    const value = one[name];
    if (value !== undefined && seen.has(value)) {
      throw new TypeError(`${where}[${index}].${name}: “${String(value)}” is there twice.`);
    }
    seen.add(value);
  });
}
