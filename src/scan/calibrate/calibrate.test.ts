import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Lesson, learn, learnSeparator } from './calibrate.ts';
import type { Delivery, ScannerInput, Stream } from './scannerInput.ts';
import { defaultWedgeProfile } from '#scan/wedge/profile.ts';
import { earlierTestText, separatorCode, testCode } from './testCode.ts';
import type { Layout } from './layouts.ts';

const CODE = testCode.text;

interface Typed {
  readonly gapMs?: number;
  readonly stallMs?: number;
  readonly by?: Delivery;
  readonly ends?: readonly ('enter' | 'tab')[];
}

/** A stream of single characters; one of its gaps is a longer stall. */
function typed(text: string, { gapMs = 5, stallMs = 0, by = 'key', ends = ['enter'] }: Typed = {}): Stream {
  const letters = Array.from(text, (letter, index): ScannerInput => {
    return { kind: 'text', text: letter, by, atMs: 1_000 + index * gapMs + (index > 3 ? stallMs : 0) };
  });
  return [...letters, ...ends.map((end): ScannerInput => ({ kind: 'end', by: end, atMs: 9_000 }))];
}

function injected(text: string, by: Delivery = 'text', ends: readonly ('enter' | 'tab')[] = []): Stream {
  return [
    { kind: 'text', text, by, atMs: 1_000 },
    ...ends.map((end): ScannerInput => ({ kind: 'end', by: end, atMs: 1_020 })),
  ];
}

const thrice = (stream: Stream): Lesson => learn([stream, stream, stream]);
const finding = (lesson: Lesson, kind: string): unknown =>
  lesson.kind === 'learned' ? lesson.findings.find((one) => one.kind === kind) : lesson;

describe('the profile is the stream’s', () => {
  test.each<[string, Stream, object]>([
    ['keys and Enter', typed(CODE), { terminator: 'enter' }],
    ['keys and Tab', typed(CODE, { ends: ['tab'] }), { terminator: 'tab' }],
    ['keys, Tab and Enter', typed(CODE, { ends: ['tab', 'enter'] }), { terminator: 'enter' }],
    ['keys and nothing', typed(CODE, { ends: [] }), { terminator: 'none' }],
    ['keys and CR as a character', typed(`${CODE}\r`, { ends: [] }), { terminator: 'enter' }],
    ['slow keys', typed(CODE, { gapMs: 60 }), { terminator: 'enter', keyGapMs: 172 }],
    ['keys with a stall', typed(CODE, { stallMs: 200 }), { terminator: 'enter', keyGapMs: 257 }],
    [
      'keys with a stall and no ending',
      typed(CODE, { stallMs: 200, ends: [] }),
      { terminator: 'none', keyGapMs: 257, idleMs: 410 },
    ],
    ['a prefix', typed(`*${CODE}`), { terminator: 'enter', prefix: '*' }],
    ['a suffix', typed(`${CODE};;`), { terminator: 'enter', suffix: ';;' }],
    ['a prefix, an identifier and a suffix', typed(`>]C0${CODE};`), { terminator: 'enter', prefix: '>', suffix: ';' }],
    ['a control character before it', typed(`\u0002${CODE}`), { terminator: 'enter' }],
    ['a text and nothing', injected(CODE), { terminator: 'none' }],
    ['a text with its line break', injected(`${CODE}\n`), { terminator: 'enter' }],
    ['a text with CR LF', injected(`${CODE}\r\n`), { terminator: 'enter' }],
    ['a text with a tab', injected(`${CODE}\t`), { terminator: 'tab' }],
    ['a text, then the Enter key', injected(CODE, 'text', ['enter']), { terminator: 'enter' }],
    ['a composition', injected(CODE, 'composition', ['enter']), { terminator: 'enter' }],
    ['a literal ending', typed(`${CODE}\\n`, { ends: [] }), { terminator: 'none' }],
  ])('%s', (_, stream, profile) => {
    expect(thrice(stream)).toMatchObject({ kind: 'learned', profile: { ...defaultWedgeProfile, ...profile } });
  });
});

describe('what is found is named', () => {
  test.each<[string, Stream, object]>([
    ['delivery', typed(CODE), { by: 'key' }],
    ['delivery', typed(CODE, { by: 'unnamed-key' }), { by: 'unnamed-key' }],
    ['delivery', injected(CODE), { by: 'text' }],
    ['delivery', injected(CODE, 'composition'), { by: 'composition' }],
    ['delivery', [...typed(CODE), ...injected(CODE)], { by: 'two' }],
    ['pace', typed(CODE, { stallMs: 95 }), { medianMs: 5, longestMs: 100 }],
    ['ending', typed(CODE, { ends: [] }), { endings: [] }],
    ['literal-ending', typed(`${CODE}\\r\\n`), { text: '\\r\\n' }],
    ['identifier', typed(`]C0${CODE}`), { text: ']C0' }],
    ['prefix', typed(`P ${CODE}`), { text: 'P ' }],
    ['suffix', typed(`${CODE}#`), { text: '#' }],
    ['doubled', typed(`${CODE}${CODE}`), {}],
    ['case', typed('SCAN-LAZY/#07'), { as: 'upper' }],
    ['case', typed('scan-lazy/#07'), { as: 'lower' }],
    ['case', typed('sCAN-lAZY/#07'), { as: 'swapped' }],
    ['case', typed('sCAN-lAZY/07'), { as: 'swapped' }],
  ])('%s of a stream', (kind, stream, found) => {
    expect(finding(thrice(stream), kind)).toMatchObject({ kind, ...found });
  });

  test('and a scanner that is set up rightly has no more to say than how it delivers', () => {
    const lesson = thrice(typed(CODE));
    expect(lesson.kind === 'learned' && lesson.findings.map(({ kind }) => kind)).toEqual([
      'delivery',
      'pace',
      'ending',
    ]);
  });
});

/** Texts that arrive, with the layout that reads each and its name in English, Russian and Chinese. */
const readAs: readonly (readonly [arrived: string, layout: Layout, names: readonly [string, string, string]])[] = [
  ['Scqn)Lqwy!3àè', 'fr', ['French (AZERTY)', 'французская (AZERTY)', '法语（AZERTY）']],
  ['Scqn)Lqwy=3àè', 'be', ['Belgian (AZERTY)', 'бельгийская (AZERTY)', '比利时（AZERTY）']],
  ['ScanßLayz-§07', 'de', ['German (QWERTZ)', 'немецкая (QWERTZ)', '德语（QWERTZ）']],
  ["Scan'Layz-*07", 'ch', ['Swiss (QWERTZ)', 'швейцарская (QWERTZ)', '瑞士（QWERTZ）']],
  ...['·', '#', '£'].map(
    (sign) =>
      [
        `Scan'Lazy-${sign}07`,
        'iberian',
        [
          'Spanish, Portuguese or Italian (QWERTY)',
          'испанская, португальская или итальянская (QWERTY)',
          '西班牙语、葡萄牙语或意大利语（QWERTY）',
        ],
      ] as const,
  ),
  ['Scan+Lazy-#07', 'nordic', ['Nordic (QWERTY)', 'скандинавская (QWERTY)', '北欧（QWERTY）']],
  ['Scan-Lazyé/07', 'canadian', ['Canadian French (QWERTY)', 'канадская французская (QWERTY)', '加拿大法语（QWERTY）']],
  ['Ысфт-Дфян.№07', 'ru', ['Russian', 'русская', '俄语']],
  ['Ісфт-Дфян.№07', 'ua', ['Ukrainian', 'украинская', '乌克兰语']],
  ['Σψαν-Λαζυ/#07', 'gr', ['Greek', 'греческая', '希腊语']],
  ['Scan=Layz-3éý', 'cz', ['Czech', 'чешская', '捷克语']],
  ['Scan=Lazy-3éý', 'cz', ['Czech', 'чешская', '捷克语']],
  ['Scan*Lazy.^07', 'tr', ['Turkish (Q)', 'турецкая (Q)', '土耳其语（Q）']],
  ['ScanüLayz-+ö7', 'hu', ['Hungarian (QWERTZ)', 'венгерская (QWERTZ)', '匈牙利语（QWERTZ）']],
  ['Scan-Lazy;#07', 'br', ['Brazilian (ABNT2)', 'бразильская (ABNT2)', '巴西（ABNT2）']],
  ['Scan-Lazy/£07', 'gb', ['English (UK)', 'английская (Великобритания)', '英语（英国）']],
  [
    'Ｓｃａｎ－Ｌａｚｙ／＃０７',
    'wide',
    ['full-width letters of an input method', 'полноширинные буквы метода ввода', '输入法的全角字母'],
  ],
];

function nameOf(layout: Layout, language: string): string | undefined {
  const texts = JSON.parse(readFileSync(`src/i18n/${language}.json`, 'utf8')) as {
    readonly calibration: { readonly layouts: Readonly<Record<string, string>> };
  };
  return texts.calibration.layouts[layout];
}

describe('a handheld with another layout than its scanner is named', () => {
  test.each(readAs)('%s is the test code read as %s', (arrived, handheld, names) => {
    const found = { kind: 'layout', scanner: 'us', handheld };
    expect(finding(thrice(typed(arrived)), 'layout')).toEqual(found);
    expect(finding(thrice(injected(arrived)), 'layout')).toEqual(found);
    expect(['en', 'ru', 'zh'].map((language) => nameOf(handheld, language))).toEqual(names);
  });

  test.each<[string, Layout]>([
    ['Scqn6Lqwy>)&', 'fr'],
    ['Scan/Layz&\\07', 'de'],
    ['Scan/Lazy&#07', 'nordicOrIberian'],
    ['Scan/Layz{)&', 'cz'],
    ['Scan=Lazy&07', 'tr'],
    ['Scan/Layz^`7', 'hu'],
    ['Scan-Lazy#07', 'br'],
    ['Scan-Lazy/\\07', 'gb'],
  ])('%s is of a scanner with that layout, on an English handheld', (arrived, scanner) => {
    expect(finding(thrice(typed(arrived)), 'layout')).toEqual({ kind: 'layout', scanner, handheld: 'us' });
  });

  test.each(readAs.filter(([, layout]) => layout !== 'gb'))(
    '%s without its sign is of a sheet printed before',
    (arrived, handheld) => {
      const earlier = arrived.slice(0, -3) + arrived.slice(-2);
      expect(finding(thrice(typed(earlier)), 'layout')).toEqual({ kind: 'layout', scanner: 'us', handheld });
    },
  );
});

test('a sheet that was printed before teaches what it did', () => {
  expect(thrice(typed(`*${earlierTestText};`, { ends: ['tab'] }))).toMatchObject({
    kind: 'learned',
    profile: { ...defaultWedgeProfile, terminator: 'tab', prefix: '*', suffix: ';' },
  });
  expect(finding(thrice(typed(earlierTestText)), 'layout')).toBeUndefined(); // it has no sign that tells the UK's
});

describe('nothing is learned', () => {
  test.each([
    ['without a scan', [], { kind: 'more', left: 3 }],
    ['of one', [typed(CODE)], { kind: 'more', left: 2 }],
    ['of two', [typed(CODE), typed(CODE)], { kind: 'more', left: 1 }],
    ['of another code', [typed(CODE), typed('D-1001')], { kind: 'other-code', text: 'D-1001' }],
    ['where the endings differ', [typed(CODE), typed(CODE), typed(CODE, { ends: ['tab'] })], { kind: 'different' }],
    ['where the ways differ', [typed(CODE), typed(CODE), injected(`${CODE}\n`)], { kind: 'different' }],
    ['where a prefix came and went', [typed(CODE), typed(`*${CODE}`), typed(CODE)], { kind: 'different' }],
  ])('%s', (_, streams, lesson) => {
    expect(learn(streams)).toEqual(lesson);
  });
});

test.each([
  ['kept', separatorCode.text, { kind: 'kept' }],
  ['after an identifier', `]C1${separatorCode.text}`, { kind: 'kept' }],
  ['as <GS>', '1017A<GS>2107', { kind: 'typed', text: '<GS>' }],
  ['as {GS}', '1017A{GS}2107', { kind: 'typed', text: '{GS}' }],
  ['lost', '1017A2107', { kind: 'lost' }],
  ['in the other case', '1017a2107', { kind: 'lost' }],
  ['as another sign', '1017A|2107', { kind: 'changed', text: '|' }],
  ['of another code', 'D-1001', undefined],
])('the separator %s', (_, text, found) => {
  expect(learnSeparator(typed(text))).toEqual(found);
  expect(learnSeparator(injected(text))).toEqual(found);
});
