import { type PageWords } from '#office/pages/pageWords.ts';
import type { CopiedStorage, EnrolledHandheld, HandheldList, OfficePorts } from '#office/ports/gatewayPorts.ts';
import { deviceRow, escaped, pathOfPage, pagePlace, postForm, table, timeOf } from '#office/pages/page.ts';
import type { PersonPages } from '#office/people/personPages.ts';

const DEVICES = pagePlace('devices');
const REVOKE = pagePlace('devices', '/revoke');
const REVOKE_ALL = pagePlace('devices', '/revoke-all');

/** Milliseconds for which a copied storage is shown: a handheld may lie in a drawer so long. */
const TOLD_FOR_MS = 40 * 24 * 60 * 60 * 1000;

/**
 * Adds the page of the handhelds: who is enrolled and when each was last there, buttons that revoke one or all, and which
 * of them go on from a copy of another's storage.
 *
 * @param copiedSince - lists the storages that were copied since a time, Unix ms.
 * @param seen - lists when each said its last hello, Unix ms, by its number: the list of devices knows it to a minute.
 */
export function addDevicesPage(
  pages: PersonPages,
  enrolment: HandheldList | undefined,
  copiedSince: OfficePorts['copied'],
  seen: () => Promise<ReadonlyMap<number, number>>,
): void {
  pages.page(DEVICES, async ({ facts, mayPost }) => {
    const since = Date.now() - TOLD_FOR_MS;
    const [listed, copied, seenAt] = await Promise.all([enrolment?.list(), copiedSince(since), seen()]);
    const devices = listed?.map((device) => ({
      ...device,
      seenAt: Math.max(device.seenAt, seenAt.get(device.number) ?? 0),
    }));
    return (
      copiedPart(facts.words.devices, copied, devices) + page(facts.words.devices, devices, mayPost(REVOKE_ALL.path))
    );
  });

  pages.form(REVOKE, async ({ note, fields: { number = '' } }) => {
    const device = /^[0-9]{1,15}$/.test(number) ? Number(number) : 0;
    if ((await enrolment?.revoke(device)) === true) {
      const name = (await enrolment?.list().catch(() => []))?.find((one) => one.number === device)?.name ?? '';
      await note('handheld-revoked', `${device}: ${name}`, { device });
    }
    return { to: DEVICES.path };
  });

  pages.form(REVOKE_ALL, async ({ note }) => {
    const devices = await enrolment?.revokeAll();
    if (devices !== undefined) await note('all-handhelds-revoked', String(devices), { devices });
    return { to: DEVICES.path };
  });
}

/** Shows the copied storages. Two handhelds that share a token have one number: the address tells them apart. */
function copiedPart(
  texts: PageWords['devices'],
  copied: readonly CopiedStorage[],
  devices: readonly EnrolledHandheld[] = [],
): string {
  if (copied.length === 0) return '';
  const nameOf = (asker: string): string => {
    const device = devices.find(({ number }) => asker.startsWith(`${number} `));
    return escaped(device ? `${device.name} (${asker.replace(' ', ': ')})` : asker);
  };
  const rows = copied.map(({ asker, other, at }) => [timeOf(at), nameOf(asker), nameOf(other)]);
  const list = table([texts.copiedAt, texts.copiedOne, texts.copiedOther], rows);
  return `<section class="panel" role="alert"><h2>${texts.copied}</h2><p>${texts.copiedHint}</p>${list}</section>`;
}

/** Shows the list. @param devices - absent where nobody is asked for a token. @param mayAll - they may revoke all. */
function page(texts: PageWords['devices'], devices: readonly EnrolledHandheld[] | undefined, mayAll: boolean): string {
  if (!devices) return `<p>${texts.off}</p>`;
  const names = [texts.number, texts.name, texts.enrolled, texts.seen, texts.state];
  const rows = devices.map((device) => {
    const { number, name, enrolledAt, seenAt, revokedAt } = device;
    const end = revokedAt === null ? revokeForm(device, texts) : texts.revokedAt({ when: timeOf(revokedAt) });
    return [String(number), escaped(name), timeOf(enrolledAt), timeOf(seenAt), end];
  });
  const list =
    devices.length === 0
      ? `<p>${texts.none}</p>`
      : table(names, rows, { rowTags: devices.map(({ number }) => ({ id: deviceRow(number) })) });
  const another = `<p><a class="button" href="${pathOfPage('provision')}">${texts.another}</a></p>`;
  const holding = devices.filter(({ revokedAt }) => revokedAt === null).length;
  return `<p>${texts.hint}</p>${another}${list}${mayAll ? revokeAllForm(texts, holding) : ''}`;
}

/** Shows the form that revokes all, as after a restore: it may bring back what was revoked, and codes that were used. */
function revokeAllForm(texts: PageWords['devices'], holding: number): string {
  const form = postForm(REVOKE_ALL.path, {}, `<button class="button button-danger">${texts.doRevokeAll}</button>`);
  return `<details class="panel"><summary class="button">${texts.revokeAll}</summary><p>${texts.revokeAllHint}</p><p>${texts.sureAll({ many: holding })}</p>
${form}</details>`;
}

/** Shows the form that revokes one, in two taps and without a script. */
function revokeForm({ number, name }: EnrolledHandheld, texts: PageWords['devices']): string {
  const button = `<button class="button button-danger">${escaped(texts.doRevoke({ name }))}</button>`;
  const form = postForm(REVOKE.path, { number: String(number) }, button);
  return `${texts.holds}<details><summary class="button">${texts.revoke}</summary><p>${texts.sure}</p>${form}</details>`;
}
