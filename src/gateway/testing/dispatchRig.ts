import type { Answer } from '#gateway/http/answer.ts';
import { type CallSettings, readCallRequest } from '#gateway/calls/callRequest.ts';
import { type Dispatch, type DispatchPorts, createDispatch } from '#gateway/calls/dispatch.ts';
import type { Ledger } from '#gateway/ledger/ledger.ts';
import { type LedgerKind, sqliteKind } from './ledgerRig.ts';
import { revertOff } from './rig.ts';
import { standinKnowledge } from '#gateway/upstream/upstreamCheck.ts';
import { defaultNames } from '#wire/names.ts';

/** A dispatcher on a ledger of its own. */
export interface DispatchRig extends AsyncDisposable {
  readonly ledger: Ledger;
  readonly dispatch: Dispatch;
  /** Asks for RevertOff, or what the fields say, as a device would. */
  ask(key: string, fields?: Readonly<Record<string, string>>, tried?: string): Promise<Asked>;
  /** What is stored under a key. */
  row(key: string): Promise<Record<string, unknown> | undefined>;
  prunedBefore(): Promise<number>;
}

/** What an asker was told. */
export interface Asked {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
}

/** @param ports - what differs from a usual dispatcher. @param kind - what its ledger is, where it is not given. */
export async function dispatchRig(
  upstream: URL,
  ports: Partial<DispatchPorts> = {},
  kind: LedgerKind = sqliteKind,
): Promise<DispatchRig> {
  const place = await kind.place();
  const ledger = ports.ledger ?? (await place.open()).ledger;
  const settings: CallSettings = {
    names: defaultNames,
    upstreamBinding: 'http-post',
    upstreamApiKey: ports.upstreamApiKey,
    knowledge: standinKnowledge,
    isStandin: false,
    forwardGet: false,
    keepsCodes: () => false,
  };
  const log = { warn: () => {}, error: () => {} };
  const dispatch = createDispatch({
    upstream,
    ledger,
    upstreamTimeoutMs: 5000,
    upstreamApiKey: undefined,
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
    row: place.row,
    prunedBefore: place.prunedBefore,
    async [Symbol.asyncDispose]() {
      await dispatch.drain();
      await ledger.close();
      await place[Symbol.asyncDispose]();
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
