import type { Page } from '@playwright/test';
import type { Scan } from '#scan/scan.ts';
import type { WedgeProfile } from '#scan/wedge/profile.ts';
import {
  ALT,
  CTRL,
  altDigits,
  burst,
  composeText,
  flaggedKeys,
  handAgain,
  injectText,
  pull,
  specialKey,
  unnamedKeys,
} from './rig/wedge.ts';

/** One thing that a scanner does. */
type Part = (page: Page) => Promise<unknown>;

/** A stream and the scans that must come of it, no more and no fewer. */
export interface WedgeRow {
  /** Source that delivers so: a platform (`P`), or a complaint of docs/evidence/field.md (`F`). */
  readonly source: `${'P C4' | `F C${number}`} ${string}`;
  readonly stream: readonly Part[];
  readonly scans: readonly Partial<Scan>[];
  /** Texts of one pull that are no scan: nothing of it is taken. */
  readonly split?: readonly string[];
  readonly profile?: Partial<WedgeProfile>;
  /** The element that has the focus; the sink where it is left out. */
  readonly focus?: 'act' | 'link' | 'list' | 'weight' | 'count' | 'note' | 'body';
}

const CODE = 'D-1001';
const GS1 = '010401234512345610ABC\u001d2199';
const [GS1_HEAD, GS1_TAIL] = ['010401234512345610ABC', '2199'];
const taken = (text = CODE): Partial<Scan> => ({ text, source: 'wedge' });

const keys =
  (text: string, terminator: 'Enter' | 'Tab' | 'none' = 'Enter', gapMs?: (index: number) => number): Part =>
  (page) =>
    burst(page, text, { terminator, ...(gapMs && { gapMs }) });
const text =
  (data: string): Part =>
  (page) =>
    injectText(page, data);
const composed =
  (data: string): Part =>
  (page) =>
    composeText(page, data);
const unnamed =
  (...data: readonly string[]): Part =>
  (page) =>
    unnamedKeys(page, data);
const special =
  (key: string, withCtrl = false): Part =>
  (page) =>
    specialKey(page, key, withCtrl);
const flagged =
  (data: string, modifiers: number): Part =>
  (page) =>
    flaggedKeys(page, data, modifiers);
const alt =
  (digits: string): Part =>
  (page) =>
    altDigits(page, digits);
/** One right after the other, none waiting for the one before: a burst of several kinds, or two outputs at once. */
const together =
  (...parts: Part[]): Part =>
  async (page) => {
    await handAgain(page);
    await Promise.all(parts.map((part) => part(page)));
  };
/** The scanner itself halts: real time passes. */
const stall =
  (ms: number): Part =>
  (page) =>
    page.waitForTimeout(ms);
const pulled =
  (all: string): Part =>
  (page) =>
    pull(page, all);
const enter = keys('', 'Enter');
const tab = keys('', 'Tab');

const endings: readonly (readonly [name: string, ending: string, isLiteral?: boolean])[] = [
  ['CR', '\r'],
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['Tab', '\t'],
  ['none', ''],
  ['literal \\n', '\\n', true],
  ['literal \\r', '\\r', true],
];
const doubled: Partial<Scan> = { ...taken(), notice: { kind: 'doubled' } };
const literal = (ending: string, isLiteral = false): Partial<Scan> =>
  isLiteral ? { notice: { kind: 'literal-ending', ending } } : {};

/** Every delivery of a platform, and every wedge stream of docs/evidence/field.md C3 to C12. C1, C2 and C5: wedge-screens.spec.ts. */
export const wedgeRows: readonly WedgeRow[] = [
  { source: 'P C4 key wedge (“Send characters as events”)', stream: [keys(CODE)], scans: [taken()] },
  { source: 'P C4 key wedge, the flag of Alt on every key', stream: [flagged(CODE, ALT)], scans: [taken()] },
  { source: 'P C4 key wedge, the same of digits', stream: [flagged('1002', ALT)], scans: [taken('1002')] },
  { source: 'P C4 key wedge, the flag of Ctrl on every key', stream: [flagged(CODE, CTRL)], scans: [taken()] },
  { source: 'P C4 key wedge, Tab suffix', stream: [keys(CODE, 'Tab')], scans: [taken()] },
  { source: 'P C4 key wedge, no suffix', stream: [keys(CODE, 'none')], scans: [taken()] },
  { source: 'P C4 IME commit, no suffix', stream: [text(CODE)], scans: [taken()] },
  { source: 'P C4 IME commit, then the Enter key', stream: [text(CODE), enter], scans: [taken()] },
  { source: 'P C4 IME commit, then the Tab key', stream: [text(CODE), tab], scans: [taken()] },
  {
    source: 'P C4 IME commit, character by character',
    stream: [together(...Array.from(CODE, text), enter)],
    scans: [taken()],
  },
  {
    source: 'P C4 IME commits 100 ms apart, no suffix',
    stream: [text('D-1'), stall(100), text('D-2')],
    scans: [taken('D-1'), taken('D-2')],
  },
  { source: 'P C4 composition, no suffix', stream: [composed(CODE)], scans: [taken()] },
  { source: 'P C4 composition, then the Enter key', stream: [composed(CODE), enter], scans: [taken()] },
  {
    source: 'P C4 keys 229, a character each, then Enter',
    stream: [together(unnamed(...Array.from(CODE)), enter)],
    scans: [taken()],
  },
  {
    source: 'P C4 keys 229, a character each, newline the same way',
    stream: [unnamed(...Array.from(CODE), '\n')],
    scans: [taken()],
  },
  { source: 'P C4 keys 229, a character each, no suffix', stream: [unnamed(...Array.from(CODE))], scans: [taken()] },
  { source: 'P C4 key 229, the whole code at once', stream: [unnamed(`${CODE}\n`)], scans: [taken()] },
  { source: 'P C4 newline in beforeinput data only', stream: [text(`${CODE}\n`)], scans: [taken()] },
  {
    source: 'P C4 newline in data, twice running',
    stream: [text('D-1\n'), text('D-2\n')],
    scans: [taken('D-1'), taken('D-2')],
  },
  { source: 'P C4 literal \\n', stream: [keys(`${CODE}\\n`)], scans: [{ ...taken(), ...literal('\\n', true) }] },
  { source: 'P C4 leading control character', stream: [text(`\u0002${CODE}\u0003\r`)], scans: [taken()] },
  {
    source: 'P C4 leading AIM identifier',
    stream: [keys(`]C0${CODE}`)],
    scans: [{ ...taken(), symbology: 'Code128' }],
  },

  { source: 'F C3 insertText without keydown', stream: [text(`${CODE}\n`)], scans: [taken()] },

  { source: 'F C4 both channels, keys first', stream: [together(keys(CODE), text(CODE))], scans: [taken()] },
  { source: 'F C4 both channels, text first', stream: [together(text(CODE), keys(CODE))], scans: [doubled] },
  { source: 'F C4 both channels, each ended', stream: [together(text(`${CODE}\n`), keys(CODE))], scans: [taken()] },
  {
    source: 'F C4 both channels, keys then ended text',
    stream: [together(keys(CODE), text(`${CODE}\n`))],
    scans: [taken()],
  },
  { source: 'F C4 both channels, none ended', stream: [together(keys(CODE, 'none'), text(CODE))], scans: [doubled] },
  {
    source: 'F C4 both channels, mixed',
    stream: [together(keys('D-10', 'none'), text(CODE), keys('01'))],
    scans: [doubled],
  },
  {
    source: 'F C4 exactly doubled, the single one just seen',
    stream: [text('4354210\n'), stall(200), keys('43542104354210')],
    scans: [taken('4354210'), { ...taken('4354210'), notice: { kind: 'doubled' } }],
  },
  {
    source: 'F C4 exactly doubled, never seen: it may be a code',
    stream: [keys('43542104354210')],
    scans: [taken('43542104354210')],
  },

  {
    source: 'F C6 gaps of 1 to 140 ms with Enter',
    stream: [keys('00340434161094', 'Enter', (index) => 1 + ((index * 83) % 140))],
    scans: [taken('00340434161094')],
    profile: { terminator: 'enter' },
  },
  {
    source: 'F C6 300 ms stall, ending known',
    stream: [keys('0034', 'none'), stall(300), keys('0434')],
    scans: [taken('00340434')],
    profile: { terminator: 'enter' },
  },
  {
    source: 'F C6 500 ms stall, Tab known',
    stream: [keys('0034', 'none'), stall(500), keys('0434', 'Tab')],
    scans: [taken('00340434')],
    profile: { terminator: 'tab' },
  },
  {
    source: 'F C6 300 ms stall, ending found out',
    stream: [keys('0034', 'none'), stall(300), keys('0434')],
    scans: [taken('00340434')],
  },

  { source: 'F C6 200 ms stall before Tab', stream: [keys(CODE, 'none'), stall(200), tab], scans: [taken()] },
  { source: 'F C6 200 ms stall before Enter', stream: [keys(CODE, 'none'), stall(200), enter], scans: [taken()] },
  {
    source: 'F C6 200 ms stall before Tab on a button',
    focus: 'act',
    stream: [keys(CODE, 'none'), stall(200), tab],
    scans: [taken()],
  },

  {
    source: 'F C7 CR inside',
    stream: [pulled('PN:7781\rQTY:5\rLOT:A9\r')],
    scans: [],
    split: ['PN:7781', 'QTY:5', 'LOT:A9'],
  },
  { source: 'F C7 CR inside, no suffix', stream: [pulled('D-1003\rS-01-B')], scans: [], split: ['D-1003', 'S-01-B'] },
  { source: 'F C7 Tab inside', stream: [pulled('D-1003\tS-01-B\r')], scans: [], split: ['D-1003', 'S-01-B'] },
  { source: 'F C7 one letter behind CR', stream: [pulled('D-1003\rA\r')], scans: [], split: ['D-1003', 'A'] },
  { source: 'F C7 an empty line inside', stream: [pulled('D-1003\r\r\rS-1\r')], scans: [], split: ['D-1003', 'S-1'] },
  {
    source: 'F C7 Tab inside, ended by Enter alone',
    stream: [pulled('D-1003\tS-01-B\r')],
    scans: [{ ...taken('D-1003\tS-01-B'), notice: { kind: 'invisible', codePoints: [9] } }],
    profile: { terminator: 'enter' },
  },
  {
    source: 'F C7 CR inside a text',
    stream: [text('D-1003\rS-01-B\r')],
    scans: [{ ...taken('D-1003\rS-01-B'), notice: { kind: 'invisible', codePoints: [13] } }],
  },
  {
    source: 'F C7 CR inside, a text for each line',
    stream: [together(text('D-1003\n'), text('S-01-B\n'))],
    scans: [],
    split: ['D-1003', 'S-01-B'],
  },
  ...(['act', 'body', 'weight', 'count', 'note'] as const).map((focus): WedgeRow => ({
    source: `F C7 CR inside, focus on ${focus}`,
    focus,
    stream: [pulled('PN:7781\r5\r')],
    scans: [],
    split: ['PN:7781', '5'],
  })),
  ...endings.map(([name, ending, isLiteral]): WedgeRow => ({
    source: `F C7 ${name}, as text`,
    stream: [text(`${CODE}${ending}`)],
    scans: [{ ...taken(), ...literal(ending, isLiteral) }],
  })),
  ...endings.map(([name, ending, isLiteral]): WedgeRow => ({
    source: `F C7 ${name}, as keys`,
    stream: [keys(`${CODE}${ending}`, 'none')],
    scans: [{ ...taken(), ...literal(ending, isLiteral) }],
  })),

  { source: 'F C8 Enter alone ten times', stream: Array.from({ length: 10 }, () => enter), scans: [] },
  { source: 'F C8 blanks, then Enter', stream: [keys('   ')], scans: [] },
  { source: 'F C8 a newline by itself', stream: [text('\n'), text('\r\n')], scans: [] },
  { source: 'F C8 below the shortest length', stream: [keys('A1')], scans: [] },

  ...(['act', 'link', 'list', 'body'] as const).flatMap((focus) =>
    (['Enter', 'Tab', 'none'] as const).map((terminator): WedgeRow => ({
      source: `F C9 focus on ${focus}, ${terminator}`,
      focus,
      stream: [keys('abc 123', terminator)],
      scans: [taken('abc 123')],
    })),
  ),
  { source: 'F C9 Enter and Tab', focus: 'act', stream: [keys(`${CODE}\t`, 'Enter')], scans: [taken()] },
  { source: 'F C9 Enter twice', focus: 'act', stream: [keys(`${CODE}\r`, 'Enter')], scans: [taken()] },

  ...(['weight', 'count', 'note'] as const).flatMap((focus) =>
    (['Enter', 'Tab', 'none'] as const).map((terminator): WedgeRow => ({
      source: `F C10 focus on ${focus}, ${terminator}`,
      focus,
      stream: [keys('4006381333931', terminator)],
      scans: [taken('4006381333931')],
    })),
  ),
  { source: 'F C10 text into the weight', focus: 'weight', stream: [text(`${CODE}\n`)], scans: [taken()] },
  { source: 'F C10 text into the weight, no suffix', focus: 'weight', stream: [text(CODE)], scans: [taken()] },

  { source: 'F C11 prefix *', stream: [keys('*000122521')], scans: [taken('000122521')], profile: { prefix: '*' } },
  {
    source: 'F C11 prefix * as text',
    stream: [text('*000122521\n')],
    scans: [taken('000122521')],
    profile: { prefix: '*' },
  },
  { source: 'F C11 suffix', stream: [keys('000122521;;')], scans: [taken('000122521')], profile: { suffix: ';;' } },
  { source: 'F C11 * where no prefix is set', stream: [keys('*000122521')], scans: [taken('*000122521')] },
  { source: 'F C11 ]C1', stream: [keys(`]C1${GS1_HEAD}`)], scans: [{ ...taken(GS1_HEAD), symbology: 'GS1-128' }] },
  {
    source: 'F C11 ]C1 after the prefix',
    stream: [text(`*]C1${GS1_HEAD}\n`)],
    scans: [{ ...taken(GS1_HEAD), symbology: 'GS1-128' }],
    profile: { prefix: '*' },
  },
  { source: 'F C11 \\x1d inside', stream: [text(`${GS1}\r`)], scans: [taken(GS1)] },

  { source: 'F C12 0x1D as a key', stream: [keys(GS1)], scans: [taken(GS1)] },
  {
    source: 'F C12 Alt+0029',
    stream: [together(keys(GS1_HEAD, 'none'), alt('0029'), keys(GS1_TAIL))],
    scans: [taken(GS1)],
  },
  {
    source: 'F C12 Alt+029',
    stream: [together(keys(GS1_HEAD, 'none'), alt('029'), keys(GS1_TAIL))],
    scans: [taken(GS1)],
  },
  { source: 'F C12 <GS>', stream: [keys(GS1.replace('\u001d', '<GS>'))], scans: [taken(GS1)] },
  { source: 'F C12 {GS}', stream: [keys(GS1.replace('\u001d', '{GS}'))], scans: [taken(GS1)] },
  {
    source: 'F C12 Ctrl+]',
    stream: [together(keys(GS1_HEAD, 'none'), special(']', true), keys(GS1_TAIL))],
    scans: [taken(GS1)],
  },
  {
    source: 'F C12 F8',
    stream: [together(keys(GS1_HEAD, 'none'), special('F8'), keys(GS1_TAIL))],
    scans: [taken(GS1)],
  },
  {
    source: 'F C12 RS and EOT by Ctrl',
    stream: [
      together(
        keys('[)>', 'none'),
        special('^', true),
        keys('06', 'none'),
        special(']', true),
        keys('PD-1001', 'none'),
        special('^', true),
        special('d', true),
        enter,
      ),
    ],
    scans: [taken('[)>\u001e06\u001dPD-1001\u001e\u0004')],
  },
  {
    source: 'F C12 RS and EOT by name',
    stream: [keys('[)>{RS}06{GS}PD-1001{RS}{EOT}')],
    scans: [taken('[)>\u001e06\u001dPD-1001\u001e\u0004')],
  },
  { source: 'F C12 0x1D in a text', stream: [text(`${GS1}\n`)], scans: [taken(GS1)] },
  { source: 'F C12 <GS> in a text', stream: [text(`${GS1.replace('\u001d', '<GS>')}\n`)], scans: [taken(GS1)] },
  { source: 'F C12 {GS} in a text', stream: [text(`${GS1.replace('\u001d', '{GS}')}\n`)], scans: [taken(GS1)] },
  {
    source: 'F C12 Alt+0029 with the weight in focus',
    focus: 'weight',
    stream: [together(keys(GS1_HEAD, 'none'), alt('0029'), keys(GS1_TAIL))],
    scans: [taken(GS1)],
  },
];
