import type { ReactNode } from 'react';
import { devicePlace, pathOfPage } from '#office/pages/page.ts';
import { ButtonLink, FormInput, PostForm, Time, filled } from '#office/pages/parts.tsx';
import type { BoardEntry } from './board.ts';
import { type EntryProps, HoldPart, handheldName } from './checkOut.tsx';
import { type EntryInView, floorCells, personFigure } from './floorCells.tsx';

const FLOOR = pathOfPage('floor');

/** The lines of a handheld's page. */
const factNames = [
  'person',
  'waiting',
  'toCheck',
  'oldest',
  'paused',
  'seen',
  'told',
  'who',
  'battery',
  'kept',
  'app',
  'warehouse',
] as const;

/** The changes of a handheld that are offered to whoever looks, and the sentences beside. */
export interface HandheldView {
  readonly rename: boolean;
  readonly hold: boolean;
  /** All of the floor: whoever has this one may have others. */
  readonly all?: readonly BoardEntry[];
  /** The ledger has answers of it that are read as refused. */
  readonly hasRefused?: boolean | undefined;
  /** A name that was not taken, to be mended. */
  readonly typedName?: string | undefined;
  readonly isRenamed?: boolean;
}

/** The page of one handheld: its last word, with where what it says is settled, and what whoever looks may change of it. */
export function HandheldPage({ entry, view, more }: EntryInView & { readonly more: HandheldView }) {
  const { texts } = view;
  const { rename, hold, all = [], typedName, isRenamed, hasRefused } = more;
  const name = handheldName(entry, texts);
  return (
    <>
      {isRenamed && (
        <p className="note said-saved" role="status">
          {texts.renamed({ name })}
        </p>
      )}
      <p className="headline" translate="no">
        {name}
      </p>
      {hold && <HoldPart entry={entry} all={all} texts={texts} />}
      <Facts entry={entry} view={view} hasRefused={hasRefused} />
      {entry.toldAt !== 0 && <p className="hint">{filled(texts.toldAt, { when: <Time at={entry.toldAt} /> })}</p>}
      {rename && <RenamePart entry={entry} texts={texts} typedName={typedName} />}
      <p>
        <ButtonLink to={FLOOR}>{texts.back}</ButtonLink>
      </p>
    </>
  );
}

/** The lines of its last word; one that says nothing is left out. */
function Facts({ entry, view, hasRefused = false }: EntryInView & Pick<HandheldView, 'hasRefused'>) {
  const { texts } = view;
  const { report, person } = entry;
  const cells = { ...floorCells, person: () => personFigure(person, texts) };
  const help: Readonly<Partial<Record<(typeof factNames)[number], ReactNode>>> = {
    person: <PersonHelp entry={entry} texts={texts} hasRefused={hasRefused} />,
    paused: report?.paused && <p className="hint">{texts.pauseHelp[report.paused]}</p>,
  };
  const isSaid = (column: (typeof factNames)[number]): boolean =>
    cells[column](entry, view) !== undefined || (column === 'person' && isDecided(entry));
  return (
    <table className="facts brief">
      <tbody>
        {factNames.filter(isSaid).map((column) => (
          <tr key={column}>
            <th scope="row">{texts.columns[column]}</th>
            <td>
              {cells[column](entry, view)}
              {help[column]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The form that renames a handheld, and the way to where it is revoked. */
function RenamePart({ entry: { id, name, device }, texts, typedName }: EntryProps & Pick<HandheldView, 'typedName'>) {
  return (
    <>
      <details className="panel" open={typedName !== undefined}>
        <summary className="button">{texts.rename}</summary>
        <PostForm action={`${FLOOR}/rename`} hidden={{ id }}>
          <FormInput
            caption={texts.columns.name}
            name="name"
            value={typedName ?? name}
            maxLength={60}
            required
            autoComplete="off"
          />
          <button className="button button-primary">{texts.doRename}</button>
        </PostForm>
      </details>
      {device !== 0 && (
        <p>
          <ButtonLink to={devicePlace(device)}>{texts.toDevices}</ButtonLink>
        </p>
      )}
    </>
  );
}

/** Tells whether the desk has decided since the handheld said that something needs a person. */
function isDecided({ report, isDecidedSince }: BoardEntry): boolean {
  return (report?.person ?? 0) > 0 && isDecidedSince;
}

/** Says where what needs a person is settled, and what the ledger has of it. */
function PersonHelp({ entry, texts, hasRefused }: EntryProps & { readonly hasRefused: boolean }) {
  const { device, person, toCheck } = entry;
  const query = new URLSearchParams({ asker: String(device), state: 'refused' }).toString();
  return (
    <>
      {person > 0 && (
        <p className="hint">
          {texts.personHelp}
          {toCheck > 0 && ` ${texts.checkThere}`}
          {hasRefused && (
            <>
              {' '}
              <a href={`${pathOfPage('ledger')}?${query}`}>{texts.refusedThere}</a>
            </>
          )}
        </p>
      )}
      {isDecided(entry) && <p className="hint">{texts.decidedSince}</p>}
    </>
  );
}
