import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ScaleReading, createLines, createSteadyGate, inUnit, readScaleLine } from '#device/scaleLines.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const steady = (text: string, unit?: string): ScaleReading => ({ state: 'steady', text, ...(unit && { unit }) });
const moving = (text: string, unit?: string): ScaleReading => ({ state: 'moving', text, ...(unit && { unit }) });

describe('a line of a scale', () => {
  test.each<[string, ScaleReading]>([
    ['ST,+0001.25  kg', steady('1.25', 'kg')],
    ['US,+0001.27  kg', moving('1.27', 'kg')],
    ['OL,+9999999  kg', { state: 'over', text: '' }],
    ['ST,GS,+  1.25kg', steady('1.25', 'kg')],
    ['ST,NT,-  0.30kg', steady('-0.30', 'kg')],
    ['US,NT,+  0.30kg', moving('0.30', 'kg')],
    ['ST,+000000.0  g', steady('0.0', 'g')],
    ['ST,-000000.0  g', steady('0.0', 'g')],
    ['ST,+0002.755 lb', steady('2.755', 'lb')],
    ['S S     1.250 kg', steady('1.250', 'kg')],
    ['S D     1.248 kg', moving('1.248', 'kg')],
    ['S S   -0.004 g', steady('-0.004', 'g')],
    ['S +', { state: 'over', text: '' }],
    ['S -', { state: 'over', text: '' }],
    ['+   1.250 kg ', steady('1.250', 'kg')],
    ['    1,250 kg', steady('1.250', 'kg')],
    ['+   1.250    ', moving('1.250')],
    ['\u0002001.250', steady('1.250')],
    ['12.50', moving('12.50')],
    ['ST,+00.25 KG', steady('0.25', 'kg')],
  ])('%j', (line, reading) => {
    expect(readScaleLine(line)).toEqual(reading);
  });

  test.each([
    '',
    '\u0002?A',
    'S I',
    'ES',
    'QT,+00000012 PC extra',
    '?A',
    'Kern & Sohn',
    'ST,',
    'S S',
    'ST,+1.2.3 kg',
    '1.25 kg 4.00 EUR',
  ])('%j is none, and is passed over', (line) => {
    expect(readScaleLine(line)).toBeUndefined();
  });

  test('comes whole, wherever the bytes of the stream are cut', () => {
    const stream = 'ST,GS,+  1.25kg\r\nUS,GS,+  1.26kg\r\n\u0002001.250\r\n\nS S     1.250 kg\r';
    const whole = createLines()(bytes(stream));
    expect(whole).toEqual(['ST,GS,+  1.25kg', 'US,GS,+  1.26kg', '\u0002001.250', 'S S     1.250 kg']);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const take = createLines();
        const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const lines = places.flatMap((from, at) => take(bytes(stream.slice(from, places[at + 1] ?? from))));
        expect(lines).toEqual(whole);
      }),
    );
  });

  test('with a parity bit on its letters is the same, and noise without an end fills no memory', () => {
    expect(createLines()(bytes('ST,+0001.25  kg\r').map((byte) => byte | 0x80))).toEqual(['ST,+0001.25  kg']);
    expect(createLines()(bytes(`${'x'.repeat(10_000)}\r`))[0]).toHaveLength(64);
  });
});

describe('a weight counts', () => {
  const through = (readings: readonly ScaleReading[]): string[] => {
    const gate = createSteadyGate();
    return readings.map((reading) => gate(reading).state);
  };

  test('when the scale calls it steady three times in a row, and not before', () => {
    const kg = steady('1.25', 'kg');
    expect(through([kg, kg, kg, kg])).toEqual(['moving', 'moving', 'steady', 'steady']);
    expect(through([kg, kg, moving('1.25', 'kg'), kg, kg, kg]).indexOf('steady')).toBe(5);
    expect(through([kg, kg, steady('1.26', 'kg'), kg, kg, kg]).indexOf('steady')).toBe(5);
    expect(through([kg, kg, steady('1.25', 'lb'), kg]).includes('steady')).toBe(false);
  });

  test('never while it moves, or where nothing lies on the pan', () => {
    const never = [
      moving('1.25', 'kg'),
      steady('0.00', 'kg'),
      steady('-1.25', 'kg'),
      { state: 'over', text: '' } as const,
    ];
    for (const reading of never) expect(through(Array(9).fill(reading))).not.toContain('steady');
  });
});

describe('another unit', () => {
  test.each([
    ['1250', 'g', 1000, '1.25'],
    ['1.250', 'kg', 1000, '1.250'],
    ['1.250', 'kg', 1, '1250'],
    ['2.755', 'lb', 1000, '1.249647'],
    ['1', 'kg', 453.59237, '2.204623'],
    ['16', 'oz', 453.59237, '1'],
    ['0.1', 't', 1000, '100'],
  ])('%s %s in a unit of %s g is %s', (text, unit, gramsOfWanted, shown) => {
    expect(inUnit(steady(text, unit), gramsOfWanted)).toBe(shown);
  });

  test('stays what the scale says where it is not asked for, or the scale names none', () => {
    expect(inUnit(steady('1.250', 'kg'))).toBe('1.250');
    expect(inUnit(steady('1.250'), 1)).toBe('1.250');
    expect(inUnit(steady('3', 'stk'), 1000)).toBeUndefined();
  });
});
