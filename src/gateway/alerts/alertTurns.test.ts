import { expect, test } from 'vitest';
import { type AlertKind, type Condition, OVER_MS, alertKinds } from './alertKinds.ts';
import { createAlertTurns } from './alertTurns.ts';

const away: Condition = { kind: 'service-away', line: 'away' };
const NOTHING = { holding: [], unknown: new Set<AlertKind>() };
const OPEN = new Map<string, AlertKind>([['service-away', 'service-away']]);

function turnsWithClock() {
  let now = 0;
  const turns = createAlertTurns(() => now);
  return { ...turns, pass: (ms: number) => (now += ms) };
}

test('an alert begins once its condition has held for as long as its kind says, and is told once', () => {
  const { look, pass } = turnsWithClock();
  const seen = { ...NOTHING, holding: [away] };
  expect(look(seen, new Map()).begun).toEqual([]);
  pass(alertKinds['service-away'].holdsMs - 1);
  expect(look(seen, new Map()).begun).toEqual([]);
  pass(1);
  expect(look(seen, new Map()).begun).toEqual([away]);
  pass(60_000);
  expect(look(seen, OPEN)).toEqual({ begun: [], over: [] });
});

test('a service that comes and goes is one alert, and one all-clear once it has stayed for five minutes', () => {
  const { look, pass } = turnsWithClock();
  for (let times = 0; times < 50; times += 1) {
    expect(look({ ...NOTHING, holding: times % 2 === 0 ? [away] : [] }, OPEN)).toEqual({ begun: [], over: [] });
    pass(OVER_MS - 1);
  }
  look({ ...NOTHING, holding: [away] }, OPEN);
  look(NOTHING, OPEN);
  pass(OVER_MS);
  expect(look(NOTHING, OPEN).over).toEqual(['service-away']);
});

test('one that comes and goes before it has held for long tells nobody', () => {
  const { look, pass } = turnsWithClock();
  for (let times = 0; times < 50; times += 1) {
    expect(look({ ...NOTHING, holding: times % 2 === 0 ? [away] : [] }, new Map()).begun).toEqual([]);
    pass(90_000);
  }
});

test('what nobody can tell now, as after a start, neither begins nor ends', () => {
  const { look, pass } = turnsWithClock();
  const unknown = { holding: [], unknown: new Set<AlertKind>(['service-away']) };
  look(unknown, OPEN);
  pass(10 * OVER_MS);
  expect(look(unknown, OPEN)).toEqual({ begun: [], over: [] });
  expect(look(NOTHING, OPEN).over).toEqual([]); // the five minutes begin when it is known
});

test('one of two certificates that ends is an alert of its own', () => {
  const { look } = turnsWithClock();
  const [own, service] = ['own', 'service'].map(
    (subject) => ({ kind: 'certificate-ends', subject, line: subject }) as const,
  );
  const holding = [own, service].filter((one) => one !== undefined);
  const open = new Map<string, AlertKind>([['certificate-ends own', 'certificate-ends']]);
  expect(look({ ...NOTHING, holding }, open).begun).toEqual([service]);
});
