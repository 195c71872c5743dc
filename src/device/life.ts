import { COPIED, type Copied, type Rotation } from '#contract/rotation.ts';
import type { Keep } from '#device/vault.ts';

/** The ledger's time that a gateway told, Unix ms, and the ledger's epoch. */
export interface ToldTime {
  readonly epoch: string;
  readonly at: number;
}

/** The part of a hello that is looked at here. */
interface Heard {
  readonly epoch: string;
  readonly now: number;
  readonly copied?: Copied | undefined;
}

type Ask<H> = (rotation?: Rotation) => Promise<H | undefined>;

interface Kept extends Omit<Rotation, 'next'> {
  readonly told?: ToldTime | undefined;
}

export interface LifePorts {
  readonly keep: Keep & { note(name: string, value: unknown): Promise<void> };
  /** Absent where the browser has none: then nothing is rotated. */
  readonly locks: LockManager | undefined;
  readonly newId: () => string;
  /** Milliseconds since any moment; never set. */
  readonly monotonic: () => number;
  /** Unix ms. */
  readonly now: () => number;
  /** Marks what may still be sent; done before the hello is given, and so before anything is. */
  readonly markCopied: (copied: Copied) => Promise<void>;
  /** Told once it is kept for a person that there are surely two. */
  readonly onCopied?: () => void;
}

const NAME = 'life';
const LOCK = 'scanline-life';
const EVERY_MS = 60_000;
/** Another page that is at it has asked, or has given up, within this; a frozen one is not waited for. */
const WAIT_MS = 6_000;

export type Life = ReturnType<typeof createLife>;

/**
 * Notices that the storage was copied: each hello that is due takes a number along and its successor, which is on the disk
 * before. Whoever goes on from a copy brings a number back that is no more, or a successor of his own.
 *
 * It is due at the first hello of a page or worker, after one without an answer, and then at most each minute. Pages and the
 * worker do it one after the other.
 */
export function createLife({ keep, locks, newId, monotonic, now, markCopied, onCopied }: LifePorts) {
  let told: ToldTime | undefined;
  let storageId: string | undefined;
  let rotatedAt: number | undefined;
  /** A copy that was heard of and could not be noted yet. */
  let unnoted: Copied | undefined;

  /** Goes on to the next number. `undefined`: the storage takes none now. */
  async function next(): Promise<Rotation | undefined> {
    try {
      const kept = (await keep.read(NAME)) as Kept | undefined;
      told ??= kept?.told;
      const { id, count, number } = kept ?? { id: newId(), count: 0, number: short() };
      const taken = { id, count, number, next: short() };
      await note(taken);
      storageId = id;
      return taken;
    } catch {
      return undefined;
    }
  }

  const short = (): string => newId().slice(0, 8);
  const note = ({ id, count, next: number }: Rotation): Promise<void> => {
    const kept: Kept = { id, count: count + 1, number, ...(told && { told }) };
    return keep.note(NAME, kept);
  };

  async function settleCopied(): Promise<void> {
    if (!unnoted) return;
    await markCopied(unnoted);
    if (unnoted === 'surely') {
      await keep.write(COPIED, now());
      onCopied?.();
      await keep.write(NAME, undefined); // each of the two goes on as one of its own
      storageId = undefined;
    }
    unnoted = undefined;
  }

  async function rotate<H extends Heard>(ask: Ask<H>): Promise<H | undefined> {
    const taken = await next();
    const hello = await ask(taken);
    rotatedAt = hello && monotonic();
    if (!hello) return undefined;
    told = { epoch: hello.epoch, at: hello.now };
    unnoted ??= hello.copied;
    if (unnoted) await settleCopied();
    else if (taken) void note(taken).catch(() => undefined); // with the time: the next rotation brings it again
    return hello;
  }

  return {
    /** The last time that this handheld was told. */
    told: (): ToldTime | undefined => told,
    /** The name of this storage; absent before the first rotation. */
    storageId: (): string | undefined => storageId,
    /**
     * Asks the gateway, with a rotation where one is due. @param ask - sends the hello.
     * @throws where the calls of a copied storage cannot be marked: nothing may be sent before.
     */
    async hello<H extends Heard>(ask: Ask<H>): Promise<H | undefined> {
      await settleCopied();
      const isDue = rotatedAt === undefined || monotonic() - rotatedAt >= EVERY_MS;
      const rotated = isDue && locks ? await underLock(locks, () => rotate(ask)) : undefined;
      if (rotated) return rotated.gave;
      rotatedAt ??= monotonic();
      const hello = await ask();
      if (hello) told = { epoch: hello.epoch, at: hello.now };
      return hello;
    },
  };
}

/** Does it while no other page or worker does. `undefined`: one of them was at it for too long. */
async function underLock<T>(locks: LockManager, work: () => Promise<T>): Promise<{ readonly gave: T } | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), WAIT_MS);
  let begun: Promise<T> | undefined;
  await locks
    .request(LOCK, { signal: abort.signal }, async () => {
      clearTimeout(timer);
      begun = work();
      await begun;
    })
    .catch(() => undefined); // it did not get the lock; else what `begun` says
  return begun && { gave: await begun };
}
