import type { Schema } from '#contract/schema.ts';
import { siteSchema } from '#site/siteSchema.ts';

/** The texts that editors show for the members of a site file, by their paths. Handhelds read the file without them. */
export const siteDescriptions: Readonly<Record<string, string>> = {
  name: 'The name of the warehouse, shown on the handheld.',
  version: 'What this file is called by whoever changes it.',
  namespace: 'Of the service, where SERVICE_NAMESPACE is not set; else the same.',
  partnerOperation: 'As PARTNER_OPERATION says.',
  answerRules: 'What an answer means: the first rule that fits decides.',
  'answerRules[].operation': 'The operation it is for; absent: all of them.',
  'answerRules[].matches': 'A regular expression over the text of the answer.',
  'answerRules[].contains': 'Letters that the text of the answer holds.',
  'answerRules[].json': 'A JSON pointer into the answer; it goes with equals.',
  'answerRules[].equals': 'What is found at json.',
  fieldRules: 'Where a value is found in an answer.',
  'fieldRules[].json': 'The names and places on the way into the JSON, with dots between.',
  labels: 'What a member of an answer is called on a screen, by its name in the answer.',
  states: 'What a value of an answer is called on a screen, and its colour; the first that fits.',
  'states[].value': 'As the answer has it; `true` and `false` for a yes and a no.',
  'states[].member': 'The member it stands in; absent: any.',
  'states[].paint': 'The colour of the paint that it names.',
  cards: 'What matters in the answer to a look-up; without one Scanline guesses by its shape.',
  'cards[].headline': 'The members that matter, the largest on the screen; of a list its number.',
  'cards[].facts': 'Up to four more members, each with its label.',
  'cards[].rows.at': 'The list whose entries are the rows.',
  'cards[].rows.code': 'The code of an entry.',
  'cards[].rows.first': 'Values of the state whose rows stand first.',
  actionRules: 'When an action on an object can succeed: its field has one of these values.',
  'actionRules[].sends': 'Members of the JSON that it sends, where several actions share the operation.',
  'actionRules[].field': 'As fieldRules find it in the answer to the look-up of the object.',
  readBacks: 'Reads that show what became of a write.',
  'readBacks[].before': 'Whether it is also asked just before the write is sent.',
  'readBacks[].doneWhen': 'A regular expression; {name} stands for a parameter of the write.',
  'readBacks[].confirmedBy': 'Who has seen that the two are right; nothing is decided before.',
  frontReplies:
    'Replies that something before the service gives, as somebody has seen: a call that is met by one was surely not done, and is tried again.',
  'frontReplies[].header': 'A header that only the front gives, and letters of its value.',
  'frontReplies[].page': 'Letters of the page that only the front gives.',
  'frontReplies[].confirmedBy': 'Who has seen that it comes before the service.',
  supervisors: 'User ids who may do what only a supervisor may.',
  supervisorPin: 'What a supervisor’s PIN is compared with; absent: there is none.',
  idleLockMinutes: '0: never.',
  keyOnGateway: 'The gateway says it itself.',
  keylessAnswer: 'The gateway says it itself.',
  trainingPort: 'The gateway says it itself.',
  workers: 'Who may sign in; absent: any id.',
  'workers[].userId': 'As the service knows the worker.',
  'workers[].badge': 'What a scan of the worker’s badge gives.',
  languages: 'The languages that are offered; the first is what a new handheld speaks.',
  operationsOff: 'Operations that nobody here is to use.',
  typedOff: 'Operations that take no typed code.',
  lanes: 'The parameter whose value is the lane of an operation: calls of one lane keep their order.',
  companies: 'The carriers that labels are made for, by their short names.',
  warehouses: 'The warehouses to choose from.',
  printers: 'The printers that labels come out of.',
  'printers[].name': 'The name that people know it by.',
  'printers[].code': 'What a scan of its sticker gives.',
  'printers[].way':
    'network: a port that takes labels as they are; print-server: IPP; handheld: it hangs at the handheld that has it in hand; demo: the stand-in’s own, which is none.',
  'printers[].language': 'What it takes: zpl, or pdf at a print server.',
  'printers[].status': 'How it is asked how it stands; absent: zebra, and none at a print server.',
  'printers[].tells':
    'What it tells that bears a label out; absent: all that its way of asking can tell. Where it tells nothing, a line that is cut asks a person.',
  'printers[].address':
    '10.1.2.3:9100 for network, ipp://host:631/printers/name for print-server; no handheld is told it.',
  'printers[].width': 'Of its labels, in millimetres.',
  weightUnits: 'What the numbers of WeightUnit mean.',
  'weightUnits[].value': 'What is sent as WeightUnit.',
  'weightUnits[].grams': 'How many grams one of it is.',
  'weights.jumpFactor':
    'So many times what the packages weigh, or the object weighed last, up or down, a weight is asked about; absent: 3.',
  'weights.mostGrams': 'More than this is asked about; absent: no weight is too much.',
  'scanning.formats': 'What the camera looks for.',
  'scanning.itfLengths': 'Digits of the ITF codes of this site.',
  'scanning.code39FullAscii':
    'Whether a Code 39 stands for full ASCII (`+A` for `a`). Where it is not said, it is read as printed and both readings are shown.',
  'scanning.charset':
    'The character set of square codes that name none. Where it is not said, the language’s usual one, and the screen says so.',
  'scanning.duplicateWindowMs': 'How long the same code counts as the same scan, in milliseconds.',
  codes: 'What a code looks like, by the parameter that it fills.',
  'codes.*.pattern': 'A regular expression for the whole code.',
  'codes.*.example': 'A code that fits, to be shown where another does not.',
  'codes.*.gs1': 'The GS1 application identifier whose value it is, where the code is a GS1 one.',
  'codes.*.strict': 'Whether a code that does not fit is refused, and nobody is asked.',
  ledgerKeepsCodes:
    'Whether the gateway keeps the codes of calls, as long as its ledger keeps the calls; absent: it does not.',
  floorShowsWorkers: 'Whether supervisors see who is at work on which handheld; absent: they do not.',
  timeZone: 'The zone in which days and shifts are counted at the desk; absent: that of the gateway’s machine.',
  shifts: 'The times of day at which a shift begins; absent: the desk offers the last eight hours in place of shifts.',
  reportsShowCodes:
    'Whether the report of a handheld that the desk asks for has codes and answers as they are; absent: each is hidden.',
  updates:
    'When handhelds take a newer version by themselves: at-rest, once nobody is at work on them; from an hour such as 02:30 on; asked, on a tap alone.',
  imageHosts: 'Hosts that pictures of an answer may come from.',
  tasks: 'The tasks on the home screen, in this order.',
  opens: 'The task that a code opens; the first that fits.',
  'opens[].pattern': 'A regular expression for the whole code.',
  opposites: 'Writes that undo each other while neither was sent.',
};

/** Returns the schema of the site file for editors: each member with what it is for. */
export function describedSiteSchema(): Schema {
  return described(siteSchema, '');
}

/** @param path - of the schema: its members after dots, `[]` for the items of a list, `*` for any member. */
function described(schema: Schema, path: string): Schema {
  const { properties = {}, items, additionalProperties } = schema;
  const text = siteDescriptions[path];
  const under = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const members = Object.entries(properties).map(([name, member]) => [name, described(member, under(name))]);
  return {
    ...schema,
    ...(text !== undefined && { description: text }),
    ...(schema.properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: described(items, `${path}[]`) }),
    ...(additionalProperties && { additionalProperties: described(additionalProperties, under('*')) }),
  };
}
