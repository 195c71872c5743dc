import { makeCall } from '#contract/call.ts';
import type { BindingName } from '#wire/binding.ts';
import { bindings } from '#wire/bindings.ts';
import { classifyFor } from '#wire/classifyFor.ts';
import { send } from '#wire/send.ts';
import { attackingReply, attacks } from './attackDocuments.ts';
import { memoryOf } from '#e2e/rig/standinProcess.ts';
import { sharedNames } from '#e2e/rig/peer.ts';
import { REVERT_OFF } from '#wire/testing/sentCall.ts';

/** Outcome of one attack at the client. */
export interface Decoded {
  readonly attack: string;
  readonly binding: BindingName | 'send';
  readonly kind: string;
  readonly ms: number;
}

/** Word of the attacked process at its end, as one line of JSON. */
export interface ClientReport {
  readonly decoded: readonly Decoded[];
  readonly beforeMb: number;
  readonly afterMb: number;
}

/**
 * Decodes every attack as a reply, in each binding, and receives those that the service at the address sends, in a
 * process of its own, so that its memory is its own.
 */
async function main(listener: string, service: string): Promise<void> {
  const decoded: Decoded[] = [];
  const replies = Object.entries(attacks(listener)).filter(([name]) => !name.startsWith('50 MB'));
  const beforeMb = memoryOf(undefined).nowMb;
  for (const [attack, document] of replies) {
    for (const binding of Object.keys(bindings) as readonly BindingName[]) {
      const contentType = binding === 'soap12' ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8';
      const body = new TextEncoder().encode(attackingReply(document, binding));
      const startedAt = performance.now();
      const { kind } = classifyFor(binding, REVERT_OFF, { status: 200, contentType, body }, sharedNames);
      decoded.push({ attack, binding, kind, ms: performance.now() - startedAt });
    }
  }
  const call = makeCall('RevertOff', { deliveryCode: 'D', storeCode: 'S', userID: '7' });
  const startedAt = performance.now();
  const toService: typeof fetch = (path, options) =>
    fetch(new URL(path instanceof Request ? path.url : path, service), options);
  const { kind } = await send(toService, call, 'k', sharedNames, { timeoutMs: 20_000 });
  decoded.push({ attack: '50 MB of text', binding: 'send', kind, ms: performance.now() - startedAt });
  const report: ClientReport = { decoded, beforeMb, afterMb: memoryOf(undefined).mostMb };
  process.stdout.write(JSON.stringify(report));
}

await main(process.argv[2] ?? '', process.argv[3] ?? '');
