import { describe, expect, test } from 'vitest';
import { type Devices, openPostgresDevices, openSqliteDevices } from './devices.ts';
import { CODES_KEPT_MS, createEnrolment } from './enrolment.ts';
import type { Notes } from '#ledger/ledger.ts';
import { skipped, sharedPostgresKind } from '#main/testing/ledgerRig.ts';
import { tempDir } from '#main/testing/rig.ts';

const NOW = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;

/** A place where a list of devices is kept: opened as often as asked. */
interface Place extends AsyncDisposable {
  open(): Devices;
}

const postgres = await sharedPostgresKind();

/** Makes a place. @param end - takes away what was opened, when all of it is closed. */
function placeOf(open: () => Devices, end: () => unknown): Place {
  const opened: Devices[] = [];
  return {
    open() {
      const devices = open();
      opened.push(devices);
      return devices;
    },
    async [Symbol.asyncDispose]() {
      for (const devices of opened) await devices.close();
      await end();
    },
  };
}

async function sqlitePlace(): Promise<Place> {
  const folder = tempDir();
  return placeOf(
    () => openSqliteDevices(folder.path, () => {}),
    () => folder[Symbol.dispose](),
  );
}

async function postgresPlace(): Promise<Place> {
  const { newPlace } = postgres ?? skipped;
  const place = await newPlace();
  const { ledger } = await place.open(); // makes the tables, as the gateway does
  await ledger.close();
  return placeOf(
    () => openPostgresDevices(place.url),
    () => place[Symbol.asyncDispose](),
  );
}

const kinds = [
  { kind: 'SQLite', newPlace: sqlitePlace, isThere: true },
  { kind: 'PostgreSQL', newPlace: postgresPlace, isThere: postgres !== undefined },
];

describe.each(kinds.filter(({ isThere }) => isThere))('devices in $kind', { timeout: 60_000 }, ({ newPlace }) => {
  test('a code enrols one handheld, however many show it at the same time, here and at another gateway', async () => {
    await using place = await newPlace();
    const gateways = [place.open(), place.open()].map((devices) => enrolmentRig(devices).enrolment);
    const [one] = gateways;
    const code = await one!.newCode('Dock 3', NOW + HOUR);
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, index) => gateways[index % 2]!.redeem(wish(code, `attempt-${index}`))),
    );
    expect(asked.map(({ kind }) => kind).toSorted()).toEqual(['enrolled', ...Array(11).fill('used')]);
    expect(await one!.list()).toMatchObject([{ name: 'Dock 3', revokedAt: null, enrolledAt: NOW }]);
    const won = asked.find((found) => found.kind === 'enrolled');
    for (const each of gateways) expect(await each.standing([won?.token ?? ''])).toMatchObject({ kind: 'enrolled' });
  });

  test('a handheld whose answer was lost asks again and is enrolled; the token that never came holds no more', async () => {
    await using place = await newPlace();
    const { enrolment } = enrolmentRig(place.open());
    const code = await enrolment.newCode('', NOW + HOUR);
    const lost = await enrolment.redeem(wish(code, 'mine', 'Cold store'));
    const came = await enrolment.redeem(wish(code, 'mine', 'Cold store'));
    expect([lost.kind, came.kind]).toEqual(['enrolled', 'enrolled']);
    expect(await enrolment.list()).toHaveLength(1);
    expect(await enrolment.standing([tokenOf(lost)])).toEqual({ kind: 'unknown' });
    expect(await enrolment.standing([tokenOf(came)])).toMatchObject({
      kind: 'enrolled',
      device: { name: 'Cold store' },
    });
    await enrolment.revoke(1);
    expect(await enrolment.redeem(wish(code, 'mine'))).toEqual({ kind: 'used' }); // no way back round the supervisor
  });

  test('an expired code, and one that nobody gave out, enrols nobody', async () => {
    await using place = await newPlace();
    const { enrolment, clock } = enrolmentRig(place.open());
    const code = await enrolment.newCode('', NOW + HOUR);
    clock.now += HOUR;
    expect(await enrolment.redeem(wish(code))).toEqual({ kind: 'expired' });
    expect(await enrolment.redeem(wish('no-such-code'))).toEqual({ kind: 'unknown' });
    expect(await enrolment.forget(NOW + HOUR + CODES_KEPT_MS)).toBe(0);
    expect(await enrolment.forget(NOW + HOUR + CODES_KEPT_MS + 1)).toBe(1);
    expect(await enrolment.redeem(wish(code))).toEqual({ kind: 'unknown' });
    expect(await enrolment.list()).toEqual([]);
  });

  test('it is there after a restart; what is revoked holds nowhere, at once, and a new code mends it', async () => {
    await using place = await newPlace();
    const before = place.open();
    const first = enrolmentRig(before).enrolment;
    const token = tokenOf(await first.redeem(wish(await first.newCode('A', NOW + HOUR), 'a')));
    await before.close();

    const { enrolment } = enrolmentRig(place.open());
    const other = enrolmentRig(place.open()).enrolment;
    expect(await enrolment.standing([token])).toMatchObject({ kind: 'enrolled', device: { number: 1 } });
    expect(await other.revoke(1)).toBe(true);
    expect(await other.revoke(1)).toBe(false);
    expect(await other.revoke(99)).toBe(false);
    expect(await enrolment.standing([token])).toMatchObject({ kind: 'revoked' });
    const anew = await enrolment.redeem({ ...wish(await enrolment.newCode('A', NOW + HOUR), 'b'), before: token });
    expect(anew).toMatchObject({ kind: 'enrolled', device: { number: 2, name: 'A' } }); // a number is never given twice
    expect(await enrolment.standing([tokenOf(anew)])).toMatchObject({ kind: 'enrolled' });
  });

  test('when all are revoked no token holds, and no code that was given out enrols; a new one does', async () => {
    await using place = await newPlace();
    const [enrolment, other] = [enrolmentRig(place.open()).enrolment, enrolmentRig(place.open()).enrolment];
    const used = await enrolment.newCode('A', NOW + HOUR);
    const tokens = [tokenOf(await enrolment.redeem(wish(used, 'a')))];
    tokens.push(tokenOf(await enrolment.redeem(wish(await enrolment.newCode('B', NOW + HOUR), 'b'))));
    await enrolment.revoke(1);
    const unused = await enrolment.newCode('C', NOW + HOUR);
    expect(await other.revokeAll(0)).toBe(1);
    for (const token of tokens) expect(await enrolment.standing([token])).toMatchObject({ kind: 'revoked' });
    expect(await enrolment.redeem(wish(unused, 'c'))).toEqual({ kind: 'expired' });
    expect(await enrolment.redeem(wish(used, 'a'))).toEqual({ kind: 'used' });
    const anew = await enrolment.redeem(wish(await enrolment.newCode('B', NOW + HOUR), 'd'));
    expect(await enrolment.standing([tokenOf(anew)])).toMatchObject({ kind: 'enrolled' });
  });

  test('whoever “Revoke all” has ended comes back by one code, here and at another gateway, under its number and name', async () => {
    await using place = await newPlace();
    const { one, other, back, tokens } = await revokedFloor(place);
    const asked = await Promise.all(
      tokens.map((token, index) => (index % 2 === 0 ? one : other).comeBack(back([token], `attempt-${index}`))),
    );
    for (const came of asked) expect(await one.standing([tokenOf(came)])).toMatchObject({ kind: 'enrolled' });
    expect(await one.list()).toMatchObject([
      { name: 'Lost', revokedAt: NOW },
      ...[3, 2, 1].map((number) => ({ number, name: `Dock ${number}`, revokedAt: null })),
    ]);
    for (const token of tokens) expect(await one.standing([token])).toEqual({ kind: 'unknown' }); // it is used up
  });

  test('one whose answer was lost comes back again, at once or at the same time, and nobody else by its old token', async () => {
    await using place = await newPlace();
    const { one, other, back, tokens } = await revokedFloor(place);
    const [mine = ''] = tokens;
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, at) => [one, other][at % 2]!.comeBack(back([mine]))),
    );
    expect(asked.map(({ kind }) => kind)).toEqual(Array(12).fill('enrolled'));
    const last = tokenOf(await other.comeBack(back([mine])));
    expect(await one.standing([last])).toMatchObject({ kind: 'enrolled', device: { number: 1 } });
    for (const lost of asked) expect(await one.standing([tokenOf(lost)])).toEqual({ kind: 'unknown' });
    expect(await one.comeBack(back([mine], 'another'))).toEqual({ kind: 'not-meant' });
    await one.revoke(1);
    expect(await one.comeBack(back([mine]))).toEqual({ kind: 'not-meant' }); // no way back round the supervisor
  });

  test('the return code brings back nobody without such a token: no stranger, and none that was revoked by itself, before or since', async () => {
    await using place = await newPlace();
    const { one, back, tokens, lost } = await revokedFloor(place);
    expect(await one.comeBack(back([]))).toEqual({ kind: 'not-meant' });
    expect(await one.comeBack(back(['x'.repeat(43)]))).toEqual({ kind: 'not-meant' });
    expect(await one.comeBack(back([lost]))).toMatchObject({ kind: 'not-meant', device: { name: 'Lost' } });
    expect(await one.revoke(2)).toBe(true); // it is missing since: it is kept out
    expect(await one.comeBack(back([tokens[1] ?? '']))).toMatchObject({ kind: 'not-meant', device: { number: 2 } });
    expect(await one.revoke(2)).toBe(false);
    expect(await one.comeBack({ ...back([tokens[0] ?? '']), code: 'A'.repeat(26) })).toEqual({ kind: 'unknown' });
    expect((await one.comeBack(back([lost, tokens[0] ?? '']))).kind).toBe('enrolled');
  });

  test('it holds until its time, or until it is ended; a newer one is for the same handhelds, and the next “Revoke all” ends both', async () => {
    await using place = await newPlace();
    const { one, other, clock, back, tokens } = await revokedFloor(place);
    const [first = '', second = '', third = ''] = tokens;
    clock.now += HOUR;
    expect(await one.comeBack(back([first]))).toEqual({ kind: 'expired' });
    await one.renewReturnCode(HOUR);
    expect(await one.comeBack(back([first]))).toEqual({ kind: 'unknown' });
    const code = (await other.returnCode())?.code ?? '';
    const came = await one.comeBack({ ...back([first]), code: code.toLowerCase() });
    expect(await one.comeBack({ ...back([tokenOf(came)]), code: 'x' })).toMatchObject({ kind: 'enrolled' }); // scanned twice
    await other.renewReturnCode(0);
    expect(await one.comeBack({ ...back([second]), code })).toEqual({ kind: 'expired' });
    await one.renewReturnCode(HOUR);
    const newer = (await one.returnCode())?.code ?? '';
    await one.revokeAll(0); // in the same millisecond as another, and without a code
    for (const [token, shown] of [
      [second, newer],
      [third, code],
      [third, ''],
    ] as const)
      expect(await one.comeBack({ ...back([token]), code: shown })).toEqual({ kind: 'unknown' });
    await one.renewReturnCode(HOUR);
    const last = { code: (await one.returnCode())?.code ?? '' };
    expect((await one.comeBack({ ...back([third]), ...last })).kind).toBe('not-meant'); // it was out already
    expect((await one.comeBack({ ...back([tokenOf(came)]), ...last })).kind).toBe('enrolled');
  });

  test('a handheld that is enrolled anew has one token: the one before holds no more', async () => {
    await using place = await newPlace();
    const { enrolment } = enrolmentRig(place.open());
    const token = tokenOf(await enrolment.redeem(wish(await enrolment.newCode('', NOW + HOUR), 'a')));
    await enrolment.redeem({ ...wish(await enrolment.newCode('', NOW + HOUR), 'b'), before: token });
    expect(await enrolment.standing([token])).toMatchObject({ kind: 'revoked', device: { name: 'Handheld 1' } });
    expect(await enrolment.list()).toMatchObject([
      { number: 2, revokedAt: null },
      { number: 1, revokedAt: NOW },
    ]);
  });

  test('when it was seen is written once a minute, and nothing of a token or a code is kept', async () => {
    await using place = await newPlace();
    const devices = place.open();
    let written = 0;
    const run: Devices['run'] = (...asked) => {
      if (asked[0] === 'saw') written += 1;
      return devices.run(...asked);
    };
    const counted: Devices = { ...devices, run };
    const { enrolment, clock } = enrolmentRig(counted);
    const code = await enrolment.newCode('', NOW + HOUR);
    const token = tokenOf(await enrolment.redeem(wish(code)));
    for (let second = 0; second < 300; second += 1) {
      clock.now = NOW + second * 1000;
      await enrolment.standing([token]);
    }
    expect(written).toBe(4);
    await expect.poll(async () => (await enrolment.list())[0]?.seenAt).toBe(NOW + 240_000);
    const kept = JSON.stringify((await devices.run('list')).rows);
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(code);
  });
});

/** Makes what the gateways of a ledger note for each other. */
function newNotes(): Notes {
  const texts = new Map<string, string>();
  return { read: async (name) => texts.get(name), write: async (name, text) => void texts.set(name, text) };
}

/** Makes an enrolment with a clock that stands. */
function enrolmentRig(devices: Devices, notes = newNotes()) {
  const clock = { now: NOW };
  return { clock, enrolment: createEnrolment({ devices, notes, now: () => clock.now, log: () => {} }) };
}

/** Enrols three handhelds and one that is lost, which is revoked by itself, and revokes all at the same moment; with a code for an hour. */
async function revokedFloor(place: Place) {
  const notes = newNotes();
  const { enrolment: one, clock } = enrolmentRig(place.open(), notes);
  const { enrolment: other } = enrolmentRig(place.open(), notes);
  const tokens: string[] = [];
  for (const name of ['Dock 1', 'Dock 2', 'Dock 3', 'Lost'])
    tokens.push(tokenOf(await one.redeem(wish(await one.newCode(name, NOW + HOUR), name))));
  const lost = tokens.pop() ?? '';
  await one.revoke(4);
  expect(await other.revokeAll(HOUR)).toBe(3);
  const code = (await one.returnCode())?.code ?? '';
  expect(code).toMatch(/^[A-Z2-7]{26}$/);
  const back = (held: readonly string[], attempt = 'mine') => ({ code, attempt, tokens: held });
  return { one, other, clock, back, tokens, lost };
}

function wish(code: string, attempt = 'attempt', name = '') {
  return { code, attempt, name };
}

function tokenOf(redeemed: { kind: string; token?: string }): string {
  expect(redeemed.kind).toBe('enrolled');
  return redeemed.token ?? '';
}
