import type { HttpAnswer } from '#http/answer.ts';
import { type CallSettings, type LedgeredCall, readCallHead, readCallRequest } from '#gateway/calls/callRequest.ts';
import { type DispatchPorts, createDispatch } from '#gateway/calls/dispatch.ts';
import { type LedgerKind, sqliteKind } from './ledgerRig.ts';
import { revertOffFields } from './rig.ts';
import { FORM_TYPE } from '#http/body.ts';
import { standinKnowledge } from '#gateway/upstream/upstreamCheck.ts';
import { defaultNames } from '#wire/names.ts';

export type DispatchRig = Awaited<ReturnType<typeof dispatchRig>>;

/** The answer that an asker got. */
export interface DispatchAnswer {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly replayed: boolean;
  readonly retryAfter: string | undefined;
}

/** Makes a dispatcher on a ledger of its own. @param ports - those that are not as usual. @param kind - its ledger's, where none is given. */
export async function dispatchRig(
  upstream: URL,
  { upstreamBinding = 'http-post', ...ports }: Partial<DispatchPorts & Pick<CallSettings, 'upstreamBinding'>> = {},
  kind: LedgerKind = sqliteKind,
) {
  const place = await kind.place();
  const ledger = ports.ledger ?? (await place.open()).ledger;
  const settings: CallSettings = {
    names: defaultNames,
    upstreamBinding,
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
  function callOf(
    key: string,
    fields: Readonly<Record<string, string>> = revertOffFields(),
    tried?: string,
    contentType = FORM_TYPE,
  ): LedgeredCall {
    const headers = {
      'content-type': contentType,
      'idempotency-key': key,
      ...(tried !== undefined && { 'scanline-tried': tried }),
    };
    const head = readCallHead({ method: 'POST', url: '/PDAAPIV1.asmx/RevertOff', headers }, settings);
    if ('answer' in head) throw new Error('its head was refused');
    const read = readCallRequest(head, Buffer.from(new URLSearchParams(fields).toString()), settings);
    if (read.kind !== 'ledgered') throw new Error(`read as ${read.kind}`);
    return read.call;
  }
  return {
    ledger,
    dispatch,
    /** Reads a device's request as the gateway does: RevertOff, with the usual fields or these. */
    callOf,
    /** Asks for RevertOff as a device does, with the usual fields or these. */
    ask: async (...asked: Parameters<typeof callOf>): Promise<DispatchAnswer> =>
      toAsked(await dispatch.ask(callOf(...asked))),
    /** Returns what is stored under a key. */
    row: place.row,
    prunedBefore: place.prunedBefore,
    async [Symbol.asyncDispose](): Promise<void> {
      await dispatch.drain();
      await ledger.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

function toAsked({ status, body, headers }: HttpAnswer): DispatchAnswer {
  const text = Buffer.from(body).toString();
  return {
    status,
    text,
    code: /"code":"([a-z-]+)"/.exec(text)?.[1],
    replayed: headers['idempotency-replayed'] === 'true',
    retryAfter: headers['retry-after'],
  };
}
