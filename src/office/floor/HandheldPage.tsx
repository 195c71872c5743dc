import { devicePlace, pathOfPage } from '#office/pages/page.ts';
import { ButtonLink, FormInput, PostForm, SideBySide, Time, filled } from '#office/pages/parts.tsx';
import type { BoardEntry } from './board.ts';
import { type EntryProps, HoldPart, handheldName } from './checkOut.tsx';
import { type EntryInView, NameInLedger, floorCells } from './floorCells.tsx';
import { DeskPart, type DeskView } from './deskPart.tsx';
import { TakeOffPart } from './takeOff.tsx';
import { Troubles, hasTroubles } from './troubles.tsx';

const FLOOR = pathOfPage('floor');

/** The lines of a handheld's page; what else it says is always something to do. */
const factNames = ['waiting', 'oldest', 'seen', 'told', 'who', 'battery', 'app', 'warehouse'] as const;

/** The changes of a handheld that are offered to whoever looks, and the sentences beside. */
export interface HandheldView {
  readonly rename: boolean;
  readonly hold: boolean;
  readonly takeOff: boolean;
  /** All of the floor: whoever has this one may have others. */
  readonly all?: readonly BoardEntry[];
  /** The ledger has answers of it that are read as refused. */
  readonly hasRefused?: boolean | undefined;
  /** The desk's words to it; absent: whoever looks may not ask it for anything. */
  readonly desk?: DeskView | undefined;
  /** A name that was not taken, to be mended. */
  readonly typedName?: string | undefined;
  readonly isRenamed?: boolean;
}

/** The page of one handheld: what is wrong and what to do about it, then its last word, and what whoever looks may change of it. */
export function HandheldPage({ entry, view, more }: EntryInView & { readonly more: HandheldView }) {
  const { texts } = view;
  const { rename, hold, takeOff, all = [], typedName, isRenamed, hasRefused, desk } = more;
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
      <NameInLedger entry={entry} view={view} />
      <SideBySide>
        <>
          <Troubles entry={entry} view={view} hasRefused={hasRefused} />
          {desk && <DeskPart entry={entry} texts={texts} view={desk} />}
          {takeOff && <TakeOffPart entry={entry} texts={texts} />}
          {hold && (entry.revokedAt === 0 || entry.holderName !== '') && (
            <HoldPart entry={entry} all={all} texts={texts} waits={hasTroubles({ entry, view })} />
          )}
        </>
        <>
          <Facts entry={entry} view={view} />
          {rename && <RenamePart entry={entry} texts={texts} typedName={typedName} />}
          <p>
            <ButtonLink to={FLOOR}>{texts.back}</ButtonLink>
          </p>
        </>
      </SideBySide>
    </>
  );
}

/** The lines of its last word; one that says nothing is left out. */
function Facts({ entry, view }: EntryInView) {
  const { texts } = view;
  return (
    <section>
      <h2>{texts.rest}</h2>
      <table className="facts brief">
        <tbody>
          {factNames
            .filter((column) => floorCells[column](entry, view) !== undefined)
            .map((column) => (
              <tr key={column}>
                <th scope="row">{texts.columns[column]}</th>
                <td>{floorCells[column](entry, view)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {entry.toldAt !== 0 && <p className="hint">{filled(texts.toldAt, { when: <Time at={entry.toldAt} /> })}</p>}
    </section>
  );
}

/** The form that renames a handheld, and the way to where it is revoked; of a revoked one the way to where it is set up anew. */
function RenamePart({
  entry: { id, name, device, revokedAt },
  texts,
  typedName,
}: EntryProps & Pick<HandheldView, 'typedName'>) {
  if (revokedAt !== 0)
    return (
      <p>
        <ButtonLink to={pathOfPage('provision')}>{texts.setUpAnew}</ButtonLink>
      </p>
    );
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
