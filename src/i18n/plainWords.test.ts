import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageTags } from '#contract/languages.ts';
import { type MessageTree, messagesIn } from './icu.ts';
import { speakIn } from './spoken.ts';
import { objectWords } from './words/object.ts';
import { taskWords } from './words/task.ts';
import { taskScreenWords } from './words/taskScreen.ts';

/** Read by a supervisor or by IT alone; every other area is before a worker. */
const notForWorkers = new Set([
  'diagnostics',
  'settings',
  'setUp',
  'site',
  'calibration',
  'install',
  'reset',
  'teach',
  'history',
  'pages',
]);
/** The program's own words, which nobody in a warehouse uses. */
const privateWords =
  /\b(?:gateway|upstream|ledger|verdict|unclassified|unconfirmed|wedge|payload|HTTP|stand-in|accepted|held)\b/i;

function read(tag: string): MessageTree {
  return JSON.parse(readFileSync(`src/i18n/${tag}.json`, 'utf8')) as MessageTree;
}

/** The word of each state or signal in a row, in the band and on the call's screen, and the same one's in the counter, in the filter of all calls and in Settings. */
const sameWord: readonly (readonly [row: string, ...elsewhere: string[]])[] = [
  ['state.states.waiting', 'status.waiting', 'history.states.waiting', 'queue.parts.waiting', 'people.waiting'],
  ['state.states.asking', 'status.asking', 'history.states.asking'],
  ['state.states.unconfirmed', 'status.unconfirmed', 'history.states.unconfirmed'],
  ['state.states.unconfirmed', 'pages.ledger.unconfirmed', 'pages.floor.columns.toCheck'],
  ['queue.parts.needsYou', 'cues.names.queue'],
  ['state.states.held', 'status.held', 'history.states.held', 'people.held'],
  ['state.states.handed-over', 'history.states.handed-over'],
  ['state.verdicts.accepted', 'history.states.accepted', 'cues.names.accepted', 'teach.accepted'],
  ['state.verdicts.refused', 'status.refused', 'history.states.refused', 'cues.names.refused', 'teach.refused'],
  ['state.verdicts.unclassified', 'history.states.unclassified', 'cues.names.unclassified'],
  ['state.verdicts.by-person', 'history.states.byHand'],
  ...(['step', 'saved', 'repeat', 'wrong'] as const).map(
    (tone) => [`taskScreen.tones.${tone}`, `cues.names.${tone}`] as const,
  ),
];

test('what a worker reads has none of the program’s own words', () => {
  const english = read('en');
  const forWorkers = messagesIn(english).filter(([path]) => !notForWorkers.has(path.split('.')[0] ?? ''));
  expect(forWorkers.length).toBeGreaterThan(300);
  expect(forWorkers.filter(([, text]) => privateWords.test(text.replaceAll(/\{\w+(?:, \w+)?[,}]/g, '')))).toEqual([]);
});

test('no word that is put into an English sentence has an article that it may not fit', () => {
  const texts = messagesIn(read('en'));
  const open = texts.filter(([, text]) => /\ban? \{(?:noun|other|next)\}/i.test(text));
  expect(open.map(([path]) => path)).toEqual(['taskScreen.looksLike']); // of these words alone:
  const its = texts.filter(([path]) => path.startsWith('taskScreen.codeNouns.'));
  expect(its.filter(([, noun]) => /^[aeiou]/i.test(noun))).toEqual([]);
});

test.each(languageTags)('in %s a state has one word, wherever it is shown', (tag) => {
  const texts = new Map(messagesIn(read(tag)));
  for (const [row, ...elsewhere] of sameWord) {
    expect(texts.get(row), row).toBeDefined();
    expect(Object.fromEntries(elsewhere.map((path) => [path, texts.get(path)]))).toEqual(
      Object.fromEntries(elsewhere.map((path) => [path, texts.get(row)])),
    );
  }
  const signals = messagesIn(read(tag)).flatMap(([path, text]) => (path.startsWith('cues.names.') ? [text] : []));
  expect([...new Set(signals)]).toEqual(signals); // none is called as another one
});

test('Russian asks for a thing in the case that the sentence needs', async () => {
  await speakIn('ru');
  expect([taskWords().nouns.shelf, taskWords().nouns.bag].map((noun) => taskScreenWords().scanThe({ noun }))).toEqual([
    'Сканируйте полку',
    'Сканируйте мешок',
  ]);
  expect(objectWords().release({ noun: 'полка' })).toBe('Сменить полку');
  expect(taskScreenWords().scanThe({ noun: 'что угодно' })).toBe('Сканируйте что угодно');
  await speakIn('en');
});
