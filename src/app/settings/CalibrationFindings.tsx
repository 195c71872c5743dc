import type { Finding, SeparatorFinding } from '#scan/calibrate/calibrate.ts';
import { type Advice, calibrationWords as words } from '#i18n/en/calibration.ts';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Section.tsx';

/** Slower than this a burst of keys may be taken for a person's. */
const SLOW_MS = 30;

export interface CalibrationFindingsProps {
  readonly findings: readonly Finding[];
  readonly separator: SeparatorFinding | undefined;
}

/** What was found, in plain words, and beside what is wrong the settings to change. */
export function CalibrationFindings({ findings, separator }: CalibrationFindingsProps) {
  const told = [
    ...findings.map((finding) => ({ text: sentenceOf(finding), advice: adviceFor(finding) })),
    ...(separator ? [{ text: separatorSentence(separator), advice: separatorAdvice(separator) }] : []),
  ];
  return (
    <Section title={words.found}>
      <ul className="stack">
        {told.map(({ text, advice }) => (
          <li className={advice.length > 0 ? 'row is-check finding' : 'finding'} key={text}>
            <p className="finding-text">
              <Icon name={advice.length > 0 ? 'warning' : 'done'} />
              <span>{text}</span>
            </p>
            {advice.length > 0 && (
              <ul aria-label={words.change}>
                {advice.map(({ where, what }) => (
                  <li key={where}>
                    <b>{where}</b>: {what}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {told.every(({ advice }) => advice.length === 0) && <p>{words.fine}</p>}
    </Section>
  );
}

function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'delivery':
      return words.delivery[finding.by];
    case 'pace':
      return words.pace(finding.medianMs, finding.longestMs);
    case 'ending':
      return words.endings(finding.endings);
    case 'literal-ending':
    case 'prefix':
    case 'suffix':
    case 'identifier':
      return words[finding.kind](finding.text);
    case 'doubled':
      return words.doubled;
    case 'case':
      return words.case[finding.as];
    case 'layout':
      return words.layout(finding.scanner, finding.handheld);
  }
}

function adviceFor(finding: Finding): readonly Advice[] {
  const { advice } = words;
  switch (finding.kind) {
    case 'delivery':
      return finding.by === 'two' || finding.by === 'unnamed-key' ? advice[finding.by] : [];
    case 'pace':
      return finding.medianMs > SLOW_MS ? advice.pace : [];
    case 'ending':
      return finding.endings.length === 0 ? advice.ending : [];
    case 'literal-ending':
    case 'doubled':
    case 'case':
    case 'layout':
      return advice[finding.kind];
    case 'prefix':
    case 'suffix':
    case 'identifier':
      return [];
  }
}

function separatorSentence(separator: SeparatorFinding): string {
  return 'text' in separator ? words.separator[separator.kind](separator.text) : words.separator[separator.kind]();
}

function separatorAdvice({ kind }: SeparatorFinding): readonly Advice[] {
  return kind === 'lost' || kind === 'changed' ? words.advice.separator : [];
}
