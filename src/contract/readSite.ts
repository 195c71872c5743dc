import { type OnUnknown, readBy, isExpression } from '#contract/schema.ts';
import { type SiteConfiguration, unknownSite } from '#contract/site.ts';
import { siteSchema } from '#contract/siteSchema.ts';
import { parametersOf } from '#contract/call.ts';
import { type CodeRules, MAX_CODE_LENGTH, fitsCode } from '#contract/codes.ts';
import { whyNoFrontReply } from './frontReply.ts';
import { isSlow } from '#contract/expressionCost.ts';
import { MAX_JUDGED } from './judging.ts';
import { PLACE, type ReadBack } from '#contract/readBack.ts';

/**
 * Reads a site configuration from parsed JSON. Unknown members are ignored, so that an older app reads a newer file.
 *
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readSite(value: unknown, onUnknown?: OnUnknown): SiteConfiguration {
  const { $schema: _forEditors, ...known } = readBy(siteSchema, value, 'site configuration', onUnknown);
  const site = { ...unknownSite, ...known };
  refuseNonsense(site);
  return site;
}

/**
 * Refuses what no schema can: members that do not go together, and expressions that may take too long.
 *
 * @throws TypeError with one sentence that names the member and what was expected.
 */
function refuseNonsense(site: SiteConfiguration): void {
  site.answerRules.forEach(({ matches }, index) => {
    if (matches !== undefined) refuseSlow(matches, MAX_JUDGED, `answerRules[${index}].matches`);
  });
  site.readBacks.forEach((readBack, index) => checkReadBack(readBack, `readBacks[${index}].`));
  if (site.scanning?.formats?.includes('ITF') && !site.scanning.itfLengths) {
    throw new TypeError('scanning.itfLengths: ITF is among the formats, so its lengths are needed, such as [14].');
  }
  site.frontReplies?.forEach((rule, index) => {
    const why = whyNoFrontReply(rule);
    if (why !== undefined) throw new TypeError(`frontReplies[${index}]: ${why}`);
  });
  checkCodes(site.codes ?? {});
  refuseTwice(site.workers ?? [], 'workers', 'userId');
  refuseTwice(site.workers ?? [], 'workers', 'badge');
  refuseTwice(site.warehouses ?? [], 'warehouses', 'id');
  refuseTwice(site.weightUnits ?? [], 'weightUnits', 'value');
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
  for (const name of ['doneWhen', 'notDoneWhen'] as const) {
    const source = rule[name];
    if (source === undefined) continue;
    // With its places filled: `{name}` alone is no regular expression with the flag `u`.
    const filled = source.replace(PLACE, (place, named?: string) => (named === undefined ? place : 'x'));
    if (!isExpression(filled)) throw new TypeError(`${path}${name}: “${filled}” is not a regular expression.`);
    refuseSlow(filled, MAX_JUDGED, `${path}${name}`);
  }
}

function checkCodes(codes: CodeRules): void {
  for (const [name, { pattern, example }] of Object.entries(codes)) {
    refuseSlow(pattern, MAX_CODE_LENGTH, `codes.${name}.pattern`, 1);
    if (!fitsCode({ pattern }, example)) {
      throw new TypeError(`codes.${name}.example: “${example}” does not fit the pattern.`);
    }
  }
}

/** Refuses an expression that takes too long. @param length - characters of the longest text that it is run on. @param places - of it where it is tried. */
function refuseSlow(pattern: string, length: number, where: string, places?: number): void {
  if (!isSlow(pattern, length, places)) return;
  throw new TypeError(
    `${where}: “${pattern}” may take too long: repeat nothing that repeats or chooses inside, and little without an end.`,
  );
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
