import { createHash } from 'node:crypto';
import type { NetFault, NetMode } from './proxy.ts';
import { type Random, randomOf } from '#e2e/rig/random.ts';
import type { ServiceFault } from './upstream.ts';

/** Trouble that lasts for some scans, and is over then. */
export type Spell =
  | `net-${NetMode}`
  | 'service-away'
  | 'gateway-down'
  | 'tab-frozen'
  | 'clock-jump'
  | 'quota'
  | 'worker-drains';

/** Trouble of one moment, between two scans. */
export type Blow =
  | NetFault
  | ServiceFault
  | 'gateway-killed'
  | 'browser-killed'
  | 'browser-killed-mid-scan'
  | 'tab-crashed'
  | 'tab-closed'
  | 'tab-reloaded'
  | 'storage-killed'
  | 'database-closed'
  | 'app-updated';

export type FaultKind = Spell | Blow;

/** One delivery and one shelf, scanned one after the other. */
export interface ScanStep {
  readonly tab: 0 | 1;
  /** Deliveries to go back for this one: the same lane again. Absent: a new one. */
  readonly again?: number;
  /** `true`: the next scan follows without waiting for this one's cue. */
  readonly hurried: boolean;
}

export interface BlowStep {
  readonly kind: Blow;
  /** Before which scan of the round. */
  readonly before: number;
  /** From 0 to 1: where inside a phase, or how much. */
  readonly part: number;
}

/** Some scans, with what is done to everything meanwhile. */
export interface Round {
  readonly scans: readonly ScanStep[];
  readonly spell?: {
    readonly kind: Spell;
    readonly from: number;
    /** The scan before which it ends; the number of scans: after the last. */
    readonly until: number;
    /** Milliseconds that it lasts at least. */
    readonly lastsMs: number;
    /** From 0 to 1, as in `BlowStep`. */
    readonly part: number;
    readonly tab: 0 | 1;
  };
  readonly blows: readonly BlowStep[];
  /** `true`: a person looks at what nobody knows, after the round. */
  readonly person: boolean;
  /** `true`: the tabs opened from here on each have a drain lock of their own, as if it had been stolen. */
  readonly splitLocks: boolean;
}

const spells: Readonly<Record<Spell | 'none', number>> = {
  none: 22,
  'net-refused': 6,
  'net-reset': 5,
  'net-black-hole': 5,
  'net-portal': 5,
  'net-redirect': 3,
  'net-stalls': 8,
  'net-replies-withheld': 6,
  'service-away': 6,
  'gateway-down': 10,
  'tab-frozen': 6,
  'clock-jump': 8,
  quota: 5,
  'worker-drains': 4,
};

const blows: Readonly<Record<Blow, number>> = {
  'service-resets-connect': 3,
  'service-resets-half-read': 3,
  'service-html-instead': 2,
  'service-503': 2,
  'service-no-method': 1,
  'service-late': 3,
  'service-too-late': 1,
  'service-closes-after': 3,
  'service-resets-after': 3,
  'service-headers-only': 2,
  'service-half-body': 3,
  'service-truncated': 2,
  'service-slow-reply': 4,
  'service-hangs-after': 1,
  'service-html-after': 2,
  'service-exception-after': 1,
  'service-missing-after': 1,
  'net-cut-before': 5,
  'net-cut-mid-request': 6,
  'net-cut-after-request': 8,
  'net-cut-reply-head': 6,
  'net-cut-reply-body': 6,
  'net-reply-hangs': 4,
  'net-portal-for-call': 3,
  'net-portal-after-call': 3,
  'net-redirect-for-call': 3,
  'net-502-for-call': 3,
  'gateway-killed': 12,
  'browser-killed': 5,
  'browser-killed-mid-scan': 6,
  'tab-crashed': 5,
  'tab-closed': 3,
  'tab-reloaded': 3,
  'storage-killed': 3,
  'database-closed': 4,
  'app-updated': 1,
};

export interface Plan {
  /** The next round. */
  next(): Round;
  /** Over all rounds so far: equal digests are equal plans. */
  digest(): string;
}

/** Everything that happens in a run, decided by its seed and measured in scans. */
export function planOf(seed: number): Plan {
  const random = randomOf(seed);
  const hash = createHash('sha256');
  return {
    next() {
      const round = roundOf(random);
      hash.update(JSON.stringify(round));
      return round;
    },
    digest: () => hash.copy().digest('hex').slice(0, 12),
  };
}

function roundOf(random: Random): Round {
  const scans = Array.from({ length: random.whole(8, 22) }, (): ScanStep => {
    const again = random.chance(0.18) ? random.whole(1, 8) : undefined;
    return { tab: random.chance(0.5) ? 1 : 0, hurried: random.chance(0.75), ...(again !== undefined && { again }) };
  });
  const count = scans.length;
  const kind = random.weighted(spells);
  const from = random.whole(0, 3);
  const spell = {
    from,
    until: random.whole(from + 1, count),
    lastsMs: random.chance(0.3) ? random.whole(300, 1_200) : random.whole(0, 300),
    part: random.next(),
    tab: random.chance(0.5) ? 1 : 0,
  } as const;
  return {
    scans,
    ...(kind !== 'none' && { spell: { kind, ...spell } }),
    blows: Array.from({ length: random.whole(0, 3) }, () => ({
      kind: random.weighted(blows),
      before: random.whole(0, count),
      part: random.next(),
    })),
    person: random.chance(0.12),
    splitLocks: random.chance(0.3),
  };
}
