import { Queue } from 'workbox-background-sync';

/** A service worker that does with POSTs what Workbox's documentation of `Queue` shows. */
const scope = globalThis as unknown as EventTarget & {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};
type Extended = Event & { waitUntil(work: Promise<unknown>): void };
type Fetched = Extended & { readonly request: Request; respondWith(reply: Promise<Response>): void };

const queue = new Queue('calls');

scope.addEventListener('install', (event) => (event as Extended).waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => (event as Extended).waitUntil(scope.clients.claim()));
scope.addEventListener('fetch', (event) => {
  const { request } = event as Fetched;
  if (request.method === 'POST') (event as Fetched).respondWith(sendOrQueue(request));
});
scope.addEventListener('message', (event) => {
  const [port] = (event as MessageEvent).ports;
  (event as unknown as Extended).waitUntil(replay().then((left) => port?.postMessage(left)));
});

async function sendOrQueue(request: Request): Promise<Response> {
  try {
    return await fetch(request.clone());
  } catch {
    await queue.pushRequest({ request });
    return new Response('queued', { status: 202 });
  }
}

/** @returns how many requests are left. */
async function replay(): Promise<number> {
  await queue.replayRequests().catch(() => undefined); // a request that failed is back at its head
  return queue.size();
}
