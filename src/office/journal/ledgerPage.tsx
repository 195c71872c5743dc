import { KEY_PARAMETER } from '#contract/call.ts';
import { operationNames, operationOf, type OperationName } from '#contract/catalogue.ts';
import type { LedgerLine, LedgerPart, LedgerMistake } from '#ledger/ledgerReader.ts';
import { type LedgerWords, calledOf, enteredOf } from '#office/pages/pageWords.ts';
import { CallsTable, type LedgerView, SaidNote, UndoneNote, askerText } from './callTable.tsx';
import { KEEPS_CODES, type LedgerAsked, placeText } from './ledgerAsked.ts';
import { pendingOf } from './pendingPart.tsx';
import { MistakesPart, SettledNote } from './mistakesPart.tsx';
import { pathOfPage } from '#office/pages/page.ts';
import {
  ButtonLink,
  AsItIs,
  DayInput,
  FormChoice,
  FormInput,
  PostForm,
  ZoneInput,
  filled,
} from '#office/pages/parts.tsx';

const LEDGER = pathOfPage('ledger');

/** The calls that a page shows. */
export interface LedgerParts {
  readonly found: LedgerPart;
  /** Those that nobody has settled; absent in a search. */
  readonly open?: readonly LedgerLine[];
  /** There are more open ones. */
  readonly isMore?: boolean;
  /** The call that was decided just now: it keeps its place among the open ones. */
  readonly said?: LedgerLine | undefined;
  /** The call of which a word was undone just now. */
  readonly undone?: LedgerLine | undefined;
  /** The calls that were said to be a mistake, and that nobody has settled; absent in a search. */
  readonly mistakes?: readonly LedgerMistake[];
  /** There are more of them. */
  readonly isMoreMistakes?: boolean;
  /** The one of them that was settled just now. */
  readonly settled?: LedgerMistake | undefined;
  /** The search's own form led here, and stands open. */
  readonly isByForm?: boolean;
}

interface LedgerPageProps {
  readonly asked: LedgerAsked;
  readonly parts: LedgerParts;
  readonly view: LedgerView;
}

/** The list of calls: at first those that nobody has settled and the newest of all, in a search what it found. */
export function LedgerPage({ asked, parts, view }: LedgerPageProps) {
  const { found, open, said, undone, mistakes = [], isMoreMistakes = false, settled, isByForm = false } = parts;
  const { texts } = view;
  const head = asked.asker !== undefined && <HandheldHead asker={asked.asker} view={view} />;
  if (!open)
    return (
      <>
        {head}
        <FoundCalls title={texts.results} found={found} asked={asked} view={view} above={[]} />
        <BackToStart texts={texts} />
        <SearchForms asked={asked} view={view} isOpen={Object.keys(asked).length > 0} />
      </>
    );
  const above = open.length > 0 ? withSaid(open, said) : [];
  const isJustSaid = said !== undefined || undone !== undefined || settled !== undefined;
  return (
    <>
      <SaidNote line={said} view={view} />
      <UndoneNote line={undone} view={view} />
      <SettledNote mistake={settled} view={view} />
      {head}
      <MistakesPart mistakes={mistakes} isMore={isMoreMistakes} settled={settled} isJustSaid={isJustSaid} view={view} />
      <section className={isJustSaid ? 'panel just-said' : 'panel'}>
        <h2>{texts.unconfirmed}</h2>
        <CallsToCheck asked={asked} parts={parts} view={view} above={above} />
      </section>
      {asked.asker !== undefined && <BackToStart texts={texts} />}
      <SearchForms asked={asked} view={view} isOpen={isByForm} />
      <FoundCalls title={texts.journal} found={found} asked={asked} view={view} above={above} />
    </>
  );
}

/** Puts the call that was decided just now where it stood, so that no other takes its place under a finger. */
function withSaid(open: readonly LedgerLine[], said: LedgerLine | undefined): readonly LedgerLine[] {
  if (!said || open.some(({ key }) => key === said.key)) return open;
  const { receivedAt, key } = said;
  const at = open.findIndex(
    (line) => line.receivedAt < receivedAt || (line.receivedAt === receivedAt && line.key < key),
  );
  return open.toSpliced(at === -1 ? open.length : at, 0, said);
}

/** The columns of a call that nobody has settled. */
const OPEN_COLUMNS = ['operation', 'codes', 'asker', 'decide', 'worker', 'received', 'age', 'key', 'detail'] as const;

/** The calls that nobody has settled; where there is none of one handheld about which nothing was said, the way to the floor. */
function CallsToCheck({
  asked,
  parts: { open = [], isMore },
  view,
  above,
}: LedgerPageProps & { readonly above: readonly LedgerLine[] }) {
  const { texts } = view;
  const toFloor = asked.asker !== undefined && (
    <p>
      <ButtonLink to={pathOfPage('floor')} isPrimary>
        {texts.toFloor}
      </ButtonLink>
    </p>
  );
  if (open.length === 0)
    return (
      <>
        <p>{texts.noneUnconfirmed}</p>
        {toFloor}
      </>
    );
  return (
    <>
      <details className="hint">
        <summary>{texts.unconfirmedHint}</summary>
        <p>{texts.decidingHint}</p>
      </details>
      {isMore && <p className="hint">{texts.newestOnly({ count: open.length })}</p>}
      <CallsTable columns={OPEN_COLUMNS} lines={above} view={view} />
      {open.every((line) => pendingOf(line, view)) && toFloor}
    </>
  );
}

/** Names the handheld whose calls alone are shown. */
function HandheldHead({ asker, view }: { readonly asker: string; readonly view: LedgerView }) {
  return (
    <p className="headline" translate="no">
      {askerText(asker, view)}
    </p>
  );
}

interface CodePageProps {
  readonly operation: OperationName;
  /** The values that were entered, by parameter, and the day with its zone. */
  readonly entered: Readonly<Record<string, string>>;
  /** Absent: nothing was looked for. */
  readonly found?: LedgerPart | undefined;
  readonly view: LedgerView;
}

/** The form in which all codes of one call are entered, with the calls that it found. */
export function CodePage({ operation, entered, found, view }: CodePageProps) {
  const { texts, language } = view;
  const fields = operationOf(operation).parameters.filter(([name]) => name !== KEY_PARAMETER);
  const { day = '', zone = '' } = entered;
  const codes = Object.fromEntries(fields.map(([name]) => [`in-${name}`, entered[name] ?? '']));
  return (
    <>
      {found && (
        <>
          <h2>{texts.results}</h2>
          <FoundTable found={found} view={view} />
          {found.next && (
            <PostForm action={LEDGER} hidden={{ by: operation, ...codes, day, zone, before: placeText(found.next) }}>
              <button className="button">{texts.older}</button>
            </PostForm>
          )}
        </>
      )}
      <h2>
        {texts.byCode}: {calledOf(operation, language) ?? operation}
      </h2>
      <p>{texts.byCodeHint}</p>
      <PostForm action={LEDGER} hidden={{ by: operation }}>
        <div className="fields">
          {fields.map(([name, type]) => (
            <FormInput
              caption={enteredOf(name, language)}
              name={`in-${name}`}
              inputMode={INPUT_MODES[type]}
              autoComplete="off"
              value={entered[name] ?? ''}
              key={name}
            />
          ))}
          <DayField caption={texts.dayBack} day={day} />
        </div>
        <button className="button button-primary">{texts.search}</button>
      </PostForm>
      <BackToStart texts={texts} />
    </>
  );
}

/** The keyboards by the type of a parameter. */
const INPUT_MODES = { string: undefined, int: 'numeric', decimal: 'decimal' } as const;

/** The field for a day. */
function DayField({ caption, day = '' }: { readonly caption: string; readonly day?: string | undefined }) {
  return (
    <>
      <DayInput caption={caption} name="day" day={day} />
      <ZoneInput />
    </>
  );
}

/** Returns the operations that can be searched for, by the workers' words: those in use, those of which there are calls, and the one that is asked for. */
function operationsIn({ language, off }: LedgerView, asked: string | undefined): Readonly<Record<string, string>> {
  const operations = operationNames.flatMap((name) => {
    const called = calledOf(name, language);
    const isOffered = called !== undefined && !off.has(name);
    return isOffered || name === asked ? [[name, called ?? name] as const] : [];
  });
  return Object.fromEntries(operations);
}

interface SearchFormsProps {
  readonly asked: LedgerAsked;
  readonly view: LedgerView;
  readonly isOpen: boolean;
}

/** The two searches: by what the ledger says of a call, and by all that was entered for it. */
export function SearchForms({ asked, view, isOpen }: SearchFormsProps) {
  const { texts, keepsCodes } = view;
  const operations = operationsIn(view, asked.operation);
  const text = (caption: string, name: 'code' | 'worker' | 'asker' | 'key') => (
    <FormInput caption={caption} name={name} autoComplete="off" maxLength={100} value={asked[name] ?? ''} />
  );
  const any = { none: texts.any };
  return (
    <>
      <details className="panel" open={isOpen}>
        <summary className="button">{texts.find}</summary>
        <form method="get" action={LEDGER}>
          <div className="fields">
            {keepsCodes && text(texts.code, 'code')}
            {text(texts.worker, 'worker')}
            {text(texts.asker, 'asker')}
            <FormChoice
              caption={texts.operation}
              name="operation"
              choices={operations}
              chosen={asked.operation}
              {...any}
            />
            <FormChoice caption={texts.state} name="state" choices={texts.states} chosen={asked.state} {...any} />
            <DayField caption={texts.day} day={asked.day} />
            {text(texts.key, 'key')}
          </div>
          {!keepsCodes && <p className="hint">{filled(texts.noCodes, { member: <AsItIs text={KEEPS_CODES} /> })}</p>}
          <button className="button button-primary">{texts.search}</button>
        </form>
      </details>
      <details className="panel">
        <summary className="button">{texts.byCode}</summary>
        <p>{texts.byCodeHint}</p>
        <form method="get" action={LEDGER}>
          <FormChoice caption={texts.choose} name="by" choices={operations} />
          <button className="button button-primary">{texts.next}</button>
        </form>
      </details>
    </>
  );
}

interface FoundCallsProps {
  readonly title: string;
  readonly found: LedgerPart;
  readonly asked: LedgerAsked;
  readonly view: LedgerView;
  /** The calls that stand above already. */
  readonly above: readonly LedgerLine[];
}

/**
 * The list of what was found and does not stand above already, with its title where there is any, and with the way to older calls and to
 * the files of all.
 */
function FoundCalls({ title, found, asked, view, above }: FoundCallsProps) {
  const { texts } = view;
  const addressOf = (path: string, more: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams({ ...asked, ...more }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const lines = found.lines.filter((line) => !above.some(({ key }) => key === line.key));
  return (
    <>
      {(lines.length > 0 || found.lines.length === 0) && (
        <>
          <h2>{title}</h2>
          <FoundTable found={{ ...found, lines }} view={view} />
        </>
      )}
      {found.next && (
        <p>
          <ButtonLink to={addressOf(LEDGER, { before: placeText(found.next) })}>{texts.older}</ButtonLink>
        </p>
      )}
      {found.lines.length > 0 && (
        <p>
          <ButtonLink to={addressOf(`${LEDGER}/csv`)}>{texts.csv}</ButtonLink>{' '}
          <ButtonLink to={addressOf(`${LEDGER}/lines`)}>{texts.jsonLines}</ButtonLink>
        </p>
      )}
    </>
  );
}

/** The columns of a call that was found. */
const FOUND_COLUMNS = ['operation', 'codes', 'state', 'asker', 'worker', 'received', 'took', 'key', 'detail'] as const;

/** The calls that were found, how many they are, and whether the search is at its end. */
function FoundTable({ found: { lines, next, isCut }, view }: Pick<FoundCallsProps, 'found' | 'view'>) {
  const { texts } = view;
  const many = lines.length;
  const cut = isCut && <p>{next ? texts.cut : texts.cutKeys}</p>;
  if (many === 0) return cut || <p>{texts.nothing}</p>;
  return (
    <>
      <p>{next || isCut ? texts.shownOfMore({ many }) : texts.shownAll({ many })}</p>
      <CallsTable columns={FOUND_COLUMNS} lines={lines} view={view} />
      {cut}
    </>
  );
}

/** The link to the first view. */
export function BackToStart({ texts }: { readonly texts: LedgerWords }) {
  return (
    <p>
      <ButtonLink to={LEDGER}>{texts.all}</ButtonLink>
    </p>
  );
}
