import type { ReactElement, ReactNode } from 'react';
import { SCAN_FIELD_SCRIPT_PATH, pathOfPage } from '#office/pages/page.ts';
import type { PageWords } from '#office/pages/pageWords.ts';
import { AsItIs, FormInput, PostForm, Time, filled } from '#office/pages/parts.tsx';
import { type BoardEntry, type Holder, heldBy } from './board.ts';

export type FloorWords = PageWords['floor'];

const FLOOR = pathOfPage('floor');
/** The path to which it is posted that a handheld is given, or is back. */
export const HOLD_PATH = `${FLOOR}/hold`;

/** The script that gives a scan to the field that waits. Its place is beside a field with `data-scans`. */
export function ScanFieldScript() {
  return <script src={SCAN_FIELD_SCRIPT_PATH} defer />;
}

/** Returns the name of a handheld. */
export function handheldName({ name, id }: Pick<BoardEntry, 'name' | 'id'>, texts: FloorWords): string {
  return name === '' ? texts.unnamed({ id: id.slice(1, 6) }) : name;
}

/** A handheld, and the words that its part of a page is drawn with. */
export interface EntryProps {
  readonly entry: BoardEntry;
  readonly texts: FloorWords;
}

/** The way to a handheld's own page, by its name. */
export function LinkTo({ entry, texts }: EntryProps) {
  return (
    <a href={`${FLOOR}/one?id=${entry.id}`}>
      <strong translate="no">{handheldName(entry, texts)}</strong>
    </a>
  );
}

interface HoldFormProps {
  readonly entry: BoardEntry;
  readonly more?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** The form by which a handheld changes hands. It says who has it, so that one that is posted twice counts once. */
function HoldForm({ entry: { id, holder }, more = {}, children }: HoldFormProps) {
  return (
    <PostForm action={HOLD_PATH} hidden={{ id, was: holder, ...more }}>
      {children}
    </PostForm>
  );
}

/** The button by which a handheld is back, and what stands beside it. */
function BackForm({ entry, texts, children }: EntryProps & { readonly children?: ReactNode }) {
  return (
    <HoldForm entry={entry} more={{ back: '1' }}>
      {children}
      <button className="button button-primary">{texts.takeBack}</button>
    </HoldForm>
  );
}

interface HeldLinesProps {
  readonly name: ReactNode;
  readonly entries: readonly BoardEntry[];
  readonly texts: FloorWords;
  readonly mayHold: boolean;
}

/** Says who has handhelds, each with its button where whoever looks may take it back. */
function HeldLines({ name, entries, texts, mayHold }: HeldLinesProps) {
  return entries.map((entry, at) => {
    const handheld = <LinkTo entry={entry} texts={texts} />;
    const said = <p key={entry.id}>{filled(at === 0 ? texts.has : texts.hasToo, { name, handheld })}</p>;
    if (!mayHold) return said;
    return (
      <BackForm entry={entry} texts={texts} key={entry.id}>
        {said}
      </BackForm>
    );
  });
}

interface HeldNoteProps {
  readonly mood?: 'said-saved' | 'said-saved just-said' | 'said-repeat';
  readonly children: ReactNode;
}

function HeldNote({ mood = 'said-saved', children }: HeldNoteProps) {
  return (
    <div className={`note held ${mood}`} role="status">
      {children}
    </div>
  );
}

/** Says how a handheld stands that was given or came back just now, and what else its holder has. `undefined`: none is. */
export function changedNote(
  id: string,
  all: readonly BoardEntry[],
  texts: FloorWords,
  mayHold: boolean,
): ReactElement | undefined {
  const entry = all.find((one) => one.id === id);
  if (!entry) return undefined;
  if (entry.holderName === '')
    return (
      <HeldNote>
        <p>{filled(texts.isBack, { handheld: <LinkTo entry={entry} texts={texts} /> })}</p>
      </HeldNote>
    );
  const others = heldBy(all, entry.holder).filter((other) => other !== entry);
  const name = <AsItIs text={entry.holderName} />;
  return (
    <HeldNote mood="said-saved just-said">
      <HeldLines name={name} entries={[entry, ...others]} texts={texts} mayHold={mayHold} />
    </HeldNote>
  );
}

/**
 * Says which handhelds the person of a badge has; `undefined` where the text that was searched for is no badge, and finds something.
 *
 * @param holder - whom it means.
 * @param isFound - the board has something to show for it.
 */
export function badgeNote(
  { q, holder, isFound }: { readonly q: string; readonly holder: Holder | undefined; readonly isFound: boolean },
  all: readonly BoardEntry[],
  texts: FloorWords,
  mayHold: boolean,
): ReactElement | undefined {
  const has = holder ? heldBy(all, holder.userId) : [];
  if (holder && has.length > 0)
    return (
      <HeldNote>
        <HeldLines name={<NameAndBadge holder={holder} q={q} />} entries={has} texts={texts} mayHold={mayHold} />
      </HeldNote>
    );
  if (isFound && !holder?.byBadge) return undefined;
  return (
    <HeldNote mood="said-repeat">
      <p>{filled(texts.nobodyHas, { badge: <Badge text={q} /> })}</p>
    </HeldNote>
  );
}

function Badge({ text }: { readonly text: string }) {
  return (
    <span className="badge" translate="no">
      {text}
    </span>
  );
}

/** Names the person of a badge, and the badge where it is not their name. */
function NameAndBadge({ holder, q }: { readonly holder: Holder; readonly q: string }) {
  if (holder.name === q) return <Badge text={q} />;
  return (
    <>
      <AsItIs text={holder.name} /> <Badge text={`(${q})`} />
    </>
  );
}

interface HoldPartProps extends EntryProps {
  /** All of the floor: whoever has this one may have others. */
  readonly all: readonly BoardEntry[];
  /** `true`: something to be read stands over the field, to which the page does not scroll. */
  readonly waits?: boolean;
}

/** The part of a handheld's page by which it changes hands: by a badge, which is scanned or typed, or by a button. A revoked one comes back, and goes to nobody. */
export function HoldPart({ entry, all, texts, waits = false }: HoldPartProps) {
  const { holder, holderName, heldAt, revokedAt } = entry;
  const isHeld = holderName !== '';
  const name = <strong translate="no">{holderName}</strong>;
  const others = heldBy(all, holder).filter((other) => other !== entry);
  return (
    <section className="panel">
      {isHeld && (
        <>
          <p>{filled(texts.heldSince, { name, when: <Time at={heldAt} /> })}</p>
          {others.map((other) => (
            <p key={other.id}>{filled(texts.hasToo, { name, handheld: <LinkTo entry={other} texts={texts} /> })}</p>
          ))}
          <BackForm entry={entry} texts={texts} />
        </>
      )}
      {revokedAt === 0 && (
        <HoldForm entry={entry}>
          <FormInput
            caption={isHeld ? texts.badgeAgain : texts.badge}
            name="badge"
            required
            maxLength={200}
            autoComplete="off"
            autoFocus={!waits}
            data-scans
          />
          <button className={isHeld ? 'button' : 'button button-primary'}>
            {isHeld ? texts.handOn : texts.checkOut}
          </button>
        </HoldForm>
      )}
      {revokedAt === 0 && <ScanFieldScript />}
    </section>
  );
}
