import { type Delivery, type ScannerCode, type Stream, scannerCode } from './scannerInput.ts';
import { GS, LITERAL_ENDING } from '#scan/normalise.ts';
import { NONE_IDLE_MS, type WedgeProfile, defaultWedgeProfile } from '#scan/wedge/profile.ts';
import { BURST_SHARE } from '#scan/wedge/tempo.ts';
import { type Alteration, testTexts } from './layouts.ts';
import { separatorCode } from './testCode.ts';

/** Scans of the test code that have to say the same. */
export const SCANS = 3;

/** One thing that was found out about the scanner. Data: sentences and settings are the screen's. */
export type Finding =
  | { readonly kind: 'delivery'; readonly by: Delivery | 'two' }
  /** Milliseconds between two characters. */
  | { readonly kind: 'pace'; readonly medianMs: number; readonly longestMs: number }
  | { readonly kind: 'ending'; readonly endings: readonly ('enter' | 'tab')[] }
  | { readonly kind: 'literal-ending'; readonly text: string }
  | { readonly kind: 'prefix' | 'suffix' | 'identifier'; readonly text: string }
  | { readonly kind: 'doubled' }
  | Alteration;

/** The fate of the GS1 separator on its way. `typed`: as a name in brackets, which is understood. */
export type SeparatorFinding =
  | { readonly kind: 'kept' | 'lost' }
  | { readonly kind: 'typed' | 'changed'; readonly text: string };

/** The result of the scans so far: more are needed, they do not fit, or the scanner is known. */
export type Lesson =
  | { readonly kind: 'more'; readonly left: number }
  /** A scan was of another code, or is altered in a way that is not known. */
  | { readonly kind: 'other-code'; readonly text: string }
  | { readonly kind: 'different' }
  | { readonly kind: 'learned'; readonly profile: WedgeProfile; readonly findings: readonly Finding[] };

/** The test code as it came, parted from what the scanner put around it. */
interface Reading {
  readonly prefix: string;
  readonly suffix: string;
  readonly identifier: string;
  readonly literal: string;
  readonly alteration: Alteration | undefined;
  readonly isDoubled: boolean;
}

const IDENTIFIER = /\][A-Za-z][0-9A-Za-z]/u;
const CONTROLS = /[\u0000-\u001f\u007f]/gu;
/** A scanner is allowed gaps so much longer than its longest one. */
const SLACK = 1.25;
const LONGEST_GAP_MS = 500;

/** Learns from three scans of the test code how the scanner that made them types, and the profile it should have. */
export function learn(streams: readonly Stream[]): Lesson {
  const found: { heard: ScannerCode; reading: Reading }[] = [];
  for (const stream of streams) {
    const heard = scannerCode(stream);
    const reading = heard && readingOf(heard.body);
    if (!heard || !reading) return { kind: 'other-code', text: heard?.body ?? '' };
    found.push({ heard, reading });
  }
  const [first] = found;
  if (!first || found.length < SCANS) return { kind: 'more', left: SCANS - found.length };
  const same = new Set(
    found.map(({ heard: { endings, deliveries }, reading }) => JSON.stringify([endings, deliveries, reading])),
  );
  if (same.size > 1) return { kind: 'different' };
  const gaps = found.flatMap(({ heard }) => heard.gaps).sort((a, b) => a - b);
  return {
    kind: 'learned',
    profile: profileOf(first.heard, first.reading, gaps),
    findings: findingsOf(first.heard, first.reading, gaps),
  };
}

/** Learns from a scan of the GS1 code what became of the separator. @returns `undefined` for another code. */
export function learnSeparator(stream: Stream): SeparatorFinding | undefined {
  const body = scannerCode(stream)?.body ?? '';
  const [head = '', tail = ''] = separatorCode.text.split(GS);
  // Letters in the other case are no matter here.
  const at = body.toUpperCase().indexOf(head.toUpperCase());
  const rest = body.slice(at + head.length);
  const end = rest.indexOf(tail);
  if (at < 0 || end < 0) return undefined;
  const text = rest.slice(0, end);
  if (text === GS) return { kind: 'kept' };
  if (text === '') return { kind: 'lost' };
  return { kind: text === '<GS>' || text === '{GS}' ? 'typed' : 'changed', text };
}

function readingOf(body: string): Reading | undefined {
  const known = testTexts.find(([text]) => body.includes(text));
  if (!known) return undefined;
  const [text, alteration] = known;
  const [before, after] = [body.slice(0, body.indexOf(text)), body.slice(body.lastIndexOf(text) + text.length)];
  const identifier = IDENTIFIER.exec(before)?.[0] ?? '';
  const literal = LITERAL_ENDING.exec(after)?.[0] ?? '';
  return {
    prefix: before.replace(identifier, '').replace(CONTROLS, ''),
    suffix: after.slice(0, after.length - literal.length).replace(CONTROLS, ''),
    identifier,
    literal,
    alteration,
    isDoubled: body.indexOf(text) !== body.lastIndexOf(text),
  };
}

function profileOf({ endings }: ScannerCode, { prefix, suffix }: Reading, gaps: readonly number[]): WedgeProfile {
  const longest = gaps[gaps.length - 1] ?? 0;
  const needed = Math.ceil(Math.max(longest * SLACK, medianOf(gaps) / BURST_SHARE));
  const terminator = endings.includes('enter') ? 'enter' : endings.includes('tab') ? 'tab' : 'none';
  const idleMs = Math.ceil(longest * 2);
  return {
    ...defaultWedgeProfile,
    terminator,
    keyGapMs: Math.min(Math.max(needed, defaultWedgeProfile.keyGapMs), LONGEST_GAP_MS),
    ...(terminator === 'none' && idleMs > NONE_IDLE_MS && { idleMs }),
    prefix,
    suffix,
  };
}

function findingsOf(heard: ScannerCode, reading: Reading, gaps: readonly number[]): readonly Finding[] {
  const { endings, deliveries, isByTwo } = heard;
  const { prefix, suffix, identifier, literal, alteration, isDoubled } = reading;
  const by = isByTwo ? 'two' : (deliveries[0] ?? 'key');
  const findings: (Finding | false | undefined)[] = [
    alteration,
    { kind: 'delivery', by },
    gaps.length > 0 && {
      kind: 'pace',
      medianMs: Math.round(medianOf(gaps)),
      longestMs: Math.round(gaps[gaps.length - 1] ?? 0),
    },
    literal !== '' && { kind: 'literal-ending', text: literal },
    { kind: 'ending', endings },
    prefix !== '' && { kind: 'prefix', text: prefix },
    suffix !== '' && { kind: 'suffix', text: suffix },
    identifier !== '' && { kind: 'identifier', text: identifier },
    isDoubled && { kind: 'doubled' },
  ];
  return findings.filter((finding) => finding !== false && finding !== undefined);
}

function medianOf(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
