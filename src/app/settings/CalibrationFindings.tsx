import type { Finding, SeparatorFinding } from '#scan/calibrate/calibrate.ts';
import { calibrationWords } from '#i18n/words/calibration.ts';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';

/** A finding with the settings to change: none where it is right. */
interface Told {
  readonly text: string;
  readonly advice: Readonly<Record<string, { readonly where: string; readonly what: string }>>;
}

/** Slower than this a burst of keys may be taken for a person's. */
const SLOW_MS = 30;

interface CalibrationFindingsProps {
  readonly findings: readonly Finding[];
  readonly separator: SeparatorFinding | undefined;
}

/** Shows the findings in plain words, and beside what is wrong the settings to change. */
export function CalibrationFindings({ findings, separator }: CalibrationFindingsProps) {
  const all = [...findings.map(toldOf), ...(separator ? [toldOfSeparator(separator)] : [])];
  const told = all.map(({ text, advice }) => ({ text, advice: Object.values(advice) }));
  return (
    <Section title={calibrationWords().found}>
      <ul className="stack">
        {told.map(({ text, advice }) => (
          <li className={advice.length > 0 ? 'row is-check field finding' : 'field'} key={text}>
            <p className="field-row">
              <Icon of={advice.length > 0 ? icons.warning : icons.done} />
              <span>{text}</span>
            </p>
            {advice.length > 0 && (
              <ul className="field" aria-label={calibrationWords().change}>
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
      {told.every(({ advice }) => advice.length === 0) && <p>{calibrationWords().fine}</p>}
    </Section>
  );
}

function toldOf(finding: Finding): Told {
  const { advice, ...texts } = calibrationWords();
  switch (finding.kind) {
    case 'delivery': {
      const { by } = finding;
      return { text: texts.delivery[by], advice: by === 'two' || by === 'unnamed-key' ? advice[by] : {} };
    }
    case 'pace':
      return { text: texts.pace(finding), advice: finding.medianMs > SLOW_MS ? advice.pace : {} };
    case 'ending':
      return { text: endingsIn(finding.endings), advice: finding.endings.length === 0 ? advice.ending : {} };
    case 'literal-ending':
      return { text: texts[finding.kind](finding), advice: advice[finding.kind] };
    case 'prefix':
    case 'suffix':
    case 'identifier':
      return { text: texts[finding.kind](finding), advice: {} };
    case 'doubled':
      return { text: texts.doubled, advice: advice.doubled };
    case 'case':
      return { text: texts.case[finding.as], advice: advice.case };
    case 'layout': {
      const { layouts } = texts;
      const names = { scanner: layouts[finding.scanner], handheld: layouts[finding.handheld] };
      return { text: texts.layout(names), advice: finding.handheld === 'wide' ? advice.wide : advice.layout };
    }
  }
}

function endingsIn([first, second]: readonly ('enter' | 'tab')[]): string {
  const { endings } = calibrationWords();
  if (first === undefined) return endings.none;
  const names = { enter: 'Enter', tab: 'Tab' };
  return second === undefined
    ? endings.one({ ending: names[first] })
    : endings.two({ first: names[first], second: names[second] });
}

function toldOfSeparator(separator: SeparatorFinding): Told {
  const { advice, separator: texts } = calibrationWords();
  return 'text' in separator
    ? { text: texts[separator.kind](separator), advice: separator.kind === 'changed' ? advice.separator : {} }
    : { text: texts[separator.kind], advice: separator.kind === 'lost' ? advice.separator : {} };
}
