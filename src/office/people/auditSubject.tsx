import { accountPlace, callAddress, devicePlace, pathOfPage } from '#office/pages/page.ts';
import { AsItIs } from '#office/pages/parts.tsx';
import type { AuditEntry } from './audit.ts';

/** The places to which names of the trail can lead. */
export interface SubjectPlaces {
  /** The numbers of the accounts that there are, by their names, and those numbers. */
  readonly accounts: ReadonlyMap<string, number>;
  readonly numbers: ReadonlySet<number>;
  /** The numbers of the enrolled handhelds, revoked ones among them. */
  readonly handhelds: ReadonlySet<number>;
}

/** A subject in two parts, of which the first leads somewhere. */
interface Led {
  readonly to: string;
  readonly name: string;
  readonly rest: string;
}

/** The things that are done to a handheld of the list, to a handheld of the floor, to a call, and to an account. */
const OF_HANDHELD = /^handheld-(?:enrolled|moved|left|revoked|taken-off)$/;
const OF_FLOOR = /^handheld-(?:renamed|checked-out|back)$/;
const OF_CALL = /^(?:call-decided|decision-undone)$/;
const OF_ACCOUNT = /^(?:account-made|role-changed|link-made)$/;

/** Finds the place to which the thing leads that something was done to; `undefined`: it is not there, or nothing that has one. */
function ledFrom({ action, subject }: AuditEntry, places: SubjectPlaces): Led | undefined {
  const colon = subject.indexOf(': ');
  const [name, rest] = colon === -1 ? [subject, ''] : [subject.slice(0, colon), subject.slice(colon)];
  if (OF_CALL.test(action)) return /^[\w.-]{1,120}$/.test(name) ? { to: callAddress(name), name, rest } : undefined;
  if (OF_FLOOR.test(action)) return { to: `${pathOfPage('floor')}/one?id=${encodeURIComponent(name)}`, name, rest };
  if (OF_HANDHELD.test(action)) {
    const isThere = /^[0-9]{1,15}$/.test(name) && places.handhelds.has(Number(name));
    return isThere ? { to: devicePlace(Number(name)), name, rest } : undefined;
  }
  const account = OF_ACCOUNT.test(action) ? places.accounts.get(name) : undefined;
  return account === undefined ? undefined : { to: accountPlace(account), name, rest };
}

interface LinkedProps {
  readonly entry: AuditEntry;
  readonly places: SubjectPlaces;
}

/** Shows the thing that something was done to; its name is the way to it, where it is there. */
export function LinkedSubject({ entry, places }: LinkedProps) {
  const led = ledFrom(entry, places);
  if (!led) return <AsItIs text={entry.subject} />;
  return (
    <>
      <a href={led.to}>
        <AsItIs text={led.name} />
      </a>
      <AsItIs text={led.rest} />
    </>
  );
}

/** Names whoever did something; an account that is there is the way to it. */
export function Doer({ entry: { name, account }, places }: LinkedProps) {
  const shown = <AsItIs text={account === undefined ? name : `${name} (${account})`} />;
  return account !== undefined && places.numbers.has(account) ? <a href={accountPlace(account)}>{shown}</a> : shown;
}
