import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from '#gateway/answer.ts';
import { type CallSettings, readCallRequest } from '#gateway/callRequest.ts';
import { type Dispatch, type DispatchPorts, createDispatch } from '#gateway/dispatch.ts';
import type { Ledger } from '#gateway/ledger.ts';
import { revertOff, tempDir } from '#gateway/rig.ts';
import { openSqliteLedger } from '#gateway/sqliteLedger.ts';
import { defaultNames } from '#wire/names.ts';

/** A dispatcher on a ledger of its own. */
export interface DispatchRig extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly dispatch: Dispatch;
  /** Asks for RevertOff, or what the fields say, as a device would. */
  ask(key: string, fields?: Readonly<Record<string, string>>, tried?: string): Promise<Asked>;
  /** What the ledger's file says of a key. */
  row(key: string): Record<string, unknown> | undefined;
}

/** What an asker was told. */
export interface Asked {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
}

/** @param ports - what differs from a usual dispatcher. */
export async function dispatchRig(upstream: URL, ports: Partial<DispatchPorts> = {}): Promise<DispatchRig> {
  const folder = tempDir();
  const ledger = ports.ledger ?? (await openSqliteLedger({ dataDir: folder.path, now: Date.now, log: () => {} }));
  const settings: CallSettings = {
    names: defaultNames,
    ...(ports.upstreamApiKey !== undefined && { upstreamApiKey: ports.upstreamApiKey }),
  };
  const log = { warn: () => {}, error: () => {} };
  const dispatch = createDispatch({
    upstream,
    ledger,
    upstreamTimeoutMs: 5000,
    names: defaultNames,
    now: Date.now,
    log,
    ...ports,
  });
  return {
    ledger,
    dispatch,
    async ask(key, fields = revertOff(), tried) {
      const read = readCallRequest(
        {
          method: 'POST',
          url: '/PDAAPIV1.asmx/RevertOff',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': key,
            ...(tried !== undefined && { 'scanline-tried': tried }),
          },
          body: Buffer.from(new URLSearchParams(fields).toString()),
        },
        settings,
      );
      if (read.kind !== 'ledgered') throw new Error(`read as ${read.kind}`);
      return toAsked(await dispatch.ask(read.call));
    },
    row(key) {
      const db = new DatabaseSync(join(folder.path, 'ledger.sqlite'), { readOnly: true });
      try {
        return db.prepare('select * from calls where key = ?').get(key);
      } finally {
        db.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await dispatch.drain();
      await ledger.close();
      folder[Symbol.dispose]();
    },
  };
}

function toAsked({ status, body, headers }: Answer): Asked {
  const text = Buffer.from(body).toString();
  return {
    status,
    text,
    code: /"code":"([a-z-]+)"/.exec(text)?.[1],
    replayed: headers['idempotency-replayed'] === 'true',
    retryAfter: headers['retry-after'],
  };
}
