import { expect, test } from 'vitest';
import { type CameraAid, type AidEvent, nextAid } from './aid.ts';

const frame = (lack: 'dim' | 'small' | undefined, atMs: number): AidEvent => ({ kind: 'frame', lack, atMs });
const read: AidEvent = { kind: 'read' };
const gone: AidEvent = { kind: 'gone' };
const chosen: AidEvent = { kind: 'chosen' };
const pause = (isPaused: boolean): AidEvent => ({ kind: 'pause', isPaused });
/** Milliseconds after which it is applied. */
const lacks = (lack: 'dim' | 'small', from = 0): AidEvent[] => [frame(lack, from), frame(lack, from + 1_500)];

test.each<[what: string, applied: CameraAid['applied'], events: readonly AidEvent[]]>([
  ['light is applied after a second and a half', 'dim', lacks('dim')],
  ['zoom is applied after a second and a half', 'small', lacks('small')],
  ['nothing is applied before', undefined, [frame('dim', 0), frame('dim', 1_499)]],
  ['nothing is applied where nothing lacks', undefined, [frame(undefined, 0), frame(undefined, 9_000)]],
  [
    'the time begins anew with another lack',
    undefined,
    [frame('small', 0), ...lacks('dim', 900).slice(0, 1), frame('dim', 2_300)],
  ],
  [
    'the time begins anew with a frame that lacks nothing',
    undefined,
    [frame('dim', 0), frame(undefined, 900), frame('dim', 1_600)],
  ],
  ['the time begins anew with a read', undefined, [frame('dim', 0), read, frame('dim', 1_600)]],
  ['the time begins anew where there was no picture', undefined, [frame('dim', 0), gone, frame('dim', 1_600)]],
  ['what is applied stays for ten seconds', 'dim', [...lacks('dim'), frame(undefined, 11_400)]],
  ['it is taken back where nothing was read by then', undefined, [...lacks('dim'), frame(undefined, 11_600)]],
  ['it is not applied again then', undefined, [...lacks('dim'), frame('dim', 11_600), ...lacks('dim', 20_000)]],
  ['it stays longer where something was read', 'dim', [...lacks('dim'), read, frame(undefined, 60_000)]],
  [
    'what is applied stays while what was read is in sight',
    'dim',
    [...lacks('dim'), read, read, frame('dim', 1_600), read],
  ],
  ['it is taken back when that is out of sight', undefined, [...lacks('dim'), read, gone]],
  ['it is applied once more after a read', 'dim', [...lacks('dim'), read, gone, ...lacks('dim', 5_000)]],
  ['only one thing is applied', 'dim', [...lacks('dim'), ...lacks('small', 5_000)]],
  [
    'only one thing is applied, also while what was read with it is in sight',
    'dim',
    [...lacks('dim'), read, ...lacks('small', 5_000)],
  ],
  ['it is taken back with the picture', undefined, [...lacks('dim'), gone]],
  [
    'it is not applied again before a read',
    undefined,
    [...lacks('dim'), gone, ...lacks('dim', 5_000), ...lacks('small', 9_000)],
  ],
  ['it is taken back where nobody aims', undefined, [...lacks('dim'), pause(true)]],
  ['nothing is applied where nobody aims', undefined, [pause(true), ...lacks('dim')]],
  [
    'it is applied where somebody aims again',
    'dim',
    [pause(true), ...lacks('dim'), pause(false), ...lacks('dim', 5_000)],
  ],
  ['a pause is no read', undefined, [...lacks('dim'), pause(true), pause(false), ...lacks('dim', 5_000)]],
  ['it is taken back where a person chooses', undefined, [...lacks('small'), chosen]],
  [
    'nothing is applied after a person has chosen',
    undefined,
    [chosen, ...lacks('dim'), read, gone, ...lacks('dim', 5_000)],
  ],
])('%s', (_, applied, events) => {
  expect(events.reduce(nextAid, {}).applied).toBe(applied);
});
