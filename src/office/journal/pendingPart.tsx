import type { ReactNode } from 'react';
import type { LedgerLine } from '#ledger/ledgerReader.ts';
import type { LedgerWords } from '#office/pages/pageWords.ts';
import { pathOfPage } from '#office/pages/page.ts';
import { AsItIs, PostForm } from '#office/pages/parts.tsx';

/** The path to which a decision of the desk is posted. */
export const DECIDE_PATH = `${pathOfPage('ledger')}/decide`;

/** A word of the desk that the ledger does not have yet. */
export interface ShownPending {
  /** Whoever said it. */
  readonly by: string;
  /** The seconds for which it can be undone still. */
  readonly seconds: number;
  /** Whoever looks has said it, and may undo it. */
  readonly isOwn: boolean;
}

/** The part of a page's knowledge with which it shows decisions of the desk. */
export interface PendingView {
  readonly texts: LedgerWords;
  /** Whoever looks may decide. */
  readonly mayDecide: boolean;
  /** The handheld whose calls alone are shown, as the address asks for it: a decision leads back to those. */
  readonly asker?: string | undefined;
  /** The words that can be undone still, by the keys of their calls. */
  readonly pending?: ReadonlyMap<string, ShownPending>;
  /** The key of the call of which something was said just now. */
  readonly saidKey?: string | undefined;
  /** It is the page of one call: what is said there leads back to it. */
  readonly isOne?: boolean;
}

/** Tells whether nobody knows of a call, and nobody has decided about it. */
export function isUndecided({ state, decided }: LedgerLine): boolean {
  return state === 'outcome-unknown' && !decided;
}

/** Returns the word that waits to be entered about a call; none once something else has settled it. */
export function pendingOf(line: LedgerLine, { pending }: Pick<PendingView, 'pending'>): ShownPending | undefined {
  return isUndecided(line) ? pending?.get(line.key) : undefined;
}

interface PendingProps {
  readonly line: LedgerLine;
  readonly pending: ShownPending;
  readonly view: PendingView;
}

/** Shows in the place of the buttons what was said of a call and by whom, as long as that can be undone. */
export function PendingPart({ line, pending, view }: PendingProps) {
  const { texts, isOne } = view;
  const isNoted = view.saidKey === line.key && !isOne; // the note above all has the rest
  return (
    <div className="pending" id={isNoted ? 'said' : undefined}>
      <p>
        <strong>{texts.wasSaid.done}</strong> · <AsItIs text={pending.by} />
      </p>
      {!isNoted && (
        <Undoable line={line} pending={pending} view={view}>
          {texts.pending.left({ seconds: pending.seconds })}
        </Undoable>
      )}
    </div>
  );
}

/** On a call's page: the word that can be undone still; nothing where there is none. */
export function PendingOfCall({ line, view }: Omit<PendingProps, 'pending'>) {
  const pending = pendingOf(line, view);
  return pending ? <PendingPart line={line} pending={pending} view={view} /> : null;
}

/** Shows what is said of a word as long as it can be undone, with the button for that where it is one's own. It goes with the time, without a script. */
export function Undoable({ line, pending, view, children }: PendingProps & { readonly children: ReactNode }) {
  const { asker, isOne, mayDecide, texts } = view;
  const back = { ...(isOne && { on: 'call' }), ...(asker !== undefined && { asker }) };
  return (
    <div className="ten-seconds">
      <p>{children}</p>
      {pending.isOwn && mayDecide && (
        <PostForm action={DECIDE_PATH} hidden={{ call: line.key, ...back }}>
          <button className="button" name="says" value="undo">
            {texts.pending.undo}
          </button>
        </PostForm>
      )}
    </div>
  );
}
