import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { createMistakes } from './mistakes.ts';
import { NOW, REPLY, skipped, sharedPostgresKind } from '#main/testing/ledgerRig.ts';

const started = await sharedPostgresKind();

const ENTERED = `concat(owner, '/', ticket)`;
const OWNERLESS = 'pg_try_advisory_xact_lock_shared(owner)';

/** The statements of the gateway before people's decisions and the board, word by word: such a one may run beside this one. */
const older = {
  find: `select key, fingerprint, state, status, content_type as "contentType", body, marker, detail, ticket,
      case when state = 'dispatching' then ${OWNERLESS} end as ownerless, ${ENTERED} as entered
    from scanline_calls where key = $1`,
  receive: `insert into scanline_calls (key, fingerprint, operation, state, received_at, owner, ticket)
    select $1, $2, $3, 'received', $4, $6, $7
    from (select set_config('synchronous_commit', 'off', true) as set) as quick
    where quick.set = 'off' and exists (select from scanline_meta where name = 'epoch' and value = $5)
    on conflict (key) do nothing
    returning ${ENTERED} as entered`,
  receiveAgain: `update scanline_calls set owner = $4, ticket = $5
    from (select set_config('synchronous_commit', 'off', true) as set) as quick
    where quick.set = 'off' and exists (select from scanline_meta where name = 'epoch' and value = $3)
      and key = $1 and fingerprint = $2 and state = 'received' and ${ENTERED} = $6
    returning ${ENTERED} as entered`,
  dispatch: `with fit as materialized (
      select not pg_try_advisory_xact_lock_shared($3) as leased,
        exists (select from scanline_meta where name = 'epoch' and value = $5) as in_epoch
    ), taken as (
      update scanline_calls set state = 'dispatching', dispatched_at = $2, owner = $3, ticket = $4,
        asker = $7, worker = $8, codes = $9
      where key = $1 and state = 'received' and owner = $3 and $6 in ('', ${ENTERED})
        and (select leased and in_epoch from fit)
      returning ticket
    ), noted as (insert into scanline_dispatches select ticket from taken)
    select leased, in_epoch, exists (select from taken) as taken from fit`,
  release: `update scanline_calls set state = 'received', dispatched_at = null
    where key = $1 and ticket = $2 and state = 'dispatching'`,
  settle: `update scanline_calls
    set state = $3, settled_at = $4, status = $5, content_type = $6, body = $7, marker = $8, detail = $9
    where key = $1 and ticket = $2 and state in ('dispatching', 'outcome-unknown')`,
  ownerless: `select key, ticket from scanline_calls where state = 'dispatching' and ${OWNERLESS}`,
  prune: `delete from scanline_calls where key in (
      select key from scanline_calls where received_at < $1 limit $2 for update skip locked
    )`,
  pruneDispatches: `delete from scanline_dispatches where ctid = any(array(
      select ctid from scanline_dispatches where ticket < $1 limit $2
    ))`,
  tell: `insert into scanline_meta as meta values ('alive', $1), ('sure', $2)
    on conflict (name) do update set value = greatest(meta.value::bigint, excluded.value::bigint)::text
    returning name, value`,
  counts: `select state, count(*)::int as count from scanline_calls where state <> 'answered' group by state`,
  list: `select key, operation, state, fingerprint, status, detail, asker, worker, codes,
      received_at as "receivedAt", dispatched_at as "dispatchedAt", settled_at as "settledAt"
    from scanline_calls where state = 'outcome-unknown' and state <> 'answered' order by received_at desc, key desc limit $1`,
  audit: `insert into scanline_audit (at, account, name, address, action, subject, unkept) values ($1, $2, $3, $4, $5, $6, $7)`,
  session: `insert into scanline_sessions (hash, used_at, account, until) values ($1, $2, $3, $4)`,
  whose: `select s.hash, s.used_at, s.account, s.until, a.name, a.role from scanline_sessions s
    left join scanline_accounts a on a.number = s.account and a.ended_at is null where s.hash in ($1, $2)`,
} as const;

/** Number of the older gateway, whose lock says that it lives. */
const OWNER = 4_711;
/** Migrations that it knows. */
const OLDER_SCHEMA = 8;

describe.skipIf(!started)('a gateway of before, beside this one on one PostgreSQL', () => {
  const { newPlace, server } = started ?? skipped;

  /** Starts one on a database as it made it: with a connection of its own, on which its statements are prepared once. */
  async function startOlder() {
    const place = await newPlace();
    await (await place.open()).ledger.close();
    await server.ask(
      place.url,
      'alter table scanline_calls drop column decided, drop column version, drop column cause',
    );
    await server.ask(
      place.url,
      'drop table scanline_floor, scanline_decisions, scanline_holders, scanline_notes, scanline_pictures, scanline_prints',
    );
    await server.ask(place.url, 'alter table scanline_audit drop column sure, drop column times');
    await server.ask(place.url, 'drop function scanline_calls_stay_ended cascade');
    await server.ask(place.url, 'alter table scanline_lives drop column sender');
    const [schema] = await server.ask(place.url, 'update scanline_schema set version = version - 11 returning version');
    const [client, lease] = [new Client({ connectionString: place.url }), new Client({ connectionString: place.url })];
    await Promise.all([client.connect(), lease.connect()]);
    await lease.query('select pg_advisory_lock($1)', [OWNER]);
    const [{ value: epoch } = {}] = await server.ask(place.url, `select value from scanline_meta where name = 'epoch'`);
    let ticket = NOW;
    const run = async (name: keyof typeof older, ...values: readonly unknown[]) =>
      (await client.query({ name, text: older[name], values: [...values] })).rows as readonly Record<string, unknown>[];
    return {
      place,
      schema,
      client,
      run,
      epoch,
      /** Enters a call. @returns its entering; `undefined`: somebody has entered it before. */
      receive: async (key: string) =>
        (await run('receive', key, 'print', 'RevertOff', NOW, epoch, OWNER, (ticket += 1)))[0]?.['entered'],
      /** Dispatches a call that it has entered. @returns its ticket; `undefined`: it may not. */
      async dispatch(key: string, found: unknown) {
        const own = (ticket += 1);
        const [said] = await run('dispatch', key, NOW, OWNER, own, epoch, found, '10.0.0.9', null, null);
        return said?.['taken'] === true ? own : undefined;
      },
      settle: (key: string, own: unknown, state = 'answered') =>
        run(
          'settle',
          key,
          own,
          state,
          NOW,
          200,
          REPLY.contentType,
          REPLY.body,
          null,
          state === 'answered' ? null : 'HTTP 502',
        ),
      find: async (key: string) => (await run('find', key))[0],
      async [Symbol.asyncDispose]() {
        await Promise.all([client.end(), lease.end()]);
        await place[Symbol.asyncDispose]();
      },
    };
  }

  test('goes on with what it had under way while this one brings the database up to date, and with new calls after it', async () => {
    await using one = await startOlder();
    expect(one.schema).toEqual({ version: OLDER_SCHEMA });
    const running = await one.dispatch('call-0001', await one.receive('call-0001'));
    const waiting = await one.receive('call-0002');
    await one.client.query('begin'); // it writes at the moment at which this one starts
    await one.run('tell', String(NOW), String(NOW));
    await one.settle('call-0001', running);
    const opening = one.place.open();
    await one.client.query('commit');
    await using newer = await opening;
    expect(await newer.ledger.find('call-0001')).toMatchObject({ state: 'answered' });
    const late = await one.dispatch('call-0002', waiting);
    expect(await newer.ledger.find('call-0002')).toMatchObject({ state: 'dispatching' }); // it is seen to live
    await one.run('release', 'call-0002', late);
    const [again] = await one.run(
      'receiveAgain',
      'call-0002',
      'print',
      one.epoch,
      OWNER,
      NOW + 500,
      (await one.find('call-0002'))?.['entered'],
    );
    await one.settle('call-0002', await one.dispatch('call-0002', again?.['entered']), 'outcome-unknown');
    expect(await newer.ledger.find('call-0002')).toMatchObject({ state: 'outcome-unknown', detail: 'HTTP 502' });
    for (const [key, settled] of [
      ['call-0003', 'answered'],
      ['call-0004', 'outcome-unknown'],
    ] as const) {
      await one.settle(key, await one.dispatch(key, await one.receive(key)), settled);
      expect(await newer.ledger.find(key)).toMatchObject({ state: settled });
    }
    expect(await one.run('counts')).toEqual([{ state: 'outcome-unknown', count: 2 }]);
    expect((await one.run('list', 10)).map(({ key }) => key)).toEqual(['call-0004', 'call-0002']);
    expect(await one.run('ownerless')).toEqual([]);
    await one.run('audit', NOW, null, 'Ada', '10.0.0.9', 'sign-in', '', 0);
    await one.run('session', 'a hash', NOW, null, null);
    expect(await one.run('whose', 'a hash', 'another')).toMatchObject([{ hash: 'a hash', account: null, role: null }]);
    await one.run('pruneDispatches', 1, 10);
    await one.run('prune', NOW + 1, 10);
    expect(await newer.ledger.find('call-0003')).toBeUndefined();
  });

  test('finds a call as it was that was said at this one to be a mistake, and counts it nowhere', async () => {
    await using one = await startOlder();
    await using newer = await one.place.open();
    await one.settle('call-0001', await one.dispatch('call-0001', await one.receive('call-0001')));
    const before = await one.find('call-0001');
    const mistakes = createMistakes(newer.ledger);
    await mistakes.say({ id: 'mistake-1', key: 'call-0001', says: 'mistake', by: '7', asker: '10.0.0.9' });
    await mistakes.say({ id: 'desk:1', key: 'call-0001', says: 'put-right', by: 'Ada' });
    expect(await one.find('call-0001')).toEqual(before);
    expect([await one.run('counts'), await one.run('list', 10)]).toEqual([[], []]);
    expect(await one.receive('call-0001.g2')).toBeDefined(); // nothing of the call is closed
    await one.run('prune', NOW + 1, 10);
    expect(await mistakes.stands('call-0001')).toMatchObject({ is: 'put-right' });
  });

  test('sends nothing that a person decided at this one: a done call, each key after it, and one that it had entered itself', async () => {
    await using one = await startOlder();
    const entered = await one.receive('call-0001');
    await using newer = await one.place.open();
    const done = (id: string, key: string) =>
      newer.ledger.decide({ id, key, says: 'done', version: 0, by: 'Ada' }, NOW);
    expect(await done('decision-1', 'call-0001')).toMatchObject({ holds: true });
    expect(await one.dispatch('call-0001', entered)).toBeUndefined();
    for (const key of ['call-0001', 'call-0001.g2']) {
      expect(await one.receive(key)).toBeUndefined();
      expect(await one.find(key)).toMatchObject({ state: 'outcome-unknown', detail: 'Ada said that it was done.' });
    }
    for (const key of ['call-0001.g3', 'call-0001.g4']) {
      expect(await one.dispatch(key, await one.receive(key))).toBeUndefined();
      expect(await one.find(key)).toMatchObject({ state: 'outcome-unknown', detail: 'Ada said that it was done.' });
    }
    // an answer that it has under way outranks the word, and is told to whoever asks here
    const running = await one.dispatch('call-0002', await one.receive('call-0002'));
    expect(await done('decision-2', 'call-0002')).toMatchObject({ holds: false, stands: { is: 'running' } });
    await one.settle('call-0002', running);
    expect(await newer.ledger.stands('call-0002')).toEqual({ is: 'answered', version: 0 });
    // sent again there before that is said here, it was sent again
    await one.settle('call-0003', await one.dispatch('call-0003', await one.receive('call-0003')), 'outcome-unknown');
    await one.settle('call-0003.g2', await one.dispatch('call-0003.g2', await one.receive('call-0003.g2')));
    expect(await done('decision-3', 'call-0003')).toMatchObject({ holds: false, stands: { is: 'sent-again' } });
  });
});
