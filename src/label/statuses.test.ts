import { describe, expect, test } from 'vitest';
import { readSatoStatus } from './satoStatus.ts';
import { readTscStatus } from './tscStatus.ts';
import { readCount, readHostErrors, readHostStatus } from './zebraStatus.ts';

const idle = { isBusy: false, hasHalf: false };

describe('a Zebra: three lines', () => {
  // The fields by their places in the manual, from 1.
  const first = ['030', '0', '0', '1245', '000', '0', '0', '0', '000', '0', '0', '0'];
  const second = ['000', '0', '0', '0', '0', '2', '4', '0', '00000000', '1', '000'];
  const lines = (one: Readonly<Record<number, string>> = {}, two: Readonly<Record<number, string>> = {}) => [
    first.map((field, at) => one[at + 1] ?? field).join(','),
    second.map((field, at) => two[at + 1] ?? field).join(','),
    '1234,0',
  ];

  test.each([
    ['ready', lines(), idle],
    ['paper out', lines({ 2: '1' }), { ...idle, fault: 'paper-out' }],
    ['paused', lines({ 3: '1' }), { ...idle, fault: 'paused' }],
    ['formats that wait', lines({ 5: '002' }), { ...idle, isBusy: true }],
    ['a full buffer', lines({ 6: '1' }), { ...idle, isBusy: true }],
    ['half a label', lines({ 8: '1' }), { ...idle, hasHalf: true }],
    ['a lost configuration', lines({ 10: '1' }), { ...idle, fault: 'fault' }],
    ['too cold', lines({ 11: '1' }), { ...idle, fault: 'fault' }],
    ['too hot', lines({ 12: '1' }), { ...idle, fault: 'fault' }],
    ['head up', lines({}, { 3: '1' }), { ...idle, fault: 'head-open' }],
    ['ribbon out', lines({}, { 4: '1' }), { ...idle, fault: 'ribbon-out' }],
    ['a label to be taken', lines({}, { 8: '1' }), { ...idle, isBusy: true }],
    ['labels of a batch', lines({}, { 9: '00000007' }), { ...idle, isBusy: true }],
    [
      'all at once',
      lines({ 2: '1', 3: '1', 8: '1' }, { 3: '1' }),
      { isBusy: false, hasHalf: true, fault: 'head-open' },
    ],
    ['a pause by the paper', lines({ 2: '1', 3: '1' }), { ...idle, fault: 'paper-out' }],
    ['two lines', lines().slice(0, 2), undefined],
    ['a line too short', ['030,0', ...lines().slice(1)], undefined],
    ['words', ['a,b,c,d,e,f,g,h,i,j,k,l', ...lines().slice(1)], undefined],
    ['nothing', [], undefined],
  ])('%s', (_, said, standing) => {
    expect(readHostStatus(said)).toEqual(standing);
  });

  const errors = (flag: string, high: string, low: string) =>
    `\r\n  PRINTER STATUS\r\n   ERRORS:         ${flag} ${high} ${low}\r\n   WARNINGS:       0 00000000 00000000\r\n`;
  test.each([
    ['none', errors('0', '00000000', '00000000'), 'none'],
    ['media', errors('1', '00000000', '00000001'), 'paper-out'],
    ['ribbon', errors('1', '00000000', '00000002'), 'ribbon-out'],
    ['head', errors('1', '00000000', '00000004'), 'head-open'],
    ['cutter', errors('1', '00000000', '00000008'), 'cutter'],
    ['media and head', errors('1', '00000000', '00000005'), 'head-open'],
    ['too hot', errors('1', '00000000', '00000010'), 'fault'],
    ['a pause', errors('1', '00000000', '00010000'), 'paused'],
    ['a pause by the paper', errors('1', '00000000', '00010001'), 'paper-out'],
    ['one that is not known', errors('1', '00000001', '00000000'), 'fault'],
    ['a flag without a bit', errors('1', '00000000', '00000000'), 'fault'],
    ['a bit without the flag', errors('0', '00000000', '00000001'), 'paper-out'],
    ['too short a word', errors('1', '0000', '0001'), undefined],
    ['nothing', '', undefined],
  ])('its error word: %s', (_, said, cause) => {
    expect(readHostErrors(said)).toBe(cause);
  });

  test.each([
    ['17', 17],
    ['0', 0],
    [' 17 ', 17],
    ['?', undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['17 INCHES', undefined],
    ['9'.repeat(16), undefined],
  ])('its count: %j', (said, count) => {
    expect(readCount(said)).toBe(count);
  });
});

test.each([
  ['waits for data', '  A000000', idle],
  ['ribbon near its end', '  B000000', idle],
  ['prints', '12G000050', { ...idle, isBusy: true }],
  ['labels left', '12A000001', { ...idle, isBusy: true }],
  ['waits until one is taken', '12M000000', { ...idle, isBusy: true }],
  ['reads one', '12S000000', { ...idle, isBusy: true }],
  ['off-line', '  0000000', { ...idle, fault: 'paused' }],
  ['stopped while it prints', '12K000003', { isBusy: true, hasHalf: false, fault: 'paused' }],
  ['buffer full', '12a000003', { isBusy: true, hasHalf: false, fault: 'busy' }],
  ['head open', '  b000000', { ...idle, fault: 'head-open' }],
  ['paper end', '  c000000', { ...idle, fault: 'paper-out' }],
  ['ribbon end', '  d000000', { ...idle, fault: 'ribbon-out' }],
  ['media error', '  e000000', { ...idle, fault: 'fault' }],
  ['cutter', '  j000000', { ...idle, fault: 'cutter' }],
  ['no letter of it', '  Z000000', undefined],
  ['too short', '  A00000', undefined],
  ['nothing', '', undefined],
])('a SATO: %s', (_, said, standing) => {
  expect(readSatoStatus(said)).toEqual(standing);
  // Newer ones tell the job's name too.
  expect(readSatoStatus(`${said}${'x'.repeat(16)}`)).toEqual(standing);
});

test.each([
  ['ready', '@@@@', idle],
  ['paused', '`@@@', { ...idle, fault: 'paused' }],
  ['waits for its key', 'K@@@', { ...idle, fault: 'paused' }],
  ['prints', 'P@@@', { ...idle, isBusy: true }],
  ['draws', 'W@@@', { ...idle, isBusy: true }],
  ['waits until one is taken', 'L@@@', { ...idle, isBusy: true }],
  ['its buffer is full', '@H@@', { ...idle, isBusy: true }],
  ['paper empty', 'E@@A', { ...idle, fault: 'paper-out' }],
  ['paper jam', 'E@@B', { ...idle, fault: 'fault' }],
  ['ribbon empty', 'E@@D', { ...idle, fault: 'ribbon-out' }],
  ['ribbon jam', 'E@@H', { ...idle, fault: 'fault' }],
  ['head open', 'E@@`', { ...idle, fault: 'head-open' }],
  ['cutter jam', 'E@H@', { ...idle, fault: 'cutter' }],
  ['too hot', 'E@A@', { ...idle, fault: 'fault' }],
  ['an error without a bit', 'E@@@', { ...idle, fault: 'fault' }],
  ['no letter of it', 'Z@@@', undefined],
  ['too short', '@@@', undefined],
  ['nothing', '', undefined],
])('a TSC: %s', (_, said, standing) => {
  expect(readTscStatus(said)).toEqual(standing);
});
