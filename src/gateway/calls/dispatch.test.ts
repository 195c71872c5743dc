import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { DispatchPorts } from './dispatch.ts';
import { type DispatchRig, dispatchRig } from '#main/testing/dispatchRig.ts';
import { ledgerKinds } from '#main/testing/ledgerRig.ts';
import { revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

const kinds = await ledgerKinds();

describe.each(kinds)('with a ledger in $name', (kind) => {
  const rig = (upstream: URL, ports: Partial<DispatchPorts> = {}): Promise<DispatchRig> =>
    dispatchRig(upstream, ports, kind);

  test('the stored reply is what the same key gets after, byte for byte, and it says so', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: 000123  ')));
    await using r = await rig(upstream.url);
    const first = await r.ask('call-0001');
    const second = await r.ask('call-0001');
    expect(first).toMatchObject({ status: 200, replayed: false });
    expect(second).toEqual({ ...first, replayed: true });
    expect(upstream.requests).toHaveLength(1);
    expect(await r.row('call-0001')).toMatchObject({ state: 'answered', operation: 'RevertOff', status: 200 });
  });

  test('a key in double quotes is the same key as without', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using r = await rig(upstream.url);
    expect(await r.ask('"call-0001"')).toMatchObject({ status: 200, replayed: false });
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
    await expect(r.ask('"call-0001')).rejects.toThrow(/refused/);
    await expect(r.ask('""call-0001""')).rejects.toThrow(/refused/);
  });

  test('five askers at once are one call', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url);
    const asked = Promise.all([1, 2, 3, 4, 5].map(() => r.ask('call-0001')));
    (await upstream.next()).reply(serviceReply('OK: done'));
    const answers = await asked;
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(upstream.requests).toHaveLength(1);
    // In a file all are looked up in one turn, and one enters it. In a database whoever enters it last sends it: who has connected before closes that connection unused.
    expect(upstream.connections()).toBeLessThanOrEqual(kind.name === 'SQLite' ? 1 : 5);
  });

  test('of many calls at once each runs once, on a connection of its own, however often it is asked for', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using r = await rig(upstream.url);
    const keys = Array.from({ length: 40 }, (_, n) => `call-${1000 + n}`);
    const answers = await Promise.all([...keys, ...keys].map((key) => r.ask(key, revertOffFields(key))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(40);
    expect(upstream.requests).toHaveLength(40);
    expect(new Set(upstream.requests.map(({ body }) => /call-\d+/.exec(body)?.[0]))).toEqual(new Set(keys));
    expect(new Set(upstream.requests.map(({ socket }) => socket)).size).toBe(40);
    // In a database a call may be entered again while its first asker connects: that connection is closed unused.
    expect(upstream.connections()).toBeLessThanOrEqual(kind.name === 'SQLite' ? 40 : 80);
  });

  test('a connection that the service closes before the first byte sends nothing, and the next try is forwarded', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    let tries = 0;
    const closing = async (): Promise<void> => {
      tries += 1;
      if (tries > 1) return;
      const socket = await upstream.connected();
      socket.end();
      await once(socket, 'close');
    };
    const ledger: typeof whole = {
      ...whole,
      dispatch: async (...call) => closing().then(() => whole.dispatch(...call)),
    };
    await using r = await rig(upstream.url, { ledger });
    expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
    expect(upstream.requests).toHaveLength(0);
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
    expect(upstream.requests).toHaveLength(1);
  });

  test('a call that is about to be dispatched is joined by who asks for it again, also where there is no room for another', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    const steps = new EventEmitter();
    const [reached, goesOn] = [once(steps, 'reached'), once(steps, 'goes on')];
    let entered = 0;
    const ledger: typeof whole = {
      ...whole,
      async receive(...call) {
        const row = await whole.receive(...call);
        entered += 1;
        if (entered === 2) steps.emit('goes on');
        return row;
      },
      async dispatch(...call) {
        steps.emit('reached');
        await goesOn;
        return whole.dispatch(...call);
      },
    };
    await using r = await rig(upstream.url, { ledger, capacity: 1 });
    const first = r.ask('call-0001');
    await reached;
    const second = r.ask('call-0001').finally(() => steps.emit('goes on'));
    expect([await second, await first]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(upstream.requests).toHaveLength(1);
  });

  test('no connection is made for a call that the ledger has not taken in', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    const full = () => Promise.reject(new Error('database or disk is full'));
    await using r = await rig(upstream.url, { ledger: { ...whole, receive: full } });
    expect(await r.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
    expect(upstream.connections()).toBe(0);
  });

  test('a call that was settled while its connection was made does not leave: its asker gets what stands there', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    const reply = { status: 200, contentType: 'text/plain', body: Buffer.from('before'), marker: null };
    const dispatch: typeof whole.dispatch = async (call, at) => {
      await whole.dispatch(call, at);
      await whole.answer(call.key, reply, at);
      return whole.dispatch(call, at);
    };
    await using r = await rig(upstream.url, { ledger: { ...whole, dispatch } });
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, text: 'before', replayed: true });
    expect(upstream.requests).toHaveLength(0);
  });

  test('a call that is released while another asker looks it up does not leave for that one: it was said that it had not left', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    let looks = 0;
    const find: typeof whole.find = async (key) => {
      looks += 1;
      const row = await whole.find(key);
      if (looks === 1) await whole.release(key);
      return row;
    };
    await using r = await rig(upstream.url, { ledger: { ...whole, find } });
    const call = r.callOf('call-0001');
    await whole.receive(call, Date.now());
    await whole.dispatch(call, Date.now());
    expect(await r.ask('call-0001')).toMatchObject({ status: 409, code: 'in-progress' });
    expect(upstream.requests).toHaveLength(0);
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
  });

  test('a second asker waits so long, and is then told that the call still runs', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url, { joinMs: 1 });
    const first = r.ask('call-0001');
    const request = await upstream.next();
    expect(await r.ask('call-0001')).toMatchObject({ status: 409, code: 'in-progress', retryAfter: '2' });
    request.reply(serviceReply('OK: done'));
    expect(await first).toMatchObject({ status: 200 });
    expect(upstream.requests).toHaveLength(1);
  });

  test('a key with other content is refused, while its call runs and after, and the call is not disturbed', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url);
    const first = r.ask('call-0001');
    const request = await upstream.next();
    expect(await r.ask('call-0001', revertOffFields('D-1002'))).toMatchObject({ status: 422, code: 'key-reuse' });
    request.reply(serviceReply('OK: done'));
    expect(await first).toMatchObject({ status: 200 });
    expect(await r.ask('call-0001', revertOffFields('D-1002'))).toMatchObject({ status: 422, code: 'key-reuse' });
    expect(await r.ask('call-0001', { storeCode: 'S' })).toMatchObject({ status: 422, code: 'key-reuse' });
    expect(upstream.requests).toHaveLength(1);
  });

  test.each(['application/json', 'application/x-www-form-urlencoded; charset=utf-16'])(
    'what cannot be read, such as %s, is refused and leaves its key free for the call that was meant',
    async (contentType) => {
      await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
      await using r = await rig(upstream.url);
      const refused = await r.ask('call-0001', undefined, undefined, contentType);
      expect(refused.code).toBe('refused');
      expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
      expect(upstream.requests).toHaveLength(1);
    },
  );

  test('a changed access key is the same call still', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using r = await rig(upstream.url);
    await r.ask('call-0001', revertOffFields('D-1001', 'old-key-1'));
    expect(await r.ask('call-0001', revertOffFields('D-1001', 'new-key-2'))).toMatchObject({
      status: 200,
      replayed: true,
    });
  });

  test('a key that was tried under another epoch, or before the pruned line, is not executed', async () => {
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    await using r = await rig(upstream.url);
    const { epoch } = r.ledger;
    const line = await r.prunedBefore();
    expect(
      await r.ask('call-0001', revertOffFields(), `00000000-0000-4000-8000-000000000000;${Date.now()}`),
    ).toMatchObject({
      status: 412,
      code: 'key-expired',
    });
    expect(await r.ask('call-0002', revertOffFields(), `${epoch};${line - 1}`)).toMatchObject({ status: 412 });
    expect(await r.ask('call-0003', revertOffFields(), 'not readable')).toMatchObject({ status: 412 });
    expect(await r.ask('call-0004', { storeCode: 'S' }, 'other;1')).toMatchObject({ status: 412 });
    expect(upstream.requests).toHaveLength(0);
    expect(await r.ask('call-0005', revertOffFields(), `${epoch};${line}`)).toMatchObject({ status: 200 });
    expect(await r.ask('call-0005', revertOffFields(), 'other;1')).toMatchObject({ status: 200, replayed: true });
  });

  test('a key that may be forgotten is not said to be undone, also where the service is away', async () => {
    const upstream = await startUpstream();
    await upstream[Symbol.asyncDispose]();
    await using r = await rig(upstream.url);
    expect(await r.ask('call-0001', revertOffFields(), 'other;1')).toMatchObject({ status: 412, code: 'key-expired' });
    const now = await r.ledger.tell();
    expect(await r.ask('call-0002', revertOffFields(), `${r.ledger.epoch};${now}`)).toMatchObject({ status: 503 });
  });

  test('more calls than there is room for are turned away, and none of their keys is used up', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url, { capacity: 2 });
    const running = [r.ask('call-0001', revertOffFields('D-1')), r.ask('call-0002', revertOffFields('D-2'))];
    const requests = [await upstream.next(), await upstream.next()];
    expect(await r.ask('call-0003', revertOffFields('D-3'))).toMatchObject({
      status: 429,
      code: 'busy',
      retryAfter: '1',
    });
    const joined = r.ask('call-0001', revertOffFields('D-1')); // takes no room
    for (const request of requests) request.reply(serviceReply('OK: done'));
    await Promise.all([...running, joined]);
    const third = r.ask('call-0003', revertOffFields('D-3'));
    (await upstream.next()).reply(serviceReply('OK: done'));
    expect(await third).toMatchObject({ status: 200, replayed: false });
  });

  test('of calls that come at the same moment no more are sent than there is room for', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url, { capacity: 2, upstreamTimeoutMs: 60_000 });
    let told = 0;
    const asked = [1, 2, 3, 4, 5].map((n) =>
      r.ask(`call-000${n}`, revertOffFields(`D-${n}`)).finally(() => {
        told += 1;
      }),
    );
    await expect.poll(() => told, { timeout: 30_000 }).toBe(3); // the others wait for the service
    for (const request of [await upstream.next(), await upstream.next()]) request.reply(serviceReply('OK: done'));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429]);
    expect(upstream.requests).toHaveLength(2);
  });

  test('where the ledger could not be asked, or not written, the answer bears no word of it', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream();
    const { ledger: whole } = await place.open();
    const ledger = { ...whole, close: async () => {} };
    const full = () => Promise.reject(new Error('database or disk is full'));
    for (const broken of [{ find: full }, { receive: full }]) {
      await using r = await rig(upstream.url, { ledger: { ...ledger, ...broken } });
      const { code, text } = await r.ask('call-0001');
      expect([code, text.includes('"ledger"')]).toEqual(['not-forwarded', false]);
    }
    await using asked = await rig(new URL('http://127.0.0.1:9'), { ledger: whole });
    expect((await asked.ask('call-0001')).text).toContain('"ledger":"not-dispatched"');
  });

  test('a ledger that cannot be written lets nothing out', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger: whole } = await place.open();
    const full = () => Promise.reject(new Error('database or disk is full'));
    await using atReceive = await rig(upstream.url, {
      ledger: { ...whole, receive: full, close: async () => {} },
    });
    expect(await atReceive.ask('call-0001')).toMatchObject({ status: 503, code: 'not-forwarded' });
    await using atDispatch = await rig(upstream.url, {
      ledger: { ...whole, dispatch: full, close: async () => {} },
    });
    expect(await atDispatch.ask('call-0002')).toMatchObject({ status: 503, code: 'not-forwarded' });
    expect(upstream.requests).toHaveLength(0);
    await using atAnswer = await rig(upstream.url, { ledger: { ...whole, answer: full } });
    expect(await atAnswer.ask('call-0003')).toMatchObject({ status: 200 });
    expect(await atAnswer.ask('call-0003')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(upstream.requests).toHaveLength(1);
  });

  test('what stands under a key comes out, also where the service is away or the ledger takes nothing any more', async () => {
    await using place = await kind.place();
    await using upstream = await startUpstream((request) => request.reply(serviceReply('OK: done')));
    const { ledger } = await place.open();
    const open = { ...ledger, close: async () => {} };
    await using r = await rig(upstream.url, { ledger: open });
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: false });
    await using away = await rig(new URL('http://127.0.0.1:9'), { ledger: open });
    expect(await away.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
    expect(await away.ask('call-0002')).toMatchObject({ status: 503, code: 'not-forwarded' });
    const full = () => Promise.reject(new Error('database or disk is full'));
    await using atDisk = await rig(upstream.url, { ledger: { ...ledger, receive: full, dispatch: full } });
    expect(await atDisk.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
    expect(await atDisk.ask('call-0001', revertOffFields('D-2'))).toMatchObject({ status: 422, code: 'key-reuse' });
    expect(await atDisk.ask('call-0002')).toMatchObject({ status: 503, code: 'not-forwarded' });
    expect(upstream.requests).toHaveLength(1);
    await using small = await rig(upstream.url, { ledger: open, capacity: 1 });
    const asked = await Promise.all([small.ask('call-0003', revertOffFields('D-3')), small.ask('call-0001')]);
    expect(asked).toMatchObject([
      { status: 200, replayed: false },
      { status: 200, replayed: true },
    ]);
  });

  test('a refusal that an older gateway believed is told as what it is: it may have come from behind the service', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url);
    const call = r.callOf('call-0001');
    const body = Buffer.from('Missing parameter: stockCode.\r\n');
    await r.ledger.receive(call, Date.now());
    await r.ledger.dispatch(call, Date.now());
    const reply = { status: 500, contentType: 'text/plain; charset=utf-8', body, marker: null };
    await r.ledger.answer(call.key, reply, Date.now());
    expect(await r.ask('call-0001')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(upstream.requests).toEqual([]);
  });

  test('draining ends what runs, starts nothing, and still answers from the ledger', async () => {
    await using upstream = await startUpstream();
    await using r = await rig(upstream.url);
    const first = r.ask('call-0001');
    const request = await upstream.next();
    const drained = r.dispatch.drain();
    expect(await r.ask('call-0002', revertOffFields('D-2'))).toMatchObject({ status: 503, code: 'not-forwarded' });
    request.reply(serviceReply('OK: done'));
    await drained;
    expect(await first).toMatchObject({ status: 200 });
    expect(await r.ask('call-0001')).toMatchObject({ status: 200, replayed: true });
    expect(upstream.requests).toHaveLength(1);
  });
});
