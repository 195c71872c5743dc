import type { Page } from '@playwright/test';
import { type HandheldReport, encodeReport } from '#wire/report.ts';
import { REPORT_HEADER } from '#wire/hello.ts';
import { GRANT_PATH, PRINTED_PATH, PRINTS_PATH } from '#wire/prints.ts';
import { type Gateway, createGateway } from './rig/gateway.ts';

const PASSWORD = 'a long password';
const KEY = 'demo-key-0001';

/** A page of the gateway for supervisors in one state, and how it is reached by who is signed in. */
export interface SupervisorPage {
  readonly name: string;
  readonly reach: (page: Page, gateway: Gateway) => Promise<void>;
  /** Shown to who is not signed in. */
  readonly isOutside?: boolean;
}

/** Every page: the pictures are made of them, and a test of access walks them, in this order. */
export const supervisorPages: readonly SupervisorPage[] = [
  { name: 'supervisor-sign-in', isOutside: true, reach: at('ledger') },
  {
    name: 'supervisor-wrong-password',
    isOutside: true,
    async reach(page, gateway) {
      await at('ledger')(page, gateway);
      await page.locator('input[type=password]').fill('not this one');
      await page.locator('.button-primary').click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'supervisor-ledger', reach: at('ledger') },
  {
    name: 'supervisor-ledger-search',
    async reach(page, gateway) {
      await at('ledger')(page, gateway);
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  { name: 'supervisor-ledger-found', reach: at('ledger?operation=RevertOff') },
  { name: 'supervisor-ledger-none', reach: at('ledger?operation=CompleteBag&day=2020-01-01') },
  { name: 'supervisor-ledger-wrong', reach: at('ledger?day=yesterday') },
  { name: 'supervisor-call', reach: at('ledger/one?key=call-0003') },
  { name: 'supervisor-call-answered', reach: at('ledger/one?key=c-0b1e5a52-7d0f-4c1e-9a53-1f6f0c6d2a11') },
  { name: 'supervisor-call-none', reach: at('ledger/one?key=call-0009') },
  { name: 'supervisor-by-code', reach: at('ledger?by=RevertOff') },
  {
    name: 'supervisor-devices',
    async reach(page, gateway) {
      await at('devices')(page, gateway);
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  { name: 'supervisor-floor', reach: at('floor') },
  {
    name: 'supervisor-more',
    async reach(page, gateway) {
      await at('floor?q=nobody')(page, gateway);
      await page.locator('nav summary').click();
    },
  },
  { name: 'supervisor-floor-one', reach: at('floor/one?id=d1') },
  {
    name: 'supervisor-printers',
    async reach(page, gateway) {
      await printLabels(page, gateway);
      await at('printers')(page, gateway);
    },
  },
  { name: 'supervisor-printers-paper', reach: at('printers/paper') },
  { name: 'supervisor-printers-picture', reach: at('printers/picture?id=label-0001.c1') },
  { name: 'supervisor-call-labels', reach: at('ledger/one?key=label-0002') },
  { name: 'supervisor-shift', reach: at('shift') },
  {
    name: 'supervisor-shift-tables',
    async reach(page, gateway) {
      await at('shift?show=seven-days')(page, gateway);
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  { name: 'supervisor-shift-wrong', reach: at('shift?from=yesterday') },
  { name: 'supervisor-floor-none', reach: at('floor?q=nobody') },
  { name: 'supervisor-set-up', reach: at('provision') },
  {
    name: 'supervisor-set-up-code',
    async reach(page, gateway) {
      await at('provision')(page, gateway);
      await page.locator('main .button-primary').click();
      await page.locator('main summary').click();
    },
  },
  { name: 'supervisor-service', reach: at('setup') },
  {
    name: 'supervisor-service-asked',
    async reach(page, gateway) {
      await at('setup/read?operation=GetBagDetailByBagCode')(page, gateway);
      await page.locator('[name=in-bagCode]').fill('BAG-2001');
      await page.locator('main .button-primary').click();
      await page.locator('[data-verdict]').waitFor();
    },
  },
  { name: 'supervisor-service-answers', reach: at('setup/answers') },
  {
    name: 'supervisor-service-card',
    async reach(page, gateway) {
      await at('setup/read?operation=GetLogisticsTransferMst')(page, gateway);
      await page.locator('[name=in-str]').fill('T-4001');
      await page.locator('main .button-primary').click();
      await page.locator('[action$="cards/one"] button').click();
      for (const summary of await page.locator('main details:not([open]) > summary').all()) await summary.click();
    },
  },
  { name: 'supervisor-service-cards', reach: at('setup/cards') },
  {
    name: 'supervisor-service-codes',
    async reach(page, gateway) {
      await at('setup/codes')(page, gateway);
      await page.locator('[name=examples-deliveryCode]').fill('D-1001\nD-1002\nD-1003');
      await page.locator('[name=examples-bagCode]').fill('BAG-2001\nD-2002');
      await page.locator('[value=propose]').click();
      await page.locator('.note').first().waitFor();
    },
  },
  {
    name: 'supervisor-service-workers',
    async reach(page, gateway) {
      await at('setup/workers')(page, gateway);
      await page.locator('textarea').fill('7;Ada Moreno;W-007\n8;Li Wei;W-008');
      await page.locator('main .button-primary').click();
      await page.locator('.said-saved').waitFor();
    },
  },
  {
    name: 'supervisor-service-printers',
    async reach(page, gateway) {
      await at('setup/printers')(page, gateway);
      await page.locator('[action$="printers/try"] button').first().click();
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'supervisor-service-fronts',
    async reach(page, gateway) {
      await gateway.fault({ kind: 'status-401-before', operation: 'RevertOff' });
      const made = await enrol(page, gateway, 'Dock 9');
      await call(gateway, `call-front-${Date.now()}`, made, 'D-1002');
      await at('setup/fronts')(page, gateway);
    },
  },
  { name: 'supervisor-service-file', reach: at('setup/file') },
  {
    name: 'supervisor-people',
    async reach(page, gateway) {
      await at('people')(page, gateway);
      await page.locator('main input[name=name]').fill(`Ada ${Date.now()}`);
      await page.locator('main select').last().selectOption('supervisor');
      await page.locator('main .button-primary').click();
      await page.getByRole('status').waitFor();
      for (const summary of await page.locator('main summary').all()) await summary.click();
    },
  },
  {
    name: 'supervisor-set-password',
    async reach(page, gateway) {
      await at('people')(page, gateway);
      await page.locator('main input[name=name]').fill(`Li Wei ${Date.now()}`);
      await page.locator('main .button-primary').click();
      await page.goto(await page.getByRole('status').locator('textarea').inputValue());
    },
  },
  { name: 'supervisor-audit', reach: at('audit') },
  { name: 'supervisor-audit-found', reach: at('audit?kind=handheld-enrolled&from=2026-01-01') },
];

/** A gateway with two handhelds, one of them revoked, and calls of them: answered, refused, and one that nobody knows of. */
export async function startWithCalls(page: Page): Promise<Gateway> {
  const gateway = await createGateway({ SUPERVISOR_PASSWORD: PASSWORD, UPSTREAM_API_KEY: KEY });
  await gateway.start();
  await signIn(page, gateway);
  const dock = await enrol(page, gateway, 'Dock 3');
  const lost = await enrol(page, gateway, 'Forklift north, spare');
  await call(gateway, 'c-0b1e5a52-7d0f-4c1e-9a53-1f6f0c6d2a11', dock, 'D-1001');
  await call(gateway, 'c-5d0c8f63-2a44-4f0b-8a6e-92d3f3a1b7c2', lost, 'D-9999');
  await hello(gateway, dock, {
    waiting: 0,
    person: 1,
    oldest: 7,
    oldestS: 2_500,
    battery: 81,
    charging: false,
    kept: true,
  });
  await hello(gateway, lost, {
    waiting: 12,
    person: 0,
    oldest: 3,
    oldestS: 19_000,
    paused: 'on-hold',
    battery: 9,
    charging: false,
    kept: false,
  });
  await gateway.fault({ kind: 'html-200-after', operation: 'RevertOff' });
  await call(gateway, 'call-0003', dock, 'D-1002');
  await page.request.post(`${gateway.origin}/gateway/devices/revoke`, { form: { number: '2' } });
  return gateway;
}

export async function signIn(page: Page, gateway: Gateway): Promise<void> {
  await at('ledger')(page, gateway);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('.button-primary').click();
  await page.locator('nav').waitFor();
}

/** @returns the handheld's cookie. */
async function enrol(page: Page, gateway: Gateway, name: string): Promise<string> {
  const data = { name, until: Date.now() + 3_600_000 };
  const made = await page.request.post(`${gateway.origin}/gateway/enrol/codes`, { data });
  const { code } = (await made.json()) as { code: string };
  const reply = await fetch(`${gateway.origin}/gateway/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name: '', attempt: 'a'.repeat(16) }),
  });
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Says hello, as a handheld that tells how it stands. */
async function hello(gateway: Gateway, cookie: string, more: Omit<HandheldReport, 'id'>): Promise<void> {
  const report = { id: '0b5c7f9e-1111-4222-8333-444455556666', version: '0.2.0-1a2b3c', warehouse: '1', ...more };
  const agent =
    'Mozilla/5.0 (Linux; Android 10; TC26) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36';
  const headers = { cookie, 'user-agent': agent, [REPORT_HEADER]: encodeReport(report) };
  await fetch(`${gateway.origin}/gateway/hello?nonce=n`, { headers });
}

async function call(gateway: Gateway, key: string, cookie: string, deliveryCode: string): Promise<void> {
  await fetch(`${gateway.origin}/PDAAPIV1.asmx/RevertOff`, {
    method: 'POST',
    headers: { 'idempotency-key': key, cookie },
    body: new URLSearchParams({ deliveryCode, storeCode: 'S-01-A', apiKey: '', userID: '7' }),
  });
}

/** Prints three labels at two printers: one comes out, of one nobody knows, one waits for the handheld that has its printer. */
async function printLabels(page: Page, gateway: Gateway): Promise<void> {
  const lines = 'Demo printer;PRN-DEMO;demo;zpl;;100\nDock 2, the mobile one;PRN-2;handheld;zpl;;80';
  await page.request.post(`${gateway.origin}/gateway/setup/printers`, {
    form: { lines },
    headers: { origin: gateway.origin },
  });
  const cookie = await enrol(page, gateway, `Dock 5 ${Date.now()}`);
  const post = (path: string, body: object) =>
    fetch(`${gateway.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  for (const [key, code, printer] of [
    ['label-0001', 'EX-50020', 'PRN-DEMO'],
    ['label-0002', 'EX-50021', 'PRN-2'],
    ['label-0003', 'EX-50022', 'PRN-2'],
  ] as const) {
    await fetch(`${gateway.origin}/WareHouseAPIV1.asmx/PrintKJYOrder`, {
      method: 'POST',
      headers: { 'idempotency-key': key, cookie },
      body: new URLSearchParams({ code, apiKey: '', userId: '7' }),
    });
    await post(PRINTS_PATH, { call: key, printer, copy: 1, by: '7' });
  }
  const granted = await post(GRANT_PATH, { id: 'label-0002.c1' });
  if (!granted.ok) return; // it was said before
  const { ticket } = (await granted.json()) as { ticket: string };
  for (const word of [{ is: 'leaves' }, { is: 'unknown', cause: 'cut' }])
    await post(PRINTED_PATH, { id: 'label-0002.c1', ticket, word });
}

function at(address: string): SupervisorPage['reach'] {
  return async (page, gateway) => void (await page.goto(`${gateway.origin}/gateway/${address}`));
}
