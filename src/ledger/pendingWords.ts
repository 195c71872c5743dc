import type { CallDecision } from '#contract/decision.ts';
import { jsonIn } from '#contract/json.ts';
import type { Ledger } from './ledger.ts';
import { sinceBoot } from './ledgerTime.ts';

/** Milliseconds for which the desk can undo a word: as long as a handheld can. */
export const DESK_UNDO_MS = 10_000;
/** Milliseconds between two looks for what another gateway, or the one of before, has left to enter. */
const LOOK_EVERY_MS = 2_000;
/** The beginning of the names under which they lie beside the ledger's own texts, where gateways of before pass them over. */
const NAME = 'pending-word ';

function statements(table: (name: string) => string) {
  const meta = table('meta');
  return {
    add: `insert into ${meta} (name, value) values ($1, $2) on conflict (name) do nothing`,
    all: `select name, value from ${meta} where name like '${NAME}%'`,
    one: `select name, value from ${meta} where name = $1`,
    begin: `update ${meta} set value = $3 where name = $1 and value = $2`,
    remove: `delete from ${meta} where name = $1 and value = $2`,
  };
}

/** A word of the desk that can be undone still: the ledger does not have it yet. */
export interface PendingWord<Teller = unknown> extends Pick<
  CallDecision,
  'id' | 'key' | 'says' | 'version' | 'by' | 'why'
> {
  /** Whoever said it, as the audit trail names them. */
  readonly teller: Teller;
}

/** A pending word as it lies beside the ledger. */
interface KeptWord<Teller> {
  readonly name: string;
  /** The value that lies there: whoever changes it must have seen this one. */
  readonly value: string;
  readonly word: PendingWord<Teller>;
  /** Tells two words apart that one person said of one call. */
  readonly nonce: string;
  /** A gateway enters it, or died as it did: it cannot be undone any more. */
  readonly isEntering: boolean;
}

export interface PendingWordsPorts<Teller> {
  readonly ledger: Pick<Ledger, 'beside' | 'decide' | 'now'>;
  /** Called once for each word that was entered. @param holds - the word counts: nothing settled the call before it. */
  readonly onEntered: (word: PendingWord<Teller>, holds: boolean) => Promise<void>;
  /** Told of what cannot be done now, and is tried again. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds for which a word can be undone. 0: it is entered at once. @defaultValue `DESK_UNDO_MS` */
  readonly undoMs?: number | undefined;
  /** Milliseconds of a clock that does not jump. @defaultValue `sinceBoot` */
  readonly monotonic?: (() => number) | undefined;
}

export type PendingWords<Teller = unknown> = ReturnType<typeof createPendingWords<Teller>>;

/**
 * Makes what keeps words of the desk on disk for as long as they can be undone, one for each call's key, and enters each into the ledger after that.
 * Every gateway of a ledger enters what lies there once it has known it for so long by a clock that does not jump: a gateway that died, or
 * whose clock is wrong, neither loses a word nor cuts the time to undo it. Entered twice it is one decision, by its id.
 */
export function createPendingWords<Teller>(ports: PendingWordsPorts<Teller>) {
  const { ledger, onEntered, onError, undoMs = DESK_UNDO_MS, monotonic = sinceBoot } = ports;
  const { run } = ledger.beside('pending', statements);
  /** Times at which each was seen first, by `monotonic`. */
  let seen = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  let looking: Promise<void> = Promise.resolve();
  let isOver = false;

  const idOf = ({ name, nonce }: KeptWord<Teller>): string => `${name} ${nonce}`;

  /** Reads all that lie there, and notes when each was seen first. */
  async function all(): Promise<readonly KeptWord<Teller>[]> {
    const words = (await run('all')).rows.flatMap((row) => wordIn<Teller>(row) ?? []);
    seen = new Map(words.map((word) => [idOf(word), seen.get(idOf(word)) ?? monotonic()]));
    return words;
  }

  const leftOf = (word: KeptWord<Teller>): number => Math.max(0, (seen.get(idOf(word)) ?? 0) + undoMs - monotonic());

  /** Enters a word, unless it was undone, or another gateway does. @returns whether it holds. */
  async function enter({ name, value, word, isEntering }: KeptWord<Teller>): Promise<boolean | undefined> {
    const begun = isEntering ? value : enteringValue(value);
    if (!isEntering && (await run('begin', name, value, begun)).count === 0) return undefined;
    const { teller: _teller, ...decision } = word;
    const { holds } = await ledger.decide(decision, ledger.now());
    if ((await run('remove', name, begun)).count > 0) await onEntered(word, holds);
    return holds;
  }

  /** Enters what is due. What cannot be done now the next look does. */
  async function enterDue(): Promise<void> {
    const words = await all().catch(onError);
    for (const word of words ?? []) if (leftOf(word) === 0) await enter(word).catch(onError);
  }

  /** Enters what is due, one look after the other. It never throws. */
  const look = (): Promise<void> => (looking = looking.then(() => (isOver ? undefined : enterDue())));

  const lookEvery = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  void look();

  function lookIn(ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void look();
    }, ms).unref();
    timers.add(timer);
  }

  const find = async (key: string): Promise<KeptWord<Teller> | undefined> => {
    const [row] = (await run('one', NAME + key)).rows;
    return row && wordIn<Teller>(row);
  };

  return {
    /**
     * Keeps a word until it is entered. It is on disk when this resolves.
     *
     * @returns `kept`; `taken`, with the word that lies there for its key already; where nothing can be undone whether it holds.
     */
    async say(
      word: PendingWord<Teller>,
    ): Promise<'kept' | { readonly taken: PendingWord<Teller> } | { readonly holds: boolean }> {
      const nonce = String(ledger.now());
      const value = JSON.stringify({ ...word, nonce });
      const name = NAME + word.key;
      for (;;) {
        if ((await run('add', name, value)).count > 0) break;
        const there = await find(word.key);
        if (there) return { taken: there.word };
      }
      const kept = { name, value, word, nonce, isEntering: false };
      if (undoMs === 0) return { holds: (await enter(kept)) ?? false };
      seen.set(idOf(kept), monotonic());
      lookIn(undoMs);
      return 'kept';
    },
    /** Undoes a word. @param id - of the word: another's stays. @returns `false`: it is entered, or there is none. */
    async undo(key: string, id: string): Promise<boolean> {
      const there = await find(key);
      if (!there || there.isEntering || there.word.id !== id) return false;
      return (await run('remove', there.name, there.value)).count > 0;
    },
    /** Lists the words that can be undone, by the keys of their calls, each with the milliseconds that are left. */
    async list(): Promise<ReadonlyMap<string, { readonly word: PendingWord<Teller>; readonly leftMs: number }>> {
      const words = await all();
      return new Map(words.map((kept) => [kept.word.key, { word: kept.word, leftMs: leftOf(kept) }]));
    },
    look,
    /** Ends it. What is not entered stays on disk, for the gateway that comes up. */
    async close(): Promise<void> {
      isOver = true;
      clearInterval(lookEvery);
      for (const timer of timers) clearTimeout(timer);
      await looking;
    },
  };
}

/** Reads a word that lies there; `undefined`: it is none that this version knows. */
function wordIn<Teller>(row: Readonly<Record<string, unknown>>): KeptWord<Teller> | undefined {
  const [name, value] = [String(row['name']), String(row['value'])];
  const read = jsonIn(value) as
    | (PendingWord<Teller> & { readonly nonce?: string; readonly isEntering?: true })
    | undefined;
  if (typeof read?.id !== 'string' || name !== NAME + read.key) return undefined;
  const { nonce = '', isEntering, ...word } = read;
  return { name, value, word, nonce, isEntering: isEntering === true };
}

function enteringValue(value: string): string {
  return JSON.stringify({ ...(jsonIn(value) as object), isEntering: true });
}
