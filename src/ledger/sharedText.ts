import type { Ledger } from './ledger.ts';

/** Tries to change a text before another gateway's change: two of them at once are seldom, and three are none. */
const MOST_TRIES = 10;

function statements(table: (name: string) => string) {
  const meta = table('meta');
  return {
    read: `select value from ${meta} where name = $1`,
    add: `insert into ${meta} (name, value) values ($1, $2) on conflict (name) do nothing`,
    swap: `update ${meta} set value = $3 where name = $1 and value = $2`,
  };
}

/**
 * Makes what changes texts beside the ledger's calls, where several may change one at once, here and at other gateways: no change
 * is lost. @param group - names it among those who do.
 */
export function createSharedTexts({ beside }: Pick<Ledger, 'beside'>, group: string) {
  const { run } = beside(group, statements);

  async function read(name: string): Promise<string | undefined> {
    const value = (await run('read', name)).rows[0]?.['value'];
    return value as string | undefined;
  }

  return {
    read,
    /** Changes a text, on disk when it resolves. @param make - may be asked several times. @throws where others change it without end. */
    async change(name: string, make: (before: string | undefined) => string): Promise<void> {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const before = await read(name);
        const after = make(before);
        if (after === before) return;
        const { count } = before === undefined ? await run('add', name, after) : await run('swap', name, before, after);
        if (count > 0) return;
      }
      throw new Error(`${name} is changed elsewhere again and again`);
    },
  };
}
