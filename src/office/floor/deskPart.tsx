import { type PagePlace, Refused, pagePlace, pathOfPage } from '#office/pages/page.ts';
import { AsItIs, ButtonLink, FormChoice, FormInput, PostForm, Time, filled } from '#office/pages/parts.tsx';
import type { AuditAction } from '#office/people/audit.ts';
import type { Asking, PersonPages } from '#office/people/personPages.ts';
import type { HandheldsDesk } from '#office/ports/gatewayPorts.ts';
import type { ReactElement } from 'react';
import type { LedgerLine, LedgerReader } from '#ledger/ledgerReader.ts';
import { oneLine } from '#http/tidied.ts';
import type { BoardEntry } from './board.ts';
import { type FloorWords, type EntryProps, handheldName } from './checkOut.tsx';

const FLOOR = pagePlace('floor');
/** The path to which it is posted what the desk asks of one handheld. */
export const ASK_PATH = `${pathOfPage('floor')}/ask`;
const ASK: PagePlace = { ...FLOOR, path: ASK_PATH };

const MINUTE_MS = 60_000;
/** Minutes for which a handheld can be held: a word, a check, a shift. */
const MINUTES = [15, 60, 240, 480];
const LONGEST_WHY = 120;
const LONGEST_BY = 60;
/** The calls that need a person that are listed on the page itself. */
const MOST_NEEDS = 10;

/** All that the page of a handheld shows of the desk: what stands, the last report, and which calls need a person. */
export interface DeskView {
  readonly standing: Awaited<ReturnType<HandheldsDesk['standing']>>;
  readonly report: Awaited<ReturnType<HandheldsDesk['reportOf']>>;
  readonly needs: readonly LedgerLine[];
}

/** Reads what the page shows of a handheld. @throws where the ledger is away */
export async function deskViewOf(
  { id, device }: BoardEntry,
  desk: HandheldsDesk,
  reader: Pick<LedgerReader, 'unconfirmed'>,
): Promise<DeskView> {
  const [standing, report, needs] = await Promise.all([
    desk.standing(id),
    desk.reportOf(id),
    device === 0 ? [] : reader.unconfirmed(MOST_NEEDS, [String(device)]),
  ]);
  return { standing, report, needs };
}

interface DeskPartProps extends EntryProps {
  readonly view: DeskView;
}

/** The part of a handheld's page by which a supervisor asks something of it from the desk. */
export function DeskPart({ entry, texts, view }: DeskPartProps) {
  const { standing, report } = view;
  return (
    <section className="panel asks">
      <h2>{texts.desk}</h2>
      <p className="hint">{texts.deskHint}</p>
      <Needs entry={entry} texts={texts} needs={view.needs} />
      <AskForm entry={entry} what="send" says={texts.askSend} />
      {standing.send && (
        <p role="status">
          {filled(texts.sendAsked, { when: <Time at={standing.send.at} />, name: <AsItIs text={standing.send.by} /> })}
        </p>
      )}
      <AskForm entry={entry} what="report" says={texts.askReport} />
      <p className="hint">{texts.reportHint}</p>
      {standing.report && (
        <p role="status">
          {filled(texts.reportAsked, {
            when: <Time at={standing.report.at} />,
            name: <AsItIs text={standing.report.by} />,
          })}
        </p>
      )}
      {report && (
        <details>
          <summary className="button">
            <span>
              {filled(texts.reportCame, { when: <Time at={report.at} />, name: <AsItIs text={report.by} /> })}
            </span>
          </summary>
          <pre translate="no">{report.text}</pre>
        </details>
      )}
      <HoldForms entry={entry} texts={texts} standing={standing} />
    </section>
  );
}

/** Lists the calls of a handheld that need a person, as far as the ledger has them, each with the way to its page. */
function Needs({ entry, texts, needs }: EntryProps & Pick<DeskView, 'needs'>) {
  if (entry.person === 0 && needs.length === 0) return null;
  return (
    <>
      <h3>{texts.needsTitle}</h3>
      {needs.length === 0 && <p>{texts.needsNone}</p>}
      {needs.map(({ key, operation, receivedAt }) => (
        <p key={key}>
          <ButtonLink to={`${pathOfPage('ledger')}/one?key=${encodeURIComponent(key)}`}>
            <span translate="no">{operation}</span> <Time at={receivedAt} />
          </ButtonLink>
        </p>
      ))}
      {entry.toCheck > needs.length && (
        <p>
          <ButtonLink to={`${pathOfPage('ledger')}?asker=${entry.device}`}>{texts.needsMore}</ButtonLink>
        </p>
      )}
    </>
  );
}

interface AskFormProps {
  readonly entry: BoardEntry;
  readonly what: 'send' | 'report' | 'end';
  readonly says: string;
}

function AskForm({ entry: { id }, what, says }: AskFormProps) {
  return (
    <PostForm action={ASK_PATH} hidden={{ id, what }}>
      <button className="button">{says}</button>
    </PostForm>
  );
}

/** Says that a handheld is held, with the button that ends it; else the form that holds it. */
function HoldForms({ entry, texts, standing: { hold } }: EntryProps & Pick<DeskView, 'standing'>) {
  if (hold)
    return (
      <>
        <p>
          {filled(texts.heldByDesk, {
            name: <AsItIs text={hold.by} />,
            until: <Time at={hold.until} />,
            why: <AsItIs text={hold.why} />,
          })}
        </p>
        <AskForm entry={entry} what="end" says={texts.endDeskHold} />
      </>
    );
  const choices = Object.fromEntries(MINUTES.map((minutes) => [minutes, texts.holdMinutes({ minutes })]));
  return (
    <details>
      <summary className="button">{texts.deskHold}</summary>
      <p>{texts.holdHint}</p>
      <PostForm action={ASK_PATH} hidden={{ id: entry.id, what: 'hold' }}>
        <FormInput caption={texts.holdWhy} name="why" maxLength={LONGEST_WHY} required autoComplete="off" />
        <FormChoice caption={texts.holdFor} name="minutes" choices={choices} chosen={String(MINUTES[0])} />
        <button className="button button-primary">{texts.doDeskHold}</button>
      </PostForm>
    </details>
  );
}

interface AskParts {
  readonly desk: HandheldsDesk;
  readonly entryOf: (fields: Asking['fields']) => Promise<BoardEntry | undefined>;
  /** Makes the page of one handheld. */
  readonly one: (asking: Asking) => Promise<{ readonly inside: ReactElement }>;
}

/** Adds the form by which the desk asks something of one handheld. Each is kept in the audit trail. */
export function addAsk(pages: PersonPages, { desk, entryOf, one }: AskParts): void {
  pages.form(
    ASK,
    async ({ note, facts, fields, person }) => {
      const { floor: texts } = facts.words;
      const entry = await entryOf(fields);
      if (!entry) throw new Refused(texts.unknown);
      const by = oneLine(person.name, LONGEST_BY);
      const did = await ask(desk, entry.id, by, fields, texts);
      if (did) {
        const more = did.why === undefined ? '' : `: ${did.why}`;
        await note(did.action, `${entry.id}: ${handheldName(entry, texts)}${more}`, { handheld: entry.id });
      }
      return { to: `${FLOOR.path}/one?id=${entry.id}` };
    },
    async (asking) => (await one(asking)).inside,
  );
}

/** Asks what was posted. @returns what was done; `undefined`: it was nothing that is known. @throws Refused where it has no reason. */
async function ask(
  desk: HandheldsDesk,
  row: string,
  by: string,
  { what = '', why: said = '', minutes }: Asking['fields'],
  texts: FloorWords,
): Promise<{ readonly action: AuditAction; readonly why?: string } | undefined> {
  switch (what) {
    case 'send':
      await desk.askSend(row, by);
      return { action: 'handheld-send-asked' };
    case 'report':
      await desk.askReport(row, by);
      return { action: 'handheld-report-asked' };
    case 'end':
      await desk.endHold(row);
      return { action: 'handheld-hold-ended' };
    case 'hold': {
      const why = oneLine(said, LONGEST_WHY).trim();
      if (why === '') throw new Refused(texts.whyNeeded);
      const many = MINUTES.find((one) => String(one) === minutes) ?? 15;
      await desk.hold(row, by, /\p{P}$/u.test(why) ? why : `${why}.`, many * MINUTE_MS);
      return { action: 'handheld-held', why: `${many} min, ${why}` };
    }
    default:
      return undefined;
  }
}
