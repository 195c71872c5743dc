/** A kill: the runs until then, the runs in the end, and the answers that the same key gets from then on, twice. */
interface Kill {
  readonly ranBefore: number;
  readonly ranAfter: number;
  readonly status: number;
  readonly replayed: readonly (string | null)[];
  readonly says: string;
}

const DONE = 'OK: done';
const STOPPED = 'The gateway stopped while the call was on its way.';

/** The kills by their moment. */
export const kills = {
  'before “dispatching” is written': {
    ranBefore: 0,
    ranAfter: 1,
    status: 200,
    replayed: [null, 'true'],
    says: DONE,
  },
  'after “dispatching” is on disk, before the first byte': {
    ranBefore: 0,
    ranAfter: 0,
    status: 504,
    replayed: [null, null],
    says: STOPPED,
  },
  'after the reply came, before “answered” is written': {
    ranBefore: 1,
    ranAfter: 1,
    status: 504,
    replayed: [null, null],
    says: STOPPED,
  },
  'after “answered” is on disk, before it is passed on': {
    ranBefore: 1,
    ranAfter: 1,
    status: 200,
    replayed: ['true', 'true'],
    says: DONE,
  },
} satisfies Record<string, Kill>;
