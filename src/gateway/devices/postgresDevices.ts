import type { ClientBase } from 'pg';
import { type Asked, type Came, type Devices, deviceStatements } from './devices.ts';
import { inTransaction, openPool } from '#gateway/ledger/postgresConnection.ts';

const POOL_SIZE = 4;

const sql = deviceStatements('scanline_devices', 'scanline_codes', 'for update');

/**
 * The devices in the ledger's PostgreSQL, shared by its gateways: what one revokes is revoked at all of them. The ledger
 * is opened before it, and has made the tables.
 *
 * @param url - `postgres://…`, checked.
 */
export function openPostgresDevices(url: string): Devices {
  const pool = openPool(url, POOL_SIZE);
  const runOn = async (client: Pick<ClientBase, 'query'>, [name, ...values]: Asked): Promise<Came> => {
    // Under a name each connection plans it once.
    const statement = { name: `devices-${name}`, text: sql[name], values };
    const { rows, rowCount } = await client.query<Record<string, unknown>>(statement);
    return { rows, count: rowCount ?? 0 };
  };
  return {
    run: (...asked) => runOn(pool, asked),
    inTransaction: (steps) =>
      inTransaction(pool, async (client) => {
        let step = steps.next();
        while (!step.done) step = steps.next(await runOn(client, step.value));
        return step.value;
      }),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}
