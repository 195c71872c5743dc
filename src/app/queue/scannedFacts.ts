import type { TextFact } from '#app/frame/deviceFacts.ts';
import { cameBy } from '#outbox/export/cameBy.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { type Stream, scannerCode } from '#scan/calibrate/scannerInput.ts';
import { shownNumber } from '#i18n/figures.ts';
import { words } from '#i18n/words.ts';

/** Names of characters that cannot be seen: what a scanner's ending and its separators are. */
const unseen: Readonly<Record<number, string>> = {
  9: 'TAB',
  10: 'LF',
  13: 'CR',
  29: 'GS',
  30: 'RS',
  4: 'EOT',
  32: 'SP',
};

/** A code with what cannot be seen named: `010950<GS>10A`. */
export function visible(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isSeen = code > 32 && code !== 127 && !/[\p{C}\p{Z}]/u.test(character);
    return isSeen ? character : `<${unseen[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}>`;
  }).join('');
}

/** What was taken as a scan, and how it came. @param stream - what was heard of it, where it was typed. */
export function scannedFacts(scan: ScanNote | undefined, stream: Stream | undefined): readonly TextFact[] {
  const heard = stream && scannerCode(stream);
  const text = scan?.text ?? heard?.body;
  if (text === undefined) return [];
  const ending = heard?.endings.map((name) => words('diagnostics').endings[name]).join(' + ');
  return [
    { label: words('diagnostics').code, value: visible(text) },
    { label: words('diagnostics').characters, value: shownNumber(Array.from(text).length) },
    ...(scan ? [{ label: words('diagnostics').source, value: sourceOf(scan) }] : []),
    ...(heard ? [{ label: words('diagnostics').ending, value: ending || words('diagnostics').endings.none }] : []),
    ...(heard
      ? [
          {
            label: words('diagnostics').delivered,
            value: heard.deliveries.map((by) => words('diagnostics').deliveries[by]).join(' + '),
          },
        ]
      : []),
    ...(heard && heard.gaps.length > 0 ? [{ label: words('diagnostics').gaps, value: gapsOf(heard.gaps) }] : []),
  ];
}

function sourceOf(scan: ScanNote): string {
  const source = words('call').sources[cameBy(scan)];
  return scan.symbology === undefined ? source : `${source}, ${scan.symbology}`;
}

/** Least, middle and most of the milliseconds between two keys, and each of them. */
function gapsOf(gaps: readonly number[]): string {
  const sorted = gaps.map((ms) => Math.round(ms)).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  return `${words('diagnostics').gap({ least: at(0), median: at(0.5), most: at(1) })} (${gaps.map((ms) => Math.round(ms)).join(' ')})`;
}
