import type { PrintersSeen } from '#office/printers/PrintersLine.tsx';
import type { ReactElement, ReactNode } from 'react';
import { networkOf } from '#http/clientAddress.ts';
import { pathOfPage } from '#office/pages/page.ts';
import { type LedgerWords, addressCalled } from '#office/pages/pageWords.ts';
import { AsItIs, filled } from '#office/pages/parts.tsx';
import { type BoardEntry, type Holder, MOMENT_MS, QUIET_MS, openOn } from './board.ts';
import { type FloorWords, LinkTo } from './checkOut.tsx';

const FLOOR = pathOfPage('floor');
/** A battery at or below this is shown as one that ends soon, in percent. */
const LOW_BATTERY = 20;

/** The words and the time with which the board is shown. */
export interface FloorView {
  readonly texts: FloorWords;
  /** Unix ms. */
  readonly now: number;
  /** The site says `floorShowsWorkers`. */
  readonly showsWorkers: boolean;
  /** The viewer may give handhelds out. */
  readonly mayHold?: boolean;
  /** The person whom the text means that is searched for. */
  readonly holder?: Holder | undefined;
  /** The handhelds were asked to take the version that the gateway serves. */
  readonly isUpdateAsked?: boolean;
  /** The seconds by which the clocks of the service and of this machine are apart, where that is told. */
  readonly secondsApart?: number | undefined;
  /** The viewer may ask them to. */
  readonly mayAskUpdate?: boolean;
  /** The handheld that was given, or came back, just now. */
  readonly changed?: string | undefined;
  /** The row of the handheld that was taken off just now. */
  readonly takenOff?: string | undefined;
  /** The words by which the ledger names a handheld that is not enrolled. */
  readonly ledger?: LedgerWords;
  /** The calls to check of such handhelds: the ledger alone has them, by their addresses. */
  readonly unplaced?: number;
  /** The site's printers; absent: they are not shown. */
  readonly printersSeen?: PrintersSeen;
}

export type FloorColumn = keyof FloorWords['columns'];

/** A handheld, and what its part of a page is drawn with. */
export interface EntryInView {
  readonly entry: BoardEntry;
  readonly view: FloorView;
}

/** The cells of a handheld by column; `undefined` where nothing is to be said. */
export const floorCells: Readonly<
  Record<Exclude<FloorColumn, 'marks'>, (entry: BoardEntry, view: FloorView) => ReactNode>
> = {
  name: (entry, view) => <LinkTo entry={entry} texts={view.texts} />,
  person: ({ id, person }, { texts }) =>
    person === 0 ? undefined : <a href={`${FLOOR}/one?id=${id}`}>{personFigure(person, texts)}</a>,
  waiting: ({ report }, { texts }) => waitingFigure(report?.waiting, texts),
  toCheck: ({ device, toCheck }, { texts }) =>
    toCheck === 0 ? undefined : <a href={`${pathOfPage('ledger')}?asker=${device}`}>{toCheckFigure(toCheck, texts)}</a>,
  oldest: (entry, view) => (openOn(entry) > 0 && entry.oldestSince > 0 ? agoIn(view, entry.oldestSince) : undefined),
  paused: ({ report }, { texts }) => (report?.paused ? texts.pauses[report.paused] : undefined),
  seen: ({ seenAt, revokedAt }, view) => {
    if (seenAt === 0) return view.texts.never;
    const said = agoIn(view, seenAt);
    return view.now - seenAt >= QUIET_MS && revokedAt === 0 ? <Attention>{said}</Attention> : said;
  },
  // said where it was there since, and said nothing of how it stands
  told({ toldAt, seenAt, revokedAt }, view) {
    if (toldAt === 0 && revokedAt !== 0) return undefined; // what it told is over
    if (toldAt === 0) return view.texts.nothingTold;
    return seenAt - toldAt < MOMENT_MS ? undefined : agoIn(view, toldAt);
  },
  who(entry, view) {
    const { worker, holderName } = entry;
    if (holderName !== '') return <Who entry={entry} view={view} />;
    return worker === '' ? undefined : <AsItIs text={worker} />;
  },
  battery(entry, { texts }) {
    const { report } = entry;
    if (report?.battery === undefined) return undefined;
    const percent = `${report.battery} %${report.charging ? ` ${texts.charging}` : ''}`;
    return isLow(entry) ? <Attention>{percent}</Attention> : percent;
  },
  kept: ({ report }, { texts }) => (report?.kept === false ? <Attention>{texts.notKept}</Attention> : undefined),
  app({ report, browser }) {
    const said = [report?.version ?? '', browser].filter((text) => text !== '').join(' · ');
    return said === '' ? undefined : <AsItIs text={said} />;
  },
  warehouse: ({ warehouse }) => (warehouse === '' ? undefined : <AsItIs text={warehouse} />),
};

/** Says when a handheld was revoked, and by whom where that is known. */
export function revokedText({ revokedBy }: BoardEntry, texts: FloorWords, when: ReactNode): ReactNode {
  if (revokedBy === undefined) return filled(texts.revoked, { when });
  return filled(texts.revokedBy, { when, name: <AsItIs text={revokedBy} /> });
}

/** Says how the ledger names a handheld that is not enrolled, with the way to its calls there; nothing of others, or where a network is all that is known. */
export function NameInLedger({ entry: { network = '' }, view: { texts, ledger } }: EntryInView) {
  const asker = network === networkOf('::1') ? '::1' : network; // the ledger has whole addresses
  if (asker === '' || asker.includes('/') || !ledger) return null;
  const link = (
    <a href={`${pathOfPage('ledger')}?asker=${encodeURIComponent(asker)}`}>
      <AsItIs text={addressCalled(asker, ledger)} />
    </a>
  );
  return <p className="hint">{filled(texts.inLedger, { name: link })}</p>;
}

/** Shows what somebody is to look at. */
export function Attention({ children }: { readonly children: ReactNode }) {
  return <strong className="says-attention">{children}</strong>;
}

/** Says who has a handheld, who is asked for it, whoever is signed in there. */
function Who({ entry: { worker, holderName, heldAt }, view }: EntryInView) {
  const { texts } = view;
  return (
    <>
      <strong>{filled(texts.heldBy, { name: <AsItIs text={holderName} /> })}</strong>{' '}
      <span className="state age since">· {agoIn(view, heldAt)}</span>
      {worker !== '' && worker !== holderName && (
        <>
          <br />
          <span className="state">{filled(texts.signedIn, { name: <AsItIs text={worker} /> })}</span>
        </>
      )}
    </>
  );
}

/** Tells whether a battery ends soon. */
export function isLow({ report }: Pick<BoardEntry, 'report'>): boolean {
  return report?.battery !== undefined && report.battery <= LOW_BATTERY && !report.charging;
}

/** Makes the figure of what needs a person; `undefined` for 0. */
export function personFigure(many: number, texts: FloorWords): ReactElement | undefined {
  return figure(many, 'said-wrong', texts.figures.person);
}

/** Makes the figure of what waits; `undefined` for 0. */
export function waitingFigure(many: number | undefined, texts: FloorWords): ReactElement | undefined {
  return figure(many, 'said-repeat', texts.figures.waiting);
}

/** Makes the figure of the calls to check; `undefined` for 0. */
export function toCheckFigure(many: number, texts: FloorWords): ReactElement | undefined {
  return figure(many, 'said-repeat', texts.figures.toCheck);
}

/** Makes a figure, and its word for where no column has it; `undefined` for 0. */
function figure(many = 0, said: string, word: FloorWords['figures']['person']): ReactElement | undefined {
  if (many === 0) return undefined;
  return (
    <>
      <strong className={`check ${said}`}>{many}</strong>
      <span className="word"> {word({ many })}</span>
    </>
  );
}

/** Says how long ago a time was, in the largest unit. A time to come, by another gateway's clock, is now. */
export function agoIn({ texts, now }: FloorView, at: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  const { ages } = texts;
  if (seconds < 60) return ages.seconds({ seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return ages.minutes({ minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ages.hours({ hours }) : ages.days({ days: Math.floor(hours / 24) });
}
