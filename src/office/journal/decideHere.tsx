import { createHash } from 'node:crypto';
import { DECISION_TEXTS } from '#contract/decision.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { Mistakes } from '#ledger/mistakes.ts';
import { DESK_UNDO_MS, type PendingWords } from '#ledger/pendingWords.ts';
import { type Person, fullName } from '#http/rights/roles.ts';
import { pagePlace } from '#office/pages/page.ts';
import type { Doer } from '#office/people/audit.ts';
import type { Made } from '#office/people/personPages.ts';
import { CallPage } from './CallPage.tsx';
import { type LedgerAsking, callUnder } from './askedCall.ts';
import type { LedgerView } from './callTable.tsx';
import type { ShownPending } from './pendingPart.tsx';
import { KEPT_KEY } from './ledgerAsked.ts';
import { BackToStart } from './ledgerPage.tsx';
import { isSettleWord } from './mistakesPart.tsx';

const LEDGER = pagePlace('ledger');
const ONE = pagePlace('ledger', '/one');
/** The version of a call that nobody has decided: the desk decides no other, and comes late to those that are. */
const UNDECIDED = 0;

/** The parts of the ledger to which words of the desk go. */
export interface DecidingParts {
  readonly ledger: Pick<Ledger, 'decide' | 'now'>;
  /** The words that can be undone still. */
  readonly pending: Pick<PendingWords<Doer>, 'say' | 'undo' | 'list'>;
}

/** Lists the words that can be undone still, for whoever looks; none where they cannot be read. */
export async function shownPending(
  { list }: Pick<DecidingParts['pending'], 'list'>,
  person: Person,
): Promise<NonNullable<LedgerView['pending']>> {
  const words = await list().catch(() => undefined);
  return new Map(
    [...(words ?? [])].map(([key, { word, leftMs }]) => [
      key,
      { by: word.by, seconds: Math.ceil(leftMs / 1_000), isOwn: word.id === deskId(person, key, word.says) },
    ]),
  );
}

/**
 * Decides about a call, and leads back to where that was done; a word that came late is said to be that, on the call's page. One word of
 * one person is one decision, however often it is posted. That it was done ends the call: it can be undone for a while, in which nobody
 * else says anything else at a desk.
 */
export async function decideHere({ ledger, pending }: DecidingParts, asking: LedgerAsking): Promise<Made> {
  const { fields, person, note, reader, view } = asking;
  const { call: key = '', says, why = '' } = fields;
  const entry = KEPT_KEY.test(key) ? await reader.entry(key) : undefined;
  if (entry && says === 'undo') return undoHere(pending, key, asking);
  if (!entry || (says !== 'done' && says !== 'not-done')) {
    return { inside: <BackToStart texts={view.texts} />, problem: view.texts.unknownKey, status: 404 };
  }
  const word = { id: deskId(person, key, says), key, says, version: UNDECIDED, by: fullName(person) } as const;
  const reason = why.trim().slice(0, 500);
  const full = { ...word, ...(reason !== '' && { why: reason }) };
  const there = view.pending?.get(key);
  if (there && !(there.isOwn && says === 'done'))
    return refusedOn(key, view.texts.pending.taken(takenFacts(there)), asking);
  if (says === 'done' && entry.state === 'outcome-unknown' && !entry.decided) {
    const said = await pending.say({ ...full, teller: doerOf(person) });
    if (said !== 'kept' && 'taken' in said) {
      if (said.taken.id === word.id) return { to: backAfter(fields, key, 'said') };
      return refusedOn(key, view.texts.pending.taken({ name: said.taken.by, seconds: DESK_UNDO_MS / 1_000 }), asking);
    }
    await note('call-decided', `${key}: ${says}`);
    if (said === 'kept' || said.holds) return { to: backAfter(fields, key, 'said') };
    return refusedOn(key, view.texts.late, asking);
  }
  const isKept = (await reader.decisionsOf(key)).some(({ id }) => id === word.id);
  const { holds } = await ledger.decide(full, ledger.now());
  if (!isKept) await note('call-decided', `${key}: ${says}${holds ? '' : ', late'}`);
  return holds ? { to: backAfter(fields, key, 'said') } : refusedOn(key, view.texts.late, asking);
}

/** Undoes one's own word that a call was done, as long as the ledger does not have it. */
async function undoHere(pending: DecidingParts['pending'], key: string, asking: LedgerAsking): Promise<Made> {
  const { fields, person, note, view } = asking;
  if (!(await pending.undo(key, deskId(person, key, 'done'))))
    return refusedOn(key, view.texts.pending.tooLate, asking);
  await note('decision-undone', `${key}: done`);
  return { to: backAfter(fields, key, 'undone') };
}

/** Makes a call's page that says why a word about it is not taken. */
async function refusedOn(key: string, problem: string, asking: LedgerAsking): Promise<Made> {
  const call = await callUnder(key, asking);
  return { inside: call ? <CallPage call={call} view={asking.view} /> : <></>, problem, status: 409 };
}

function takenFacts({ by, seconds }: ShownPending): { readonly name: string; readonly seconds: number } {
  return { name: by, seconds };
}

/** Returns the one who said a word, as the audit trail keeps them. */
function doerOf({ name, account, address, source, session }: Person): Doer {
  return { name, account, address, source, session } as Doer;
}

/**
 * Settles that a call was a mistake, and leads back to where that was done. Nothing is sent: what is put right is put right on a handheld, or
 * in the service.
 */
export async function settleHere(mistakes: Mistakes, asking: LedgerAsking): Promise<Made> {
  const { fields, person, note, reader, view } = asking;
  const { call: key = '', says, why = '' } = fields;
  const mistake = KEPT_KEY.test(key) ? await reader.mistakeOf(key) : undefined;
  if (!mistake || !isSettleWord(says)) {
    return { inside: <BackToStart texts={view.texts} />, problem: view.texts.unknownKey, status: 404 };
  }
  const reason = why.trim().slice(0, DECISION_TEXTS.why);
  const word = { id: deskId(person, key, says), key, says, by: fullName(person) } as const;
  const said = await mistakes.say({ ...word, ...(reason !== '' && { why: reason }) });
  if (said) await note('call-decided', `${key}: ${says}${said.holds ? '' : ', late'}`);
  const now = await mistakes.stands(key);
  if (now?.is === says && now.by === word.by) return { to: backAfter(fields, key, 'settled') };
  return refusedOn(key, view.texts.late, asking);
}

/** Returns the id of one person's word about a key. No handheld can send one with a colon. */
function deskId({ account, name }: Person, key: string, says: string): string {
  const hash = createHash('sha256').update(JSON.stringify([account ?? name, key, says]));
  return `desk:${hash.digest('hex').slice(0, 32)}`;
}

/** Returns the address of the page on which a call was decided, which says that it was. @param as - the field that says so */
function backAfter({ on, asker }: LedgerAsking['fields'], key: string, as: 'said' | 'settled' | 'undone'): string {
  if (on === 'call') return `${ONE.path}?${new URLSearchParams({ key, [as]: key }).toString()}`;
  return `${LEDGER.path}?${new URLSearchParams({ ...(asker && { asker }), [as]: key }).toString()}#said`;
}
