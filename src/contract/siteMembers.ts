import { listAt, objectAt } from '#contract/json.ts';

/** Each object of a site configuration, by where it stands: `[]` is each of a list, `*` each member. */
const members: Readonly<Record<string, readonly string[]>> = {
  '': [
    'name',
    'namespace',
    'partnerOperation',
    'answerRules',
    'fieldRules',
    'readBacks',
    'supervisors',
    'keyOnGateway',
    'scanning',
    'codes',
    'demo',
  ],
  'answerRules[]': ['operation', 'matches', 'verdict'],
  'fieldRules[]': ['operation', 'field', 'json'],
  'readBacks[]': ['operation', 'read', 'parameters', 'before', 'doneWhen', 'notDoneWhen', 'confirmedBy'],
  scanning: ['formats', 'itfLengths', 'duplicateWindowMs'],
  'codes.*': ['pattern', 'example', 'gs1', 'strict'],
  demo: ['apiKey', 'userId', 'warehouseId'],
};

/**
 * Refuses a member that nobody reads: a slip of the pen in a file would go unnoticed otherwise. For whoever writes the
 * file; a handheld passes over what it does not know, as a newer gateway may say it.
 *
 * @param value - parsed JSON that `readSite` has accepted.
 * @throws TypeError naming the member and what there is instead.
 */
export function refuseUnknownMembers(value: unknown): void {
  const site = objectAt(value, 'site configuration');
  refuse(site, '', '');
  for (const list of ['answerRules', 'fieldRules', 'readBacks']) {
    listAt(site, list).forEach((one, index) => refuse(one, `${list}[]`, `${list}[${index}].`));
  }
  for (const name of ['scanning', 'demo']) if (site[name] !== undefined) refuse(site[name], name, `${name}.`);
  if (site['codes'] === undefined) return;
  for (const [name, rule] of Object.entries(objectAt(site['codes'], 'codes')))
    refuse(rule, 'codes.*', `codes.${name}.`);
}

function refuse(value: unknown, place: string, path: string): void {
  const known = members[place] ?? [];
  const unknown = Object.keys(objectAt(value, path)).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${path}${unknown}: not known here; there are ${known.join(', ')}.`);
}
