import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { drainOnce } from '#sw/drainOnce.ts';

declare const __BUILD_ID__: string;
declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: { readonly url: string; readonly revision: string | null }[];
};

/** Background Sync's event, which TypeScript's library does not know. Source: Web Background Synchronization. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const DRAIN_TAG = 'scanline-drain';
/** Never answered from a cache: the service's three groups and the gateway's own words. */
const LIVE = /^\/(?:OrderApiV1|WareHouseAPIV1|PDAAPIV1)\.asmx|^\/gateway\//;

/** The browser's own routing beside the worker, which TypeScript's library does not know. Source: Service Workers Nightly, 4.5.2. */
interface RoutedInstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly { condition: { requestMethod: string }; source: 'network' }[]): Promise<void>;
}

// A call goes past the worker, which need not be started for it. Chrome before 123 asks the worker, as below.
self.addEventListener('install', (event) => {
  const toNetwork = { condition: { requestMethod: 'POST' }, source: 'network' } as const;
  (event as RoutedInstallEvent).addRoutes?.([toNetwork]).catch(() => undefined); // a shortcut, and nothing more
});

// A navigation is answered from the precache without asking the network: it may hang, or lie.
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode !== 'navigate' || LIVE.test(pathname)) return;
  event.respondWith(matchPrecache('/index.html').then((shell) => shell ?? fetch(event.request)));
});
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A newer version takes over only when the app says that no task is open.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | undefined)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') event.ports[0]?.postMessage(__BUILD_ID__);
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === DRAIN_TAG) sync.waitUntil(drainOnce());
});
