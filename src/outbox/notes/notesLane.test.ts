import { describe, expect, test } from 'vitest';
import type { NotesHeard, PictureWord } from '#contract/note.ts';
import { type NotesLanePorts, createNotesLane } from './notesLane.ts';
import type { KeptNote, KeptPicture } from './notesDatabase.ts';

const of = (id: string) => ({ id, callId: `call-${id}`, key: `call-${id}`, by: '7', at: 1, owed: 1 as const });

/** A lane over rows in memory, with a gateway that says what it is told to. */
function laneOf({ notes = [] as string[], pictures = [] as string[] }) {
  const rows = {
    notes: new Map<string, KeptNote>(notes.map((id) => [id, { ...of(id), text: id }])),
    pictures: new Map<string, KeptPicture>(pictures.map((id) => [id, { ...of(id), jpeg: new ArrayBuffer(4) }])),
  };
  const told: string[] = [];
  const given: string[] = [];
  const state = { now: 1_000, isThere: true, changes: 0, forgot: [] as number[] };
  const says = {
    notes: async (ids: readonly string[]): Promise<NotesHeard | undefined> => ({
      notes: ids.map((id) => ({ id, is: 'kept' as const })),
    }),
    picture: async (_id: string, _signal: AbortSignal): Promise<PictureWord> => 'kept',
  };
  const timers: (() => void)[] = [];
  const ports: NotesLanePorts = {
    store: {
      notesOwed: async () => [...rows.notes.values()].filter(({ owed }) => owed),
      pictureIdsOwed: async () => [...rows.pictures.values()].filter(({ owed }) => owed).map(({ id }) => id),
      picture: async (id) => rows.pictures.get(id),
      async hearNotes(heard) {
        for (const { id, is } of heard) given.push(`${id} ${is}`);
        for (const { id } of heard) rows.notes.delete(id);
      },
      async hearPicture(id, is) {
        given.push(`${id} ${is}`);
        rows.pictures.delete(id);
      },
      async forgetRefused(before) {
        state.forgot.push(before);
      },
    },
    isThere: () => state.isThere,
    tellNotes: (all) => {
      const ids = all.notes.map(({ id }) => id);
      told.push(`notes ${ids.join()}`);
      return says.notes(ids);
    },
    tellPicture: ({ id }, _jpeg, signal) => {
      told.push(`picture ${id}`);
      return says.picture(id, signal);
    },
    now: () => state.now,
    random: () => 1,
    setTimeout: (work) => timers.push(work),
    clearTimeout: () => undefined,
    onChange: () => void (state.changes += 1),
  };
  return { lane: createNotesLane(ports), rows, told, given, state, says, timers };
}

const DAY_MS = 24 * 3_600_000;

/** A picture that hangs until it is given up. */
const hangs = (_id: string, signal: AbortSignal): Promise<PictureWord> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('later')));

describe('the lane of notes and pictures', () => {
  test('tells words first, then one picture after the other, and nothing twice', async () => {
    const { lane, told, given, state } = laneOf({ notes: ['a', 'b'], pictures: ['p', 'q'] });
    await lane.goOn();
    await lane.goOn();
    expect(told).toEqual(['notes a,b', 'picture p', 'picture q']);
    expect(given).toEqual(['a kept', 'b kept', 'p kept', 'q kept']);
    expect(state.changes).toBe(3);
  });

  test('tells nothing while a call is to be sent, nor while no gateway is there', async () => {
    const { lane, told, state } = laneOf({ notes: ['a'] });
    await lane.noted();
    state.isThere = false;
    await lane.goOn();
    expect(told).toEqual([]);
    state.isThere = true;
    await lane.goOn();
    expect(told).toEqual(['notes a']);
  });

  test('gives a picture up at once for a call, and tells it again as soon as nothing is to be sent: that is no failure', async () => {
    const { lane, told, says } = laneOf({ pictures: ['p', 'q'] });
    says.picture = hangs;
    const first = lane.goOn();
    await expect.poll(() => told).toEqual(['picture p']);
    lane.stop();
    await first;
    says.picture = async () => 'kept';
    await lane.goOn();
    expect(told).toEqual(['picture p', 'picture p', 'picture q']);
  });

  test('goes on also where the call was sent before the picture had let go', async () => {
    const { lane, told, says } = laneOf({ pictures: ['p'] });
    says.picture = hangs;
    const first = lane.goOn();
    await expect.poll(() => told).toHaveLength(1);
    says.picture = async () => 'kept';
    lane.stop();
    await Promise.all([first, lane.goOn()]);
    expect(told).toEqual(['picture p', 'picture p']);
  });

  test('a gateway of before is told again after a while, and what is kept stays', async () => {
    const { lane, told, says, state, rows } = laneOf({ notes: ['a'], pictures: ['p'] });
    says.notes = async () => undefined;
    await lane.goOn();
    await lane.goOn();
    expect(told).toEqual(['notes a']);
    expect(rows.pictures.size).toBe(1);
    state.now += 1_000;
    await lane.goOn();
    expect(told).toHaveLength(2);
    state.now += 10 * 60_000;
    says.notes = async (ids) => ({ notes: ids.map((id) => ({ id, is: 'kept' as const })) });
    await lane.goOn();
    expect(told.slice(2)).toEqual(['notes a', 'picture p']);
  });

  test('what has to wait for its call, or for room, keeps nothing else waiting', async () => {
    const { lane, told, says, state } = laneOf({ notes: ['a', 'b'], pictures: ['p', 'q', 'r'] });
    says.notes = async () => ({ notes: [{ id: 'b', is: 'kept' }] });
    const words: Readonly<Record<string, PictureWord>> = { p: 'unknown', q: 'no-room', r: 'kept' };
    says.picture = async (id) => words[id] ?? 'later';
    await lane.goOn();
    expect(told).toEqual(['notes a,b', 'picture p', 'picture q', 'picture r']);
    expect([lane.isCrowded('p'), lane.isCrowded('q')]).toEqual([false, true]);
    await lane.goOn();
    expect(told).toHaveLength(4);
    state.now += 1_000;
    says.picture = async () => 'kept';
    await lane.goOn();
    expect(told.slice(4)).toEqual(['notes a', 'picture p', 'picture q']);
    expect(lane.isCrowded('q')).toBe(false);
  });

  test('a picture that nobody ever answers keeps no other one waiting for good', async () => {
    const { lane, told, says, state } = laneOf({ pictures: ['p', 'q', 'r'] });
    says.picture = async (id) => (id === 'p' ? 'later' : 'kept');
    for (let tries = 0; tries < 4; tries += 1) {
      await lane.goOn();
      state.now += 1_000;
    }
    expect(new Set(told)).toEqual(new Set(['picture p', 'picture q', 'picture r']));
  });

  test('what the ledger lacks the call of for seventy days is told no more, and not before', async () => {
    const { lane, told, given, says, state } = laneOf({ notes: ['a'], pictures: ['p'] });
    says.notes = async () => ({ notes: [] });
    says.picture = async () => 'unknown';
    state.now = 1 + 70 * DAY_MS - 1;
    await lane.goOn();
    expect(given).toEqual([]);
    state.now += 10 * 60_000;
    await lane.goOn();
    expect(given).toEqual(['a refused', 'p refused']);
    state.now += 10 * 60_000;
    await lane.goOn();
    expect(told).toHaveLength(4);
  });

  test('each hour, while no call is to be sent, the bytes go of what was not taken for seventy days', async () => {
    const { lane, state } = laneOf({});
    state.now = 100 * DAY_MS;
    await lane.noted();
    expect(state.forgot).toEqual([]);
    await lane.goOn();
    await lane.goOn();
    state.now += 3_600_000;
    await lane.goOn();
    expect(state.forgot).toEqual([30 * DAY_MS, 30 * DAY_MS + 3_600_000]);
  });

  test('a link that hangs is given up in time', async () => {
    const { lane, told, says, timers } = laneOf({ pictures: ['p'] });
    says.picture = hangs;
    const first = lane.goOn();
    await expect.poll(() => told).toHaveLength(1);
    timers.at(-1)?.();
    await first;
    await lane.goOn();
    expect(told).toHaveLength(1); // it pauses
  });

  test('a clock that was set back keeps nothing waiting', async () => {
    const { lane, told, says, state } = laneOf({ notes: ['a'] });
    says.notes = async () => undefined;
    await lane.goOn();
    state.now -= 3_600_000;
    await lane.goOn();
    expect(told).toHaveLength(2);
  });
});
