import { describe, expect, test } from 'vitest';
import { type Devices, openPostgresDevices, openSqliteDevices } from './devices.ts';
import { CODES_KEPT_MS, createEnrolment } from './enrolment.ts';
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
    expect(await other.revokeAll()).toBe(1);
    for (const token of tokens) expect(await enrolment.standing([token])).toMatchObject({ kind: 'revoked' });
    expect(await enrolment.redeem(wish(unused, 'c'))).toEqual({ kind: 'expired' });
    expect(await enrolment.redeem(wish(used, 'a'))).toEqual({ kind: 'used' });
    const anew = await enrolment.redeem(wish(await enrolment.newCode('B', NOW + HOUR), 'd'));
    expect(await enrolment.standing([tokenOf(anew)])).toMatchObject({ kind: 'enrolled' });
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

/** Makes an enrolment with a clock that stands. */
function enrolmentRig(devices: Devices) {
  const clock = { now: NOW };
  return { clock, enrolment: createEnrolment({ devices, now: () => clock.now, log: () => {} }) };
}

function wish(code: string, attempt = 'attempt', name = '') {
  return { code, attempt, name };
}

function tokenOf(redeemed: { kind: string; token?: string }): string {
  expect(redeemed.kind).toBe('enrolled');
  return redeemed.token ?? '';
}
