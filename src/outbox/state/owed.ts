/**
 * The reasons for which a call wants a person: it goes no further by itself, nobody has looked at its bad answer, or its label
 * was fetched and not handed over.
 */
export const owedKinds = ['unconfirmed', 'asking', 'held', 'refused', 'unclear', 'label'] as const;

export type OwedKind = (typeof owedKinds)[number];

/** A call that wants a person, and whose it is. */
export interface Owed {
  readonly seq: number;
  readonly operator: string;
  readonly kind: OwedKind;
}

/** The keys of such calls by the reason, the oldest first. */
export type OwedKeys = Readonly<Record<OwedKind, readonly number[]>>;

export const nothingOwed: OwedKeys = { unconfirmed: [], asking: [], held: [], refused: [], unclear: [], label: [] };

/** Returns what is owed, with whose it is. @param operators - of the calls; one that is not among them is there no more */
export function owedOf(keys: OwedKeys, operators: ReadonlyMap<number, string>): readonly Owed[] {
  return owedKinds.flatMap((kind) =>
    keys[kind].flatMap((seq) => {
      const operator = operators.get(seq);
      const isOwedAlready = kind === 'label' && keys.unclear.includes(seq); // whoever looks at the answer sees the label
      return operator === undefined || isOwedAlready ? [] : [{ seq, operator, kind }];
    }),
  );
}

/** Tells whether a call is this worker's own; one of nobody is everybody's. Nobody clears another one's red unawares. */
export function isOwn(userId: string, { operator }: Pick<Owed, 'operator'>): boolean {
  return operator === userId || operator === '';
}

export interface OwedByWorker {
  /** The calls for whoever is at work. */
  readonly own: readonly Owed[];
  /** Those for other workers, one worker after the other. */
  readonly others: readonly { readonly operator: string; readonly owed: readonly Owed[] }[];
}

/**
 * Divides what is owed: the one rule for every count, list, greeting, signal and hand-over. What needs one worker is
 * told to another one with the name, and never as his own.
 */
export function owedTo(userId: string, owed: readonly Owed[]): OwedByWorker {
  const own = owed.filter((one) => isOwn(userId, one));
  const operators = [...new Set(owed.filter((one) => !isOwn(userId, one)).map(({ operator }) => operator))];
  return {
    own,
    others: operators.map((operator) => ({ operator, owed: owed.filter((one) => one.operator === operator) })),
  };
}

/** Returns the keys of what is owed for one of these reasons. */
export function seqsOf(owed: readonly Owed[], ...kinds: readonly OwedKind[]): readonly number[] {
  return owed.flatMap(({ seq, kind }) => (kinds.includes(kind) ? [seq] : []));
}
