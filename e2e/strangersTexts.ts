import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Tree, isBranch } from '#site/answer/answerTree.ts';
import { readAnswer } from '#site/answer/readAnswer.ts';
import { judge, readField, readFields } from '#site/judging.ts';
import { unknownSite } from '#site/site.ts';
import { answerFields, previewOf } from '#site/teaching.ts';
import { refreshSite } from '#device/siteRefresh.ts';
import { Refused } from '#office/pages/page.ts';
import { createSiteEditor } from '#office/setup/siteEditor.ts';
import { membersIn } from '#office/setup/cardForm.ts';
import { tellingOf } from '#office/setup/telling.ts';
import { readQueue } from '#outbox/handover/queueDocument.ts';
import { UnreadableQueue } from '#outbox/handover/unreadableQueue.ts';
import { answerShort } from '#tasks/answer/answerShort.ts';
import { cardOf } from '#tasks/answer/cardHere.ts';
import { hasLabel } from '#tasks/answer/printHere.ts';
import { listsIn } from '#tasks/check/answerLists.ts';
import { jsonProblem } from '#tasks/operation/operationForm.ts';
import { bindingNames } from '#wire/bindings.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { exchangeDecisions } from '#wire/decisions.ts';
import { enrolHandheld } from '#wire/enrol.ts';
import { probe } from '#wire/hello.ts';
import { defaultNames } from '#wire/names.ts';
import { readProblem } from '#wire/problem.ts';
import { UnusableProvision, openProvision, readProvision, sealProvision } from '#wire/provisioning.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';
import { readWsdl } from '#wire/wsdl.ts';
import { MalformedXml } from '#wire/xml.ts';

/** A text that a stranger may send. */
export interface Kind {
  readonly name: string;
  readonly text: () => string;
  /** The answer's reader makes a tree of it; else it is shown as a text. */
  readonly isTree?: boolean;
}

const nested = (open: string, middle: string, close: string, times: number): string =>
  open.repeat(times) + middle + close.repeat(times);

/** Deeper than anybody goes, whole and broken off; and as deep as is read. */
export const deepKinds: readonly Kind[] = [
  ...[101, 30_000, 100_000].flatMap((times): readonly Kind[] => [
    { name: `${times} lists that are open`, text: () => '['.repeat(times) },
    { name: `${times} lists`, text: () => nested('[', '', ']', times) },
    { name: `${times} objects that are open`, text: () => '{"a":'.repeat(times) },
    { name: `${times} objects`, text: () => nested('{"a":', '1', '}', times) },
    {
      name: `${times} lists after a member`,
      text: () => `{"format":"scanline-queue","b":${nested('[', '', ']', times)}}`,
    },
    { name: `${times} elements that are open`, text: () => '<a>'.repeat(times) },
    { name: `${times} elements`, text: () => nested('<a>', '1', '</a>', times) },
    {
      name: `${times} lists in a text of a member`,
      isTree: true,
      text: () => `{"a":"${nested('[', '', ']', times)}"}`,
    },
    {
      name: `${times} elements in a text of a member`,
      isTree: true,
      text: () => `{"a":"${nested('<a>', '1', '</a>', times)}"}`,
    },
    { name: `${times} ends`, text: () => ']'.repeat(times) },
  ]),
  { name: '100 lists', isTree: true, text: () => nested('[', '', ']', 100) },
  { name: '99 objects', isTree: true, text: () => nested('{"a":', '1', '}', 99) },
  { name: '99 elements', isTree: true, text: () => nested('<a>', '<b/>', '</a>', 99) },
  {
    name: '60 lists in a text below 60',
    isTree: true,
    text: () => nested('[', JSON.stringify(nested('[', '', ']', 60)), ']', 60),
  },
];

const MEGABYTES = 4_000_000;
const filledTo = (size: number, head: string, part: string | ((at: number) => string), tail: string): string => {
  const parts: string[] = [head];
  for (let [at, length] = [0, 0]; length < size; at += 1) {
    const next = typeof part === 'string' ? part : part(at);
    parts.push(next);
    length += next.length;
  }
  return parts.join('') + tail;
};
const flat = (
  name: string,
  head: string,
  part: string | ((at: number) => string),
  tail: string,
  isTree = false,
): Kind => ({
  name: `4 MB of ${name}`,
  isTree,
  text: () => filledTo(MEGABYTES, head, part, tail),
});
/** As many as are read, or nearly: a reader that is quadratic in them is seen. */
const full = (name: string, values: number, head: string, part: (at: number) => string, tail: string): Kind => ({
  name: `all that is read of ${name}`,
  isTree: true,
  text: () => head + Array.from({ length: values }, (_, at) => part(at)).join('') + tail,
});

/** As long as a reply may be, and nothing in it is deep. */
export const flatKinds: readonly Kind[] = [
  flat('numbers', '[', '1,', '1]'),
  flat('texts', '[', '"a",', '1]'),
  flat('lists', '[', '[],', '1]'),
  flat('objects', '[', (at) => `{"code":"D-${at}"},`, '1]'),
  flat('members', '{', (at) => `"a${at}":1,`, '"b":1}'),
  flat('commas', '[', ',', ']'),
  flat('lines', '', 'D-1001\n', ''),
  flat('blanks', '', ' ', ''),
  flat('one number', '', '1', ''),
  flat('one number in a list', '[', '1', ']'), // it is not finite
  flat('one text', '["', 'a', '"]', true),
  flat('escapes', '["', '\\n', '"]', true),
  flat('a text that does not end', '["', 'a', ''),
  flat('quotes', '[', '"\\', ''),
  flat('elements', '<a>', '<b/>', '</a>'),
  flat('elements with texts', '<a>', '<b>1</b>', '</a>'),
  flat('attributes', '<a', (at) => ` b${at}="1"`, '/>'),
  flat('elements with attributes', '<a>', '<b c="1" d="2"/>', '</a>'),
  flat('one text of an element', '<a><b>', 'a', '</b></a>', true),
  flat('CDATA', '<a><b><![CDATA[', 'a', ']]></b></a>', true),
  flat('one comment', '<a><b/><!--', 'a', '--></a>', true),
  flat('comments', '<a><b/>', '<!---->', '</a>', true),
  flat('references', '<a><b>', '&amp;', '</b></a>', true),
  flat('tags that open', '', '<', ''),
  flat('a name', '<', 'a', '/>'),
  full('numbers', 99_000, '[', (at) => `${at},`, '0]'),
  full('texts', 99_000, '[', (at) => `"D-${at}",`, '0]'),
  full('lists of one', 33_000, '[', (at) => `[${at}],`, '[0]]'),
  full('objects', 33_000, '[', (at) => `{"code":"D-${at}"},`, '{}]'),
  full('members', 99_000, '{', (at) => `"a${at}":${at},`, '"b":1}'),
  full('members that are lists', 33_000, '{', (at) => `"a${at}":[${at}],`, '"b":[1]}'),
  full('members that are lists of two', 24_000, '{', (at) => `"a${at}":["D-${at}","E-${at}"],`, '"b":[1]}'),
  full(
    'rows below one that is wide',
    25_000, // an empty one is counted twice
    `[{${Array.from({ length: 40_000 }, (_, at) => `"a${at}":"D-1"`).join()}},`,
    () => '{},',
    '{}]',
  ),
  full('members that are long', 40_000, '{', (at) => `"a${at}":"${'x'.repeat(70)}",`, '"b":[1]}'),
  full('lists of lists of objects', 9_000, '{"a":[', (at) => `{"code":"D-${at}","in":[{"code":"P-${at}"}]},`, '{}]}'),
  full('texts that are lists', 30_000, '[', (at) => `"[${at}]",`, '"[]"]'),
  full('elements', 99_000, '<a>', (at) => `<b>${at}</b>`, '</a>'),
  full('elements of many names', 49_000, '<a>', (at) => `<b${at}><c/></b${at}>`, '</a>'),
  full('attributes', 49_000, '<a>', (at) => `<b c="${at}"/>`, '</a>'),
];

/** The readers of what a stranger wrote. @throws only what its own doc comment names. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the tree of an answer': (text) => sizeOf(readAnswer(text)),
  'the card of an answer': (text) => cardOf(unknownSite, 'GetBagDetailByBagCode', 'BAG-1', text),
  'the card of an answer, by a rule': (text) => cardOf(ruled, 'GetBagDetailByBagCode', 'BAG-1', text),
  'the line of an answer': (text) =>
    answerShort({
      operation: 'GetBagDetailByBagCode',
      parameters: [],
      result: { text, verdict: 'unclassified' },
    }),
  'the label in an answer': (text) => hasLabel(text),
  'the lists to check off': (text) => listsIn(text, unknownSite),
  'the members of an answer, at the set-up': (text) => membersIn(text),
  'the values that a rule may hold to': (text) => answerFields(text),
  'the values that tell answers apart, at the set-up': (text) => tellingOf(text, [text, '{}']),
  'the preview of a rule': (text) =>
    previewOf(unknownSite, 'GetBagDetailByBagCode', { json: '/a/b', equals: 1, verdict: 'accepted' }, [text]),
  'the verdict on an answer': (text) => judge(ruled, 'GetBagDetailByBagCode', text),
  'a field of an answer': (text) => [
    readField(ruled, 'GetBagDetailByBagCode', 'weight', text),
    readFields(ruled, 'GetBagDetailByBagCode', 'weight', text),
  ],
  'a field for JSON': (text) => jsonProblem({ json: 'json', name: 'strJson', type: 'string', initial: '' }, text),
  'a queue that was handed over': (text) => thrown(() => readQueue(text), UnreadableQueue),
  'the site file at the set-up': siteFile,
  'a code that sets up a handheld': (text) =>
    rejected(readProvision(`https://scanline.example/provision#${text}`), UnusableProvision),
  'what is sealed in such a code': sealed,
  'a problem of the gateway': (text) => readProblem(text),
  'a hello': (text) => probe(answering(text), 'n', 60_000),
  'the site of the gateway': (text) =>
    refreshSite({ read: async () => undefined, write: async () => undefined }, answering(text)),
  'decisions that were heard': (text) => exchangeDecisions(answering(text), { tell: [], ask: [] }, 60_000),
  'the answer to a one-time code': (text) =>
    enrolHandheld(answering(text), { code: 'c', name: '', attempt: 'a' }, 60_000),
  'a reply of the service': (text) =>
    bindingNames.map((binding) => {
      const contentType = binding === 'soap12' ? 'application/soap+xml' : 'text/xml';
      const reply = { status: 200, contentType, body: new TextEncoder().encode(text) };
      return classifyFor(binding, REVERT_OFF, reply, defaultNames).kind;
    }),
  'the description of the service': (text) =>
    thrown(
      () => readWsdl({ status: 200, contentType: 'text/xml', body: new TextEncoder().encode(text) }),
      MalformedXml,
      Error,
    ),
};

const ruled = {
  ...unknownSite,
  answerRules: [{ json: '/a/b', equals: 1, verdict: 'accepted' as const }],
  fieldRules: [
    { operation: 'GetBagDetailByBagCode' as const, field: 'weight' as const, json: 'a.*.code' },
    { operation: 'GetBagDetailByBagCode' as const, field: 'weight' as const, json: 'a.b' },
  ],
  cards: [
    {
      operation: 'GetBagDetailByBagCode' as const,
      headline: ['a.a', 'entries.code'],
      facts: ['a', 'b'],
      rows: { at: 'entries', code: 'code', state: 'state', first: ['open'] },
    },
  ],
};

/** The depth of a tree and its values. */
export function sizeOf(tree: Tree | undefined): { readonly depth: number; readonly values: number } {
  let [depth, values] = [0, 0];
  let level = tree === undefined ? [] : [tree];
  while (level.length > 0) {
    values += level.length;
    level = level.flatMap((one) => (isBranch(one) ? Object.values(one) : []));
    depth += 1;
  }
  return { depth, values };
}

/** A server in the gateway's place. */
function answering(text: string): typeof fetch {
  return async () => new Response(text, { headers: { 'content-type': 'application/json' } });
}

type Fault = abstract new (...all: never[]) => Error;

function thrown(read: () => unknown, ...kinds: readonly Fault[]): unknown {
  try {
    return read();
  } catch (error) {
    if (!kinds.some((kind) => error instanceof kind) || error instanceof RangeError) throw error;
    return error;
  }
}

async function rejected(reading: Promise<unknown>, kind: Fault): Promise<unknown> {
  return reading.catch((error: unknown) =>
    thrown(() => {
      throw error;
    }, kind),
  );
}

function siteFile(text: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'strangers-'));
  try {
    const file = join(folder, 'site.json');
    writeFileSync(file, text);
    const settings = {
      siteFile: file,
      dataDir: folder,
      names: defaultNames,
      isNamespaceSet: false,
      upstreamUrl: undefined,
    };
    return thrown(() => createSiteEditor(settings, () => undefined).read(), Refused);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Seals what is no document of ours, as anybody with a passcode can; no code has room for more. */
async function sealed(whole: string): Promise<unknown> {
  const write = JSON.stringify;
  const origin = 'https://scanline.example';
  JSON.stringify = () => whole.slice(0, 200_000);
  const sealing = sealProvision({ origin, until: 2 ** 40 }, 'AAAAA-AAAAA');
  JSON.stringify = write;
  return rejected(openProvision(await readProvision(await sealing), 'AAAAA-AAAAA', origin, 0), UnusableProvision);
}
