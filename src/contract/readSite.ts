import { booleanAt, expressionAt, listAt, objectAt, operationAt, textAt, textsAt } from '#contract/json.ts';
import { readReadBack } from '#contract/readReadBack.ts';
import { readCodes, readScanning } from '#contract/readScanning.ts';
import { type AnswerRule, type FieldRule, type SiteConfiguration, unknownSite } from '#contract/site.ts';

/**
 * Reads a site configuration from parsed JSON. Unknown members are ignored, so that an older app reads a newer file.
 *
 * @throws TypeError naming the member that is wrong and what was expected.
 */
export function readSite(value: unknown): SiteConfiguration {
  const site = objectAt(value, 'site configuration');
  const demo = site['demo'] === undefined ? undefined : objectAt(site['demo'], 'demo');
  return {
    name: textAt(site, '', 'name', unknownSite.name),
    namespace: textAt(site, '', 'namespace', unknownSite.namespace),
    partnerOperation: textAt(site, '', 'partnerOperation', unknownSite.partnerOperation),
    answerRules: listAt(site, 'answerRules').map((rule, index) => readAnswerRule(rule, `answerRules[${index}]`)),
    fieldRules: listAt(site, 'fieldRules').map((rule, index) => readFieldRule(rule, `fieldRules[${index}]`)),
    readBacks: listAt(site, 'readBacks').map((rule, index) => readReadBack(rule, `readBacks[${index}]`)),
    supervisors: textsAt(site, 'supervisors'),
    keyOnGateway: booleanAt(site, '', 'keyOnGateway', unknownSite.keyOnGateway),
    ...(site['scanning'] !== undefined && { scanning: readScanning(site['scanning']) }),
    ...(site['codes'] !== undefined && { codes: readCodes(site['codes']) }),
    ...(demo && {
      demo: {
        apiKey: textAt(demo, 'demo.', 'apiKey'),
        userId: textAt(demo, 'demo.', 'userId'),
        warehouseId: textAt(demo, 'demo.', 'warehouseId'),
      },
    }),
  };
}

function readAnswerRule(value: unknown, where: string): AnswerRule {
  const rule = objectAt(value, where);
  const path = `${where}.`;
  const verdict = textAt(rule, path, 'verdict');
  if (verdict !== 'accepted' && verdict !== 'refused' && verdict !== 'key-refused') {
    throw new TypeError(`${where}.verdict: expected accepted, refused or key-refused, not “${verdict}”.`);
  }
  const matches = expressionAt(rule, path, 'matches');
  return {
    matches,
    verdict,
    ...(rule['operation'] !== undefined && { operation: operationAt(rule, path, 'operation') }),
  };
}

function readFieldRule(value: unknown, where: string): FieldRule {
  const rule = objectAt(value, where);
  const path = `${where}.`;
  return {
    operation: operationAt(rule, path, 'operation'),
    field: textAt(rule, path, 'field'),
    json: textAt(rule, path, 'json'),
  };
}
