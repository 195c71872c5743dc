import { type Comparison, type Seen, type Verdict, compareAll, verdicts } from './compare.ts';
import { sayWhySkipped, startPeer } from '#e2e/rig/peer.ts';
import { rawRequests } from './rawRequests.ts';
import { sideOf, startOwnStandin } from './sides.ts';

/** `npm run lab -- conformance`: how the stand-in differs from a genuine ASMX stack. Exit 1: it does without a reason. Skipped where there is none. */
async function main(): Promise<number> {
  const peer = await startPeer();
  if (typeof peer === 'string') {
    sayWhySkipped(peer);
    return 0;
  }
  await using _peer = peer;
  await using own = await startOwnStandin();
  const comparisons = await compareAll(rawRequests, own.side, sideOf(peer));
  const of = (verdict: Verdict) => comparisons.filter((comparison) => comparison.verdict === verdict);
  for (const verdict of verdicts.slice(1)) for (const comparison of of(verdict)) print(comparison);
  const counts = verdicts.map((verdict) => `${of(verdict).length} ${verdict}`).join(', ');
  process.stdout.write(`${comparisons.length} requests: ${counts}\n`);
  return of('unexplained').length === 0 ? 0 : 1;
}

function print({ request, verdict, reason, standin, peer }: Comparison): void {
  process.stdout.write(`${verdict}: ${request.name}: ${reason}\n`);
  process.stdout.write(`    stand-in  ${inOneLine(standin)}\n    peer      ${inOneLine(peer)}\n`);
  if (verdict === 'unexplained') process.stdout.write(`    request   ${JSON.stringify(bytesShown(request.bytes))}\n`);
}

function inOneLine({ status, media, charset, executed, body }: Seen): string {
  return `${status} ${media} ${charset} ex=${executed} ${JSON.stringify(body.slice(0, 700))}`;
}

function bytesShown(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.length <= 900 ? text : `${text.slice(0, 900)}…`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
