import { type PageWords } from '#office/pages/pageWords.ts';
import type { CopiedStorage, EnrolledHandheld, HandheldList, OfficePorts } from '#office/ports/gatewayPorts.ts';
import { deviceRow, pathOfPage, pagePlace } from '#office/pages/page.ts';
import { ButtonLink, PostForm, Table, Time, filled } from '#office/pages/parts.tsx';
import type { PersonPages } from '#office/people/personPages.ts';

const DEVICES = pagePlace('devices');
const REVOKE = pagePlace('devices', '/revoke');
const REVOKE_ALL = pagePlace('devices', '/revoke-all');

type Words = PageWords['devices'];

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
    const texts = facts.words.devices;
    return (
      <>
        {copied.length > 0 && <Copied texts={texts} copied={copied} devices={devices} />}
        {devices ? <Devices texts={texts} devices={devices} mayAll={mayPost(REVOKE_ALL.path)} /> : <p>{texts.off}</p>}
      </>
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

interface CopiedProps {
  readonly texts: Words;
  readonly copied: readonly CopiedStorage[];
  /** Absent where nobody is asked for a token. */
  readonly devices: readonly EnrolledHandheld[] | undefined;
}

/** Shows the copied storages. Two handhelds that share a token have one number: the address tells them apart. */
function Copied({ texts, copied, devices = [] }: CopiedProps) {
  const nameOf = (asker: string): string => {
    const device = devices.find(({ number }) => asker.startsWith(`${number} `));
    return device ? `${device.name} (${asker.replace(' ', ': ')})` : asker;
  };
  const rows = copied.map(({ asker, other, at }) => [<Time at={at} key="at" />, nameOf(asker), nameOf(other)]);
  return (
    <section className="panel" role="alert">
      <h2>{texts.copied}</h2>
      <p>{texts.copiedHint}</p>
      <Table names={[texts.copiedAt, texts.copiedOne, texts.copiedOther]} rows={rows} />
    </section>
  );
}

interface DevicesProps {
  readonly texts: Words;
  readonly devices: readonly EnrolledHandheld[];
  /** `true`: they may revoke all. */
  readonly mayAll: boolean;
}

function Devices({ texts, devices, mayAll }: DevicesProps) {
  const rows = devices.map((device) => {
    const { number, name, enrolledAt, seenAt, revokedAt } = device;
    return [
      String(number),
      name,
      <Time at={enrolledAt} key="enrolled" />,
      <Time at={seenAt} key="seen" />,
      revokedAt === null ? (
        <RevokeForm device={device} texts={texts} key="state" />
      ) : (
        filled(texts.revokedAt, { when: <Time at={revokedAt} /> })
      ),
    ];
  });
  return (
    <>
      <p>{texts.hint}</p>
      <p>
        <ButtonLink to={pathOfPage('provision')}>{texts.another}</ButtonLink>
      </p>
      <Table
        names={[texts.number, texts.name, texts.enrolled, texts.seen, texts.state]}
        rows={rows}
        rowTags={devices.map(({ number }) => ({ id: deviceRow(number) }))}
        none={texts.none}
      />
      {mayAll && <RevokeAllForm texts={texts} holding={devices.filter(({ revokedAt }) => revokedAt === null).length} />}
    </>
  );
}

/** Shows the form that revokes all, as after a restore: it may bring back what was revoked, and codes that were used. */
function RevokeAllForm({ texts, holding }: { readonly texts: Words; readonly holding: number }) {
  return (
    <details className="panel">
      <summary className="button">{texts.revokeAll}</summary>
      <p>{texts.revokeAllHint}</p>
      <p>{texts.sureAll({ many: holding })}</p>
      <PostForm action={REVOKE_ALL.path}>
        <button className="button button-danger">{texts.doRevokeAll}</button>
      </PostForm>
    </details>
  );
}

/** Shows the form that revokes one, in two taps and without a script. */
function RevokeForm({ texts, device: { number, name } }: { readonly texts: Words; readonly device: EnrolledHandheld }) {
  return (
    <>
      {texts.holds}
      <details>
        <summary className="button">{texts.revoke}</summary>
        <p>{texts.sure}</p>
        <PostForm action={REVOKE.path} hidden={{ number: String(number) }}>
          <button className="button button-danger">{texts.doRevoke({ name })}</button>
        </PostForm>
      </details>
    </>
  );
}
