import type { TextFact } from './deviceFacts.ts';

export interface ReportPart {
  readonly title: string;
  readonly facts: readonly TextFact[];
}

/** The report as a text that can be sent to whoever helps: no codes but the last scan's, no key. */
export function reportText(parts: readonly ReportPart[], at: string): string {
  const lines = parts
    .filter(({ facts }) => facts.length > 0)
    .map(({ title, facts }) => [`# ${title}`, ...facts.map(({ caption, value }) => `${caption}: ${value}`)].join('\n'));
  return `Scanline ${at}\n\n${lines.join('\n\n')}\n`;
}
