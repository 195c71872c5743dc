import { attempt } from '#contract/attempt.ts';
import { jsonIn } from '#contract/json.ts';
import { type Of, type SchemaOf, among, object, readBy, text, wholeNumber, yesOrNo } from '#contract/schema.ts';

/**
 * Reasons for which a handheld does not take a newer version that it has: the site leaves that to a tap, the hour of the site has not
 * come, something is begun, somebody is at work on it; or it did not start there, and the handheld went back to the one before.
 */
const UPDATE_WAITS = ['tap', 'hour', 'task', 'use', 'failed'] as const;

export type UpdateWaits = (typeof UPDATE_WAITS)[number];

const count: SchemaOf<number> = { ...wholeNumber, minimum: 0, maximum: 1_000_000 };
const matching = (pattern: string): SchemaOf<string> => ({ ...text, pattern });

/** The report in which a handheld tells the gateway how it stands. Source: docs/adr/2026-11-27-the-floor-at-a-glance.md. */
const reportSchema = object(
  {
    /** Names its storage, as a rotation does. */
    id: matching('^[0-9a-f-]{36}$'),
    /** Calls that go by themselves. */
    waiting: count,
    /** Calls and answers that want a person. */
    person: count,
    /** Those of them of which nobody knows whether they ran. Absent: an older handheld. */
    doubts: count,
    /** The ledger's time, Unix ms, of the hello after which it last heard of decisions: those of before are in these counts. */
    heard: { ...wholeNumber, minimum: 0, maximum: 1e15 },
    /** The number of the oldest open call, and the seconds for which it was seen open, by a clock that nobody sets. */
    oldest: { ...wholeNumber, minimum: 1, maximum: 1e15 },
    oldestS: { ...wholeNumber, minimum: 0, maximum: 1e8 },
    /** Reason for which nothing is sent. */
    paused: among(['on-hold', 'no-key', 'key-refused', 'not-enrolled']),
    version: matching('^[A-Za-z0-9._+-]{1,40}$'),
    /** Reason for which a newer version, which is ready there, is not taken yet. */
    update: among(UPDATE_WAITS),
    /** `false`: the browser may clear the storage. */
    kept: yesOrNo,
    /** Percent. */
    battery: { ...wholeNumber, minimum: 0, maximum: 100 },
    charging: yesOrNo,
    /** The warehouse's number. */
    warehouse: matching('^[0-9]{1,10}$'),
    /** The user id at work; only where the site says `floorShowsWorkers`. */
    worker: matching('^[^\\p{Cc}]{1,60}$'),
  },
  ['id', 'waiting', 'person'],
  { dependentRequired: { oldestS: ['oldest'] } },
);

export type HandheldReport = Of<typeof reportSchema>;

/** The longest that a report is in its header, in bytes. */
export const REPORT_BYTES = 1_000;

/** Writes a report for its header: JSON in ASCII, as a header takes nothing else. */
export function encodeReport(report: HandheldReport): string {
  return JSON.stringify(report).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Reads a report, with the members that are known here; `undefined` where it is none. */
export function decodeReport(value: string): HandheldReport | undefined {
  if (value.length > REPORT_BYTES) return undefined;
  return attempt(() => readBy(reportSchema, jsonIn(value), 'report'));
}
