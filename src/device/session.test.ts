import { expect, test } from 'vitest';
import { between } from './moment.ts';
import { maySend, shutAtStart, type SupervisorStanding, supervisionOf } from './session.ts';
import { workerName, workerOf } from './workers.ts';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;
const site = { idleLockMinutes: 5 };

test('what is locked or signed out stays so, whatever the clock says', () => {
  for (const now of [0, NOW, NOW * 2]) {
    expect(shutAtStart({ isLocked: true, seenAt: NOW }, site, now)).toBe('locked');
    expect(shutAtStart({ isLocked: true, seenAt: NOW }, {}, now)).toBe('locked');
    expect(shutAtStart({ isOut: true, isLocked: true }, site, now)).toBe('signed-out');
  }
});

test('a start after too long a time locks; so does a clock that was set back', () => {
  expect(shutAtStart({ seenAt: NOW }, site, NOW + 4 * MINUTE)).toBeUndefined();
  expect(shutAtStart({ seenAt: NOW }, site, NOW + 5 * MINUTE)).toBe('locked');
  expect(shutAtStart({ seenAt: NOW }, site, NOW - 10_000)).toBeUndefined();
  expect(shutAtStart({ seenAt: NOW }, site, NOW - 2 * MINUTE)).toBe('locked');
  expect(shutAtStart({ seenAt: NOW }, {}, NOW + 500 * MINUTE)).toBeUndefined();
  expect(shutAtStart({}, site, NOW)).toBeUndefined();
});

test('the clock that went further counts: one is set back, the other sleeps', () => {
  expect(between({ wall: NOW, page: 0 }, { wall: NOW - MINUTE, page: 10 })).toBe(10);
  expect(between({ wall: NOW, page: 0 }, { wall: NOW + MINUTE, page: 10 })).toBe(MINUTE);
});

const workers = [{ userId: '7', name: 'Ada', badge: 'W-007' }, { userId: '8', badge: ' W-008' }, { userId: '9' }];

test('a worker is known by the badge that is scanned, or by an id; a badge cannot be typed', () => {
  expect(workerOf(workers, ' W-007 ', false)).toEqual({ userId: '7', byBadge: true });
  expect(workerOf(workers, 'W-008', false)).toEqual({ userId: '8', byBadge: true }); // the site's file has a blank before it
  const twin = { userId: '10', badge: 'W-008' }; // written exactly so
  expect(workerOf([...workers, twin], 'W-008', false)).toEqual({ userId: '10', byBadge: true });
  expect(workerOf(workers, 'W-007', true)).toBeUndefined();
  expect(workerOf(workers, '8', true)).toEqual({ userId: '8', byBadge: false });
  expect(workerOf(workers, '9', false)).toEqual({ userId: '9', byBadge: false });
  expect(workerOf(workers, 'D-1001', false)).toBeUndefined();
  expect(workerOf(workers, '  ', false)).toBeUndefined();
  expect(workerOf(undefined, '4711', true)).toEqual({ userId: '4711', byBadge: false });
  expect([workerName(workers, '7'), workerName(workers, '8')]).toEqual(['Ada (7)', '8']);
});

test('supervision is open to all where there is none, else by the PIN or a supervisor’s own badge', () => {
  const nobody: SupervisorStanding = { userId: '7', byBadge: true, hasOwnPin: false, isSupervised: false };
  const boss: SupervisorStanding = { ...nobody, userId: '9' };
  const pin = { salt: '', iterations: 1, hash: '' };
  expect(supervisionOf({ supervisors: [] }, nobody)).toBe('open');
  expect(supervisionOf({ supervisors: ['9'] }, nobody)).toBe('supervisor');
  expect(supervisionOf({ supervisors: ['9'] }, { ...boss, byBadge: false })).toBe('open');
  expect(supervisionOf({ supervisors: ['9'], supervisorPin: pin }, boss)).toBe('open');
  expect(supervisionOf({ supervisors: ['9'], supervisorPin: pin }, { ...boss, byBadge: false })).toBe('pin');
  expect(supervisionOf({ supervisors: ['9'], supervisorPin: pin }, nobody)).toBe('pin');
  expect(supervisionOf({ supervisors: [], supervisorPin: pin }, { ...nobody, isSupervised: true })).toBe('open');
  expect(supervisionOf({ supervisors: [] }, { ...nobody, hasOwnPin: true })).toBe('pin');
  expect(supervisionOf({ supervisors: ['9'] }, { ...nobody, isSupervised: true })).toBe('open');
});

test('a worker sends the own calls again, and those of others as a supervisor, by the id alone', () => {
  expect(maySend({ supervisors: [] }, '7', '8')).toBe(true);
  expect(maySend({ supervisors: ['9'] }, '7', '7')).toBe(true);
  expect(maySend({ supervisors: ['9'] }, '7', '8')).toBe(false);
  expect(maySend({ supervisors: ['9'] }, '9', '8')).toBe(true);
});
