import type { Finding, SeparatorFinding } from '#scan/calibrate/calibrate.ts';
import { words } from '#i18n/words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';

interface Advice {
  readonly where: string;
  readonly what: string;
}

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
    <Section title={words('calibration').found}>
      <ul className="stack">
        {told.map(({ text, advice }) => (
          <li className={advice.length > 0 ? 'row is-check finding' : 'finding'} key={text}>
            <p className="finding-text">
              <Icon of={advice.length > 0 ? icons.warning : laterIcons.done} />
              <span>{text}</span>
            </p>
            {advice.length > 0 && (
              <ul aria-label={words('calibration').change}>
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
      {told.every(({ advice }) => advice.length === 0) && <p>{words('calibration').fine}</p>}
    </Section>
  );
}

function sentenceOf(finding: Finding): string {
  switch (finding.kind) {
    case 'delivery':
      return words('calibration').delivery[finding.by];
    case 'pace':
      return words('calibration').pace({ medianMs: finding.medianMs, longestMs: finding.longestMs });
    case 'ending':
      return endingsIn(finding.endings);
    case 'literal-ending':
    case 'prefix':
    case 'suffix':
    case 'identifier':
      return words('calibration')[finding.kind]({ text: finding.text });
    case 'doubled':
      return words('calibration').doubled;
    case 'case':
      return words('calibration').case[finding.as];
    case 'layout':
      return words('calibration').layout({ scanner: finding.scanner, handheld: finding.handheld });
  }
}

function endingsIn([first, second]: readonly ('enter' | 'tab')[]): string {
  const { endings } = words('calibration');
  if (first === undefined) return endings.none;
  const names = { enter: 'Enter', tab: 'Tab' };
  return second === undefined
    ? endings.one({ ending: names[first] })
    : endings.two({ first: names[first], second: names[second] });
}

function adviceFor(finding: Finding): readonly Advice[] {
  const { advice } = words('calibration');
  switch (finding.kind) {
    case 'delivery':
      return finding.by === 'two' || finding.by === 'unnamed-key' ? Object.values(advice[finding.by]) : [];
    case 'pace':
      return finding.medianMs > SLOW_MS ? Object.values(advice.pace) : [];
    case 'ending':
      return finding.endings.length === 0 ? Object.values(advice.ending) : [];
    case 'literal-ending':
    case 'doubled':
    case 'case':
    case 'layout':
      return Object.values(advice[finding.kind]);
    case 'prefix':
    case 'suffix':
    case 'identifier':
      return [];
  }
}

function separatorSentence(separator: SeparatorFinding): string {
  return 'text' in separator
    ? words('calibration').separator[separator.kind]({ text: separator.text })
    : words('calibration').separator[separator.kind];
}

function separatorAdvice({ kind }: SeparatorFinding): readonly Advice[] {
  return kind === 'lost' || kind === 'changed' ? Object.values(words('calibration').advice.separator) : [];
}
