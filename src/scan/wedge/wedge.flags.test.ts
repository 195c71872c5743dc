import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Scan } from '#scan/scan.ts';
import { defaultWedgeProfile } from './profile.ts';
import { startWedge } from './wedge.ts';

type Flag = 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey';
const flagOf = { Alt: 'altKey', Control: 'ctrlKey', Meta: 'metaKey', Shift: 'shiftKey' } as const;
type Modifier = keyof typeof flagOf;

/** One event of a keyboard. `text`: what the browser puts into the sink by it. */
interface Sent {
  readonly type: 'keydown' | 'keyup' | 'beforeinput';
  readonly key?: string;
  readonly code?: string;
  readonly keyCode?: number;
  readonly flags?: readonly Flag[];
  readonly repeat?: boolean;
  readonly data?: string;
}

const GAP_MS = 4;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Plays events to a wedge whose sink has the focus. @returns the scans that came, how often it said that nobody knows the code, and the events that the page hears */
function played(sent: readonly Sent[]) {
  const texts: string[] = [];
  const heard: string[] = [];
  let told = 0;
  const listeners = new Map<string, (event: unknown) => void>();
  const sink = { localName: 'input', type: 'text', value: '', matches: () => true, hasAttribute: () => false };
  const document = {
    activeElement: sink,
    addEventListener: (type: string, listen: (event: unknown) => void) => listeners.set(type, listen),
  };
  startWedge({
    document: document as unknown as Document,
    profile: () => defaultWedgeProfile,
    now: () => 0,
    onScan: (scan: Scan) => texts.push(scan.text),
    onSplit: ({ texts: all }) => texts.push(`split: ${all.join()}`),
    onAltered: () => (told += 1),
  });
  function fire(type: string, more: object): boolean {
    let isPrevented = false;
    const event = {
      type,
      timeStamp: performance.now(),
      isTrusted: true,
      isComposing: false,
      target: sink,
      composedPath: () => [sink],
      preventDefault: () => (isPrevented = true),
      stopPropagation: () => undefined,
      ...more,
    };
    listeners.get(type)?.(event);
    return !isPrevented;
  }
  for (const one of sent) {
    vi.advanceTimersByTime(GAP_MS / 2);
    if (one.type === 'beforeinput') {
      fire('beforeinput', { inputType: 'insertText', data: one.data, dataTransfer: null, cancelable: true });
      continue;
    }
    const { key = '', code = '', keyCode = 0, flags = [], repeat = false } = one;
    const isSet = (flag: Flag): boolean => flags.includes(flag);
    const isOpen = fire(one.type, {
      key,
      code,
      keyCode,
      repeat,
      altKey: isSet('altKey'),
      ctrlKey: isSet('ctrlKey'),
      metaKey: isSet('metaKey'),
      shiftKey: isSet('shiftKey'),
      getModifierState: () => false,
    });
    if (isOpen) heard.push(`${one.type} ${key}`);
    const writes = one.type === 'keydown' && Array.from(key).length === 1 && keyCode !== 229;
    if (isOpen && writes && !isSet('ctrlKey') && !isSet('metaKey') && !isSet('altKey'))
      fire('beforeinput', { inputType: 'insertText', data: key, dataTransfer: null, cancelable: true });
  }
  vi.advanceTimersByTime(3_000);
  return { texts, told, heard };
}

test('the page hears neither the press nor the release of a key that was taken: no control may act on the one alone', () => {
  const sent = ['D', '-', '1', '0', '0', '2', 'Enter'].flatMap((key) => press(key));
  expect(played(sent)).toEqual({ texts: ['D-1002'], told: 0, heard: [] });
  expect(played(press('F2')).heard).toEqual(['keydown F2', 'keyup F2']);
});

/** The right text and not a word, or nothing and one sentence. */
function outcomeOf(sent: readonly Sent[], text: string): 'text' | 'told' | object {
  const { texts, told } = played(sent);
  if (texts.length === 1 && texts[0] === text && told === 0) return 'text';
  return texts.length === 0 && told === 1 ? 'told' : { texts, told };
}

const places = {
  'no place': () => '',
  'its place': (key: string) =>
    /^[A-Za-z]$/.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : key === '-' ? 'Minus' : key,
  'the number pad': (key: string) => (/^\d$/.test(key) ? `Numpad${key}` : key === 'Enter' ? 'NumpadEnter' : ''),
} as const;

/** The keys that a flag is set on, though no modifier's own key goes down. */
const flagged = {
  'no key': () => false,
  'every key': () => true,
  'the first key': (index: number) => index === 0,
  'the last key': (index: number, last: number) => index === last,
  'every second key': (index: number) => index % 2 === 1,
  digits: (_: number, __: number, key: string) => /^\d$/.test(key),
  'all but digits': (_: number, __: number, key: string) => !/^\d$/.test(key),
  'all but Enter': (_: number, __: number, key: string) => key !== 'Enter',
} as const;

const orders = ['one by one', 'rolled over', 'ups at the end', 'without ups'] as const;

interface Way {
  readonly place: keyof typeof places;
  readonly on: keyof typeof flagged;
  readonly flags: readonly Flag[];
  readonly order: (typeof orders)[number];
  readonly repeats: 'none' | 'all';
}

const down = (key: Modifier): Sent => ({ type: 'keydown', key, code: `${key}Left`, flags: [flagOf[key]] });
const up = (key: Modifier): Sent => ({ type: 'keyup', key, code: `${key}Left` });
const press = (key: string, flags: readonly Flag[] = [], code = ''): readonly Sent[] => [
  { type: 'keydown', key, code, flags },
  { type: 'keyup', key, code, flags },
];

function typed(keys: readonly string[], { place, on, flags, order, repeats }: Way): readonly Sent[] {
  const isOn = flagged[on];
  const pressed = keys.map((key, index): Sent => {
    const set = isOn(index, keys.length - 1, key) ? flags : [];
    return { type: 'keydown', key, code: places[place](key), flags: set, repeat: repeats === 'all' };
  });
  const released = ({ repeat: _repeat, ...one }: Sent): Sent => ({ ...one, type: 'keyup' });
  switch (order) {
    case 'one by one':
      return pressed.flatMap((one) => [one, released(one)]);
    case 'rolled over':
      return [
        ...pressed.flatMap((one, at) => [one, ...(at > 0 ? [released(pressed[at - 1] as Sent)] : [])]),
        released(pressed.at(-1) as Sent),
      ];
    case 'ups at the end':
      return [...pressed, ...pressed.map(released)];
    case 'without ups':
      return pressed;
  }
}

const codes = ['D-1002', '1002', '4006381333931'];
const endings = [['Enter'], ['Tab'], []];
const flagSets: readonly (readonly Flag[])[] = [
  ['altKey'],
  ['ctrlKey'],
  ['metaKey'],
  ['altKey', 'ctrlKey', 'shiftKey'],
];

/** All ways of a product. */
function product(): readonly (readonly [name: string, code: string, sent: readonly Sent[], on: string])[] {
  const all: (readonly [string, string, readonly Sent[], string])[] = [];
  for (const code of codes)
    for (const ending of endings)
      for (const place of Object.keys(places) as (keyof typeof places)[])
        for (const on of Object.keys(flagged) as (keyof typeof flagged)[])
          for (const flags of flagSets)
            for (const order of orders)
              for (const repeats of ['none', 'all'] as const) {
                const way = { place, on, flags, order, repeats };
                const name = [
                  code,
                  ending.join() || 'silence',
                  place,
                  `${flags.join('+')} on ${on}`,
                  order,
                  `repeats: ${repeats}`,
                ];
                all.push([name.join(', '), code, typed([...Array.from(code), ...ending], way), on]);
              }
  return all;
}

describe('a flag that no modifier’s own key stands behind', () => {
  const ways = product();

  test(`gives the code or one sentence, in each of ${ways.length} ways`, () => {
    const wrong = ways.flatMap(([name, code, sent]) => {
      const outcome = outcomeOf(sent, code);
      return typeof outcome === 'string' ? [] : [`${name}: ${JSON.stringify(outcome)}`];
    });
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  test('on every key, or on none, is nothing: the code comes', () => {
    const told = ways.filter(([, code, sent, on]) => /^(?:no|every) key$/.test(on) && outcomeOf(sent, code) !== 'text');
    expect(told.map(([name]) => name).slice(0, 10)).toEqual([]);
  });
});

describe('a character that a scanner makes with a modifier', () => {
  const GS1 = '010401234512345610AB\u001d2199';
  const [head = '', tail = ''] = GS1.split('\u001d');
  const makers = {
    'Ctrl and ]': ['Control', [']']],
    'Alt and 0029': ['Alt', ['0', '0', '2', '9']],
    'Alt and 029': ['Alt', ['0', '2', '9']],
  } as const;
  const downs = ['down', 'no down'] as const;
  const ups = ['up', 'no up', 'up behind the next key', 'up behind all'] as const;
  const sets = ['set', 'not set', 'set to the end'] as const;

  const ways = Object.entries(makers).flatMap(([name, [modifier, keys]]) =>
    downs.flatMap((isDown) =>
      ups.flatMap((isUp) =>
        sets.flatMap((isSet) =>
          (['', 'Numpad'] as const).flatMap((place) =>
            endings.map((ending) => {
              const flags = isSet === 'not set' ? [] : [flagOf[modifier]];
              const behind = isSet === 'set to the end' ? flags : [];
              const [next = '', ...rest] = tail;
              const late = (when: (typeof ups)[number]): readonly Sent[] => (isUp === when ? [up(modifier)] : []);
              const sent = [
                ...Array.from(head).flatMap((key) => press(key)),
                ...(isDown === 'down' ? [down(modifier)] : []),
                ...keys.flatMap((key) => press(key, flags, place && /\d/.test(key) ? `${place}${key}` : '')),
                ...late('up'),
                ...press(next, behind),
                ...late('up behind the next key'),
                ...[...rest, ...ending].flatMap((key) => press(key, behind)),
                ...late('up behind all'),
              ];
              return [[name, isDown, isUp, isSet, place, ending.join()].join(', '), sent] as const;
            }),
          ),
        ),
      ),
    ),
  );

  // Without a flag, and without a key of its own before its end, it is the keys that it is.
  const made = ways.filter(([name]) => !/no down, (?:no up|up behind all), not set/.test(name));

  test(`gives the code or one sentence, in each of ${made.length} ways`, () => {
    const wrong = made.flatMap(([name, sent]) => {
      const outcome = outcomeOf(sent, GS1);
      return typeof outcome === 'string' ? [] : [`${name}: ${JSON.stringify(outcome)}`];
    });
    expect(wrong).toEqual([]);
  });

  test('comes where its key goes down and up, with its flag', () => {
    const usual = ways.filter(([name]) => name.includes(', down, up, set, '));
    expect(usual).toHaveLength(18);
    expect(usual.filter(([, sent]) => outcomeOf(sent, GS1) !== 'text')).toEqual([]);
  });

  test('twice running comes twice, also where no up came between', () => {
    for (const between of [[up('Alt')], []]) {
      const sent = [
        ...press('A'),
        ...press('B'),
        down('Alt'),
        ...['0', '0', '2', '9'].flatMap((key) => press(key, ['altKey'])),
        ...between,
        down('Alt'),
        ...['0', '0', '3', '0'].flatMap((key) => press(key, ['altKey'])),
        up('Alt'),
        ...press('C'),
        ...press('Enter'),
      ];
      expect(outcomeOf(sent, 'AB\u001d\u001eC')).toBe('text');
    }
  });
});

describe.each(['Alt', 'Control', 'Meta'] as const)('%s that is down from before a code', (modifier) => {
  // Four digits and a release are a character by Alt.
  const isCharacter = (code: string, ending: readonly string[], when: string): boolean =>
    code === '1002' && (when === 'before the ending' || (when === 'behind it' && ending.length === 0));
  const ways = ['D-1002', '4006381333931', 'abcdef', '1002'].flatMap((code) =>
    endings.flatMap((ending) =>
      (['before the ending', 'behind it', 'never'] as const)
        .filter((when) => !isCharacter(code, ending, when))
        .map((when) => [code, ending, when] as const),
    ),
  );

  test.each(ways)('leaves nothing of it, and one sentence: %s, %j, up %s', (code, ending, when) => {
    const flags = [flagOf[modifier]];
    const sent = [
      down(modifier),
      ...Array.from(code).flatMap((key) => press(key, flags)),
      ...(when === 'before the ending' ? [up(modifier)] : []),
      ...ending.flatMap((key) => press(key, when === 'before the ending' ? [] : flags)),
      ...(when === 'behind it' ? [up(modifier)] : []),
    ];
    expect(outcomeOf(sent, code)).toBe('told');
  });
});

describe('keys without a name', () => {
  const which = {
    all: () => true,
    'the first': (index: number) => index === 0,
    digits: (_: number, key: string) => /\d/.test(key),
    'the last': (index: number) => index === 5,
    'the ending': (_: number, key: string) => key === 'Enter',
  } as const;
  const names = { 'no name': () => 'Unidentified', 'its name': (key: string) => key } as const;

  const ways = Object.entries(which).flatMap(([on, is]) =>
    Object.entries(names).flatMap(([by, nameOf]) =>
      [true, false].flatMap((hasText) =>
        [['Enter'], []].map((ending) => {
          const keys = [...Array.from('D-1002'), ...ending];
          const sent = keys.flatMap((key, index): readonly Sent[] => {
            if (!is(index, key)) return press(key);
            const named = { key: nameOf(key), keyCode: 229 };
            const data = key === 'Enter' ? '\n' : key;
            return [
              { type: 'keydown', ...named },
              ...(hasText ? [{ type: 'beforeinput', data } as const] : []),
              { type: 'keyup', ...named },
            ];
          });
          const lacks = !hasText && keys.some((key, index) => is(index, key));
          return [on, by, hasText ? 'with a text' : 'without', ending.join(), sent, lacks] as const;
        }),
      ),
    ),
  );

  test.each(ways)('%s by %s, %s, %s', (_on, _by, _text, _ending, sent, lacks) => {
    expect(outcomeOf(sent, 'D-1002')).toBe(lacks ? 'told' : 'text');
  });
});

test.each<[name: string, keys: readonly Sent[]]>([
  ['Ctrl and C', [down('Control'), ...press('c', ['ctrlKey']), up('Control')]],
  [
    'Ctrl, Shift and R',
    [down('Control'), down('Shift'), ...press('R', ['ctrlKey', 'shiftKey']), up('Shift'), up('Control')],
  ],
  ['Alt and D', [down('Alt'), ...press('d', ['altKey']), up('Alt')]],
  ['a Mac’s shortcut', [down('Meta'), ...press('v', ['metaKey']), up('Meta')]],
])('%s is a person’s: nothing is taken, and nothing said', (_, keys) => {
  expect(played(keys)).toMatchObject({ texts: [], told: 0 });
});
