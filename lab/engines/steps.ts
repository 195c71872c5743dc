import { expect } from 'vitest';
import { DOUBTED_MS } from '#e2e/rig/app.ts';
import type { Gateway } from '#e2e/rig/gateway.ts';
import { isDoubted, rowsByState } from '#e2e/rig/inPage.ts';
import { type Engine, call, scan, tap } from './engine.ts';

/** Patience with what is looked for until it is there. */
const LOOKS = { timeout: 20_000, interval: 50 };

/** Waits until the page, or a part of it, shows this. */
export async function expectShown(engine: Engine, text: string | RegExp, selector = 'body'): Promise<void> {
  const shown = `document.querySelector(${JSON.stringify(selector)})?.innerText.replace(/\\s+/g, ' ') ?? ''`;
  await expect.poll(() => engine.read(shown), LOOKS).toMatch(text);
}

/** Waits until an expression is true in the page. */
export async function expectTrue(engine: Engine, expression: string): Promise<void> {
  await expect.poll(() => engine.read(expression), { ...LOOKS, message: expression }).toBe(true);
}

/** Taps what is there, or comes. */
export async function press(engine: Engine, selector: string, text: string): Promise<void> {
  await expect.poll(() => tap(engine, selector, text), { ...LOOKS, message: `${selector} with “${text}”` }).toBe(true);
}

/** The first start with the stand-in's demo values, until a start without network would work. */
export async function firstStart(engine: Engine, { origin }: Gateway): Promise<void> {
  await engine.open(origin);
  await press(engine, 'button', 'training values');
  await expectShown(engine, 'Back on shelf');
  await expectTrue(engine, 'navigator.serviceWorker.controller !== null');
}

/** Waits until a scan would be taken. */
export async function readyToScan(engine: Engine): Promise<void> {
  await expectTrue(engine, `document.activeElement?.matches('[data-scan-sink]')`);
  await expect.poll(() => call(engine, isDoubted, DOUBTED_MS), LOOKS).toBe(false);
}

/** A hand needs so long at the least from one pull of the trigger to the next, in milliseconds: what comes sooner is one pull. */
const HAND_MS = 700;

export async function scanPair(engine: Engine, delivery: string, shelf: string): Promise<void> {
  await scan(engine, delivery);
  await expectShown(engine, 'Scan the shelf');
  await new Promise((resolve) => setTimeout(resolve, HAND_MS));
  await scan(engine, shelf);
}

/** Waits until the database holds exactly these calls by state. */
export async function expectRows(engine: Engine, counts: Readonly<Record<string, number>>): Promise<void> {
  await expect.poll(() => call(engine, rowsByState, undefined), LOOKS).toEqual(counts);
}
