import { PrecacheController, cleanupOutdatedCaches } from 'workbox-precaching';
import { APPEARANCE_COOKIE, withAppearance } from '#contract/appearance.ts';
import { DRAIN_TAG, workerWords } from '#outbox/names.ts';
import { type Listed, PAGE, createCheck } from '#sw/checked.ts';
import { drainOnce } from '#sw/drainOnce.ts';

declare const __VERSION__: string;
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Listed[];
  /** Not in every browser that is served: there the page puts its appearance on by itself, behind its first paint. Source: Cookie Store API. */
  readonly cookieStore?: { get(name: string): Promise<{ readonly value?: string } | null> };
};

/** Background Sync's event, which TypeScript's library does not know. Source: Web Background Synchronization. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Never answered from a cache: the service's three groups and the gateway's own words. */
const LIVE = /^\/(?:OrderApiV1|WareHouseAPIV1|PDAAPIV1)\.asmx|^\/gateway(?:\/|$)/;

/** The browser's own routing beside the worker, which TypeScript's library does not know. Source: Service Workers Nightly, 4.5.2. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly Rule[]): Promise<void>;
}
interface Rule {
  readonly condition: {
    readonly requestMethod?: string;
    readonly urlPattern?: { readonly pathname: string; readonly search?: string };
  };
  readonly source: 'network' | { readonly cacheName: string };
}

const manifest: readonly Listed[] = self.__WB_MANIFEST;
const check = createCheck(manifest, location.origin);
/** The addresses at which the app is opened: from its icon, and on the task that a start has with it. Kept under these too. */
const OPENED_AT = ['/', '/tasks/revert-off'];
/** The page of this version by the addresses it is opened at; another page is another cache, and this one stays till then. */
const OPENED = `scanline-opened-${pageRevision()}`;
/** The page of the version before, where this one did not start: kept there under this address until another version comes. */
const WENT_BACK = '/went-back';

function pageRevision(): string {
  return manifest.find(({ url }) => `/${url}` === PAGE)?.revision ?? __VERSION__;
}

/** The browser answers by itself what needs no thought of the worker, which need not be started for it. Chrome before 123 asks the worker, as below. */
self.addEventListener('install', (event) => {
  const rules: Rule[] = [
    { condition: { requestMethod: 'POST' }, source: 'network' },
    // Named by what is in them: they are the same from whatever version's cache.
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: PRECACHE } },
    // Without a query: an address that brings a code along is not kept, and what is not kept would go to the network.
    ...OPENED_AT.map((pathname) => ({
      condition: { urlPattern: { pathname, search: '' } },
      source: { cacheName: OPENED },
    })),
  ];
  (event as RoutedInstallEvent).addRoutes?.(rules).catch(() => undefined); // a shortcut, and nothing more
});

async function keepOpened(page: Response): Promise<void> {
  const [cache, dressed] = await Promise.all([caches.open(OPENED), inAppearance(page)]);
  await Promise.all(OPENED_AT.map((path) => cache.put(path, dressed.clone())));
}

/** Returns the page in the appearance that this handheld has now: no script of it has to run before its first paint. */
async function inAppearance(page: Response): Promise<Response> {
  const appearance = await self.cookieStore?.get(APPEARANCE_COOKIE).catch(() => null);
  if (!self.cookieStore) return page;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name); // of the bytes as they were sent
  return new Response(withAppearance(await page.text(), appearance?.value), { status: page.status, headers });
}
const precache = new PrecacheController({
  plugins: [
    {
      // Nothing is kept that is not this build's. Where something is not, the install fails, and the version before goes on.
      cacheWillUpdate: ({ request, response }) => check.right(request.url, response),
      // What an older version has kept without a look may be wrong: then it is fetched anew.
      async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
        const isKept =
          event.type !== 'install' || !cachedResponse || (await check.isOfBuild(request.url, cachedResponse));
        return isKept ? cachedResponse : undefined;
      },
      async cacheDidUpdate({ request, newResponse }) {
        if (new URL(request.url).pathname === PAGE) await keepOpened(newResponse.clone());
      },
    },
  ],
});
precache.addToCacheList([...manifest]);
const PRECACHE = precache.strategy.cacheName;
// The files of the version before stay beside those of this one until this one has started.
self.addEventListener('install', (event) => void precache.install(event));

/** Returns the page that this handheld starts with. */
async function pageHere(): Promise<Response | undefined> {
  return (await caches.match(WENT_BACK, { cacheName: OPENED })) ?? precache.matchPrecache(PAGE);
}

// A navigation is answered from the precache without asking the network: it may hang, or lie.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (LIVE.test(new URL(request.url).pathname)) return;
  if (request.mode === 'navigate')
    event.respondWith(pageHere().then((shell) => (shell ? inAppearance(shell) : fetch(request))));
  else if (precache.getCacheKeyForURL(request.url) !== undefined)
    event.respondWith(precache.matchPrecache(request).then((kept) => kept ?? fetch(request)));
});
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropOthers()])));

/** Fetches what is not kept, or wrong. @returns whether all of it is right now. */
async function mend(): Promise<boolean> {
  const cache = await caches.open(PRECACHE);
  const keep = async ({ url }: Listed): Promise<boolean> => {
    const key = precache.getCacheKeyForURL(url) ?? url;
    const kept = await cache.match(key);
    if (kept && (await check.isOfBuild(key, kept))) return true;
    const right = await check.right(`/${url}`, undefined);
    if (right) await cache.put(key, right);
    return right !== undefined;
  };
  let isWhole = true;
  for (const file of manifest) isWhole = (await keep(file)) && isWhole;
  await keepOpenedAnew();
  return isWhole;
}

/** The pages of other versions go; this one is there in any case. */
async function dropOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('scanline-opened-') && name !== OPENED);
  await Promise.all(others.map((name) => caches.delete(name)));
  if (!(await caches.match(OPENED_AT[0] ?? '/', { cacheName: OPENED }))) await keepOpenedAnew();
}

async function keepOpenedAnew(): Promise<void> {
  const page = await pageHere();
  if (page) await keepOpened(page);
}

/** Has this handheld start with the version before, as this one does not start. @returns `false`: it is not there, whole. */
async function goBack(): Promise<boolean> {
  const cache = await caches.open(PRECACHE);
  const own = precache.getCacheKeyForURL(PAGE);
  const pages = (await cache.keys()).filter(({ url }) => url !== own && new URL(url).pathname === PAGE);
  const before = await (pages.at(-1) && cache.match(pages.at(-1) as Request));
  if (!before) return false;
  const files = (await before.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const kept = await Promise.all(files.map((file) => cache.match(file)));
  if (kept.includes(undefined)) return false;
  await (await caches.open(OPENED)).put(WENT_BACK, before.clone());
  await keepOpened(before);
  return true;
}

// A newer version takes over only when the app says that no task is open.
self.addEventListener('message', (event) => {
  const { type, version } = (event.data ?? {}) as { readonly type?: unknown; readonly version?: unknown };
  if (type === workerWords.skipWaiting) void self.skipWaiting();
  if (type === workerWords.appearance) event.waitUntil(keepOpenedAnew());
  // From a page whose script does not run (public/start-failed.js).
  if (type === workerWords.drain) event.waitUntil(drainOnce().catch(() => undefined)); // what is left is asked for again
  if (type === workerWords.mend) event.waitUntil(mend().then((isWhole) => event.ports[0]?.postMessage(isWhole)));
  if (type === workerWords.started && version === __VERSION__) void precache.activate(event);
  if (type === workerWords.goBack) event.waitUntil(goBack().then((isBack) => event.ports[0]?.postMessage(isBack)));
  if (type === workerWords.wentBack)
    event.waitUntil(
      caches.match(WENT_BACK, { cacheName: OPENED }).then((page) => event.ports[0]?.postMessage(page !== undefined)),
    );
  if (type === workerWords.version) event.ports[0]?.postMessage(__VERSION__);
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === DRAIN_TAG) sync.waitUntil(drainOnce());
});
