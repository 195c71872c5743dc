import { type PageWords } from '#office/pages/pageWords.ts';
import type {
  CopiedStorage,
  EnrolledHandheld,
  HandheldList,
  HandheldsReturn,
  OfficePorts,
} from '#office/ports/gatewayPorts.ts';
import { deviceRow, pathOfPage, pagePlace } from '#office/pages/page.ts';
import { ButtonLink, PostForm, SideBySide, Table, Time, filled } from '#office/pages/parts.tsx';
import { originOf } from '#http/clientAddress.ts';
import { RETURN_CODE, ReturnHours, ReturnPart, mayReturn, returnForMs } from './ReturnPart.tsx';
import type { PersonPages } from '#office/people/personPages.ts';

const DEVICES = pagePlace('devices');
const REVOKE = pagePlace('devices', '/revoke');
const REVOKE_ALL = pagePlace('devices', '/revoke-all');

type Words = PageWords['devices'];

/** The longest text that is searched for, in letters: as long as a name. */
const LONGEST_SOUGHT = 60;
/** The rows of one page: more are a tap away. */
const SHOWN = 100;

/** Milliseconds for which a copied storage is shown: a handheld may lie in a drawer so long. */
const TOLD_FOR_MS = 40 * 24 * 60 * 60 * 1000;

/**
 * Adds the page of the handhelds: who is enrolled and when each was last there, buttons that revoke one or all, the code by which all
 * come back, and which of them go on from a copy of another's storage.
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
  pages.page(DEVICES, async ({ request, facts, mayPost, fields }) => {
    const now = Date.now();
    const [listed, made, copied, seenAt] = await Promise.all([
      enrolment?.list(),
      enrolment?.returnCode(),
      copiedSince(now - TOLD_FOR_MS),
      seen(),
    ]);
    const devices = listed?.map((device) => ({
      ...device,
      seenAt: Math.max(device.seenAt, seenAt.get(device.number) ?? 0),
    }));
    const texts = facts.words.devices;
    return (
      <>
        {copied.length > 0 && <Copied texts={texts} copied={copied} devices={devices} />}
        {devices && made && (
          <ReturnPart
            texts={texts}
            made={made}
            devices={devices}
            origin={originOf(request)}
            mayChange={mayPost(RETURN_CODE.path)}
            now={now}
          />
        )}
        {devices ? (
          <Devices
            texts={texts}
            devices={devices}
            asked={readAsked(fields)}
            mayAll={mayPost(REVOKE_ALL.path)}
            made={made}
            now={now}
          />
        ) : (
          <NotListed texts={texts} mayMake={facts.pages.includes('provision')} />
        )}
      </>
    );
  });

  pages.form(REVOKE, async ({ note, fields }) => {
    const { number = '' } = fields;
    const device = /^[0-9]{1,15}$/.test(number) ? Number(number) : 0;
    if ((await enrolment?.revoke(device)) === true) {
      const name = (await enrolment?.list().catch(() => []))?.find((one) => one.number === device)?.name ?? '';
      await note('handheld-revoked', `${device}: ${name}`, { device });
    }
    return { to: addressOf(readAsked(fields)) };
  });

  pages.form(REVOKE_ALL, async ({ note, fields }) => {
    const forMs = returnForMs(fields);
    const devices = await enrolment?.revokeAll(forMs);
    if (devices !== undefined) {
      await note('all-handhelds-revoked', String(devices), { devices });
      if (forMs > 0) await note('return-code-made', goodUntil(forMs));
    }
    return { to: DEVICES.path };
  });

  pages.form(RETURN_CODE, async ({ note, fields }) => {
    const forMs = returnForMs(fields);
    await enrolment?.renewReturnCode(forMs);
    if (forMs > 0) await note('return-code-made', goodUntil(forMs));
    else await note('return-code-ended');
    return { to: DEVICES.path };
  });
}

/** Says until when a code is good that is made now. */
function goodUntil(forMs: number): string {
  return new Date(Date.now() + forMs).toISOString();
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

/** The part of the list that an address asks for. */
interface DevicesAsked {
  /** A part of a name, or a number; empty: all. */
  readonly search: string;
  /** The number of handhelds before the first that is shown. */
  readonly from: number;
}

function readAsked({ search = '', from = '' }: Readonly<Record<string, string>>): DevicesAsked {
  return { search: search.trim().slice(0, LONGEST_SOUGHT), from: /^[0-9]{1,6}$/.test(from) ? Number(from) : 0 };
}

function addressOf({ search, from }: DevicesAsked): string {
  const asked = { ...(search !== '' && { search }), ...(from > 0 && { from: String(from) }) };
  const query = new URLSearchParams(asked).toString();
  return query === '' ? DEVICES.path : `${DEVICES.path}?${query}`;
}

/** Finds handhelds by a part of the name, or by the number, whose own stands first. */
function foundOf(devices: readonly EnrolledHandheld[], { search }: DevicesAsked): readonly EnrolledHandheld[] {
  const wanted = search.toLowerCase();
  const isMeant = ({ number }: EnrolledHandheld): boolean => String(number) === wanted;
  const named = devices.filter((device) => !isMeant(device) && device.name.toLowerCase().includes(wanted));
  return [...devices.filter(isMeant), ...named];
}

interface DevicesProps {
  readonly texts: Words;
  readonly devices: readonly EnrolledHandheld[];
  readonly asked: DevicesAsked;
  /** `true`: they may revoke all. */
  readonly mayAll: boolean;
  /** Absent: nobody has revoked all. */
  readonly made: HandheldsReturn | undefined;
  /** Unix ms. */
  readonly now: number;
}

function Devices({ texts, devices, asked, mayAll, made, now }: DevicesProps) {
  const found = foundOf(devices, asked);
  const shown = found.slice(asked.from, asked.from + SHOWN);
  const rest = found.length - asked.from - SHOWN;
  return (
    <>
      <div className="above-list">
        <p>{texts.hint}</p>
        <ButtonLink to={pathOfPage('provision')}>{texts.another}</ButtonLink>
        {devices.length > 1 && <Finder texts={texts} asked={asked} />}
      </div>
      <DeviceRows
        texts={texts}
        devices={shown}
        asked={asked}
        made={made}
        now={now}
        none={devices.length === 0 ? texts.none : texts.noneFound}
      />
      {rest > 0 && (
        <p>
          <ButtonLink to={addressOf({ ...asked, from: asked.from + SHOWN })}>{texts.more({ many: rest })}</ButtonLink>
        </p>
      )}
      {(asked.search !== '' || asked.from > 0) && (
        <p>
          <ButtonLink to={DEVICES.path}>{texts.all}</ButtonLink>
        </p>
      )}
      {mayAll && <RevokeAllForm texts={texts} holding={devices.filter(({ revokedAt }) => revokedAt === null).length} />}
    </>
  );
}

/** The field that finds a handheld. */
function Finder({ texts, asked: { search } }: Pick<DevicesProps, 'texts' | 'asked'>) {
  return (
    <form className="finder" method="get" action={DEVICES.path} role="search">
      <input
        type="search"
        name="search"
        defaultValue={search}
        maxLength={LONGEST_SOUGHT}
        autoComplete="off"
        aria-label={texts.search}
        placeholder={texts.search}
      />
      <button className="button">{texts.doSearch}</button>
    </form>
  );
}

function DeviceRows({
  texts,
  devices,
  asked,
  made,
  now,
  none,
}: Omit<DevicesProps, 'mayAll'> & { readonly none: string }) {
  const rows = devices.map((device) => {
    const { number, name, enrolledAt, seenAt, revokedAt } = device;
    return [
      String(number),
      { shown: <strong translate="no">{name}</strong>, tag: { 'data-name': undefined, 'data-main': true } as const },
      <Time at={enrolledAt} key="enrolled" />,
      <Time at={seenAt} key="seen" />,
      {
        shown:
          revokedAt === null ? (
            <>
              {texts.holds}
              <RevokeForm device={device} texts={texts} asked={asked} does={texts.revoke} means={texts.sure} />
            </>
          ) : (
            <>
              {filled(texts.revokedAt, { when: <Time at={revokedAt} /> })}
              {mayReturn(device, made, now) && (
                <RevokeForm
                  device={device}
                  texts={texts}
                  asked={asked}
                  does={texts.keepOut}
                  means={texts.keepOutHint}
                />
              )}
            </>
          ),
        tag: { 'data-state': true } as const,
      },
    ];
  });
  return (
    <Table
      names={[texts.number, texts.name, texts.enrolled, texts.seen, texts.state]}
      rows={rows}
      className="devices"
      rowTags={devices.map(({ number, revokedAt }) => ({
        id: deviceRow(number),
        className: revokedAt === null ? undefined : 'is-over',
      }))}
      none={none}
    />
  );
}

/** Says why no handheld is listed, and what can be done: where they stand, how one is set up, and what IT sets. */
function NotListed({ texts, mayMake }: { readonly texts: Words; readonly mayMake: boolean }) {
  return (
    <section className="panel brief">
      <p>{texts.off}</p>
      <p>{texts.offHelp}</p>
      <SideBySide>
        <ButtonLink to={pathOfPage('floor')} isPrimary>
          {texts.toFloor}
        </ButtonLink>
        {mayMake && <ButtonLink to={pathOfPage('provision')}>{texts.another}</ButtonLink>}
      </SideBySide>
      <p className="hint">{filled(texts.offIt, { variable: <code>UPSTREAM_API_KEY</code> })}</p>
    </section>
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
        <ReturnHours texts={texts} none={texts.returnNone} />
        <button className="button button-danger">{texts.doRevokeAll}</button>
      </PostForm>
    </details>
  );
}

interface RevokeProps extends Pick<DevicesProps, 'texts' | 'asked'> {
  readonly device: EnrolledHandheld;
  /** The words for what is done, and for what comes of it. */
  readonly does: string;
  readonly means: string;
}

/** Shows the form that revokes one, in two taps and without a script. The list stays as it was asked for. */
function RevokeForm({ texts, asked: { search, from }, device: { number, name }, does, means }: RevokeProps) {
  return (
    <details>
      <summary className="button">{does}</summary>
      <p>{means}</p>
      <PostForm action={REVOKE.path} hidden={{ number: String(number), search, from: String(from) }}>
        <button className="button button-danger">{texts.doRevoke({ name })}</button>
      </PostForm>
    </details>
  );
}
