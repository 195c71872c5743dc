import { openWithDemo } from '#e2e/rig/app.ts';
import { type Gateway, createGateway } from '#e2e/rig/gateway.ts';
import { type Handheld, createHandheld } from '#e2e/rig/handheld.ts';
import { openBare } from './bareBrowser.ts';
import { percentile, print, printGate, spread } from './figures.ts';
import { startPlainResponder } from './plainResponder.ts';
import { seedWaiting, untilDrained } from './seed.ts';

const ROWS = 1_000;

/**
 * 1,000 waiting calls, sent by the app's page one after another: claim, POST, strict settle. First against a responder
 * that does nothing, which is what the handheld takes; then against the gateway with its ledger and the stand-in.
 */
export async function benchReplay(): Promise<void> {
  const gateway = await createGateway();
  const handheld = await createHandheld();
  try {
    await gateway.start();
    const page = await openWithDemo(handheld, gateway);
    await seedWaiting(page, gateway, ROWS);
    await handheld.close();
    await gateway.stop();
    const plain = await startPlainResponder(Number(new URL(gateway.origin).port));
    const own = await replay(handheld, gateway);
    if (plain.calls() !== ROWS) throw new Error(`${plain.calls()} calls arrived`);
    await plain.stop();
    const ownCost = own.between;
    const mean = ownCost.reduce((sum, ms) => sum + ms, 0) / ownCost.length;
    printGate(`replay: ${ROWS} rows, serial`, `${own.rate.toFixed(0)} calls/s`, '≥ 100/s', own.rate >= 100);
    print('  request to reply', spread(own.out));
    const isMet = percentile(ownCost, 0.5) <= 8 && mean <= 8;
    printGate('  own cost a call', `mean ${mean.toFixed(2)}, ${spread(ownCost)}`, '≤ 8 ms', isMet);

    await gateway.start();
    const seeding = await handheld.open();
    await seedWaiting(seeding.page, gateway, ROWS, 40_000);
    await handheld.close();
    const whole = await replay(handheld, gateway);
    const executed = (await gateway.executions('RevertOff')).length;
    print('  the same through gateway, ledger, stand-in', `${whole.rate.toFixed(0)} calls/s (executed ${executed})`);
    print('  request to reply', spread(whole.out));
  } finally {
    await handheld.remove();
    await gateway.remove();
  }
}

interface Replay {
  /** Calls a second. */
  readonly rate: number;
  /** Milliseconds from each request to its reply. */
  readonly out: readonly number[];
  /** Milliseconds from each reply to the next request. */
  readonly between: readonly number[];
}

/** Starts the app, which sends what waits by itself, and reads the browser's own times of its requests. */
async function replay({ profile }: Handheld, { origin }: Gateway): Promise<Replay> {
  const browser = await openBare(profile);
  try {
    await browser.send('Page.enable');
    await browser.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `performance.setResourceTimingBufferSize(${2 * ROWS})`,
    });
    await browser.open(`${origin}/tasks/revert-off`);
    await untilDrained(browser);
    const posts = await browser.evaluate<readonly (readonly [number, number])[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('.asmx/'))
        .map(({ startTime, responseEnd }) => [startTime, responseEnd])`,
    );
    if (posts.length !== ROWS) throw new Error(`${posts.length} requests`);
    const wallMs = Math.max(...posts.map(([, end]) => end)) - Math.min(...posts.map(([start]) => start));
    return {
      rate: (ROWS * 1000) / wallMs,
      out: posts.map(([start, end]) => end - start),
      between: posts.slice(1).map(([start], index) => start - (posts[index]?.[1] ?? Number.NaN)),
    };
  } finally {
    await browser.close();
  }
}
