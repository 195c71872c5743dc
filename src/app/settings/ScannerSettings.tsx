import { Supervised } from './Supervised.tsx';
import { useEntry } from '#app/frame/useEntry.ts';
import { Button } from '#ui/Button.tsx';
import type { LearnedWedge, HandheldSettings } from '#device/settings.ts';
import { Alert } from '#ui/Problem.tsx';
import { Choice, Switch } from '#ui/Choice.tsx';
import { type Drawing, icons } from '#ui/icons.ts';
import { calibrationWords } from '#i18n/words/calibration.ts';
import { cuesWords } from '#i18n/words/cues.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { type Cue, cueNames } from '#device/cueNames.ts';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Page.tsx';
import { toneIcons } from '#ui/ResultBanner.tsx';

const endings = ['auto', 'enter', 'tab', 'none'] as const;

/** Sets the sounds of a scan; and for a supervisor how the scanner types. */
export function ScannerSettings({ settings }: { readonly settings: HandheldSettings }) {
  return (
    <>
      <CuesSection settings={settings} />
      <Supervised>
        <Ending settings={settings} />
      </Supervised>
    </>
  );
}

function Ending({ settings }: { readonly settings: HandheldSettings }) {
  const { change, problems } = useEntry();
  const { terminator, wedge } = settings;
  return (
    <div className="stack apart">
      <Choice
        caption={settingsPartsWords().ending}
        options={endings.map((ending) => [ending, settingsPartsWords().endings[ending]])}
        value={terminator}
        onChange={(ending) => void change({ terminator: ending, ...(wedge && { wedge: withoutSilence(wedge) }) })}
      />
      <Button size="big" href="/settings/calibration" icon={icons.scan}>
        {calibrationWords().open}
      </Button>
      <p className="hint">{calibrationWords().openHint}</p>
      <Alert text={problems.other} />
    </div>
  );
}

/** The silence that was learned belongs to the ending that was learned with it. */
function withoutSilence({ keyGapMs, prefix, suffix }: LearnedWedge): LearnedWedge {
  return { keyGapMs, prefix, suffix };
}

/** The shape of each signal: no two alike, and the service's verdicts have the ones of their rows. */
const cueIcons: Readonly<Record<Cue, Drawing>> = {
  ...toneIcons,
  accepted: icons.accepted,
  refused: icons.refused,
  unclassified: icons.unclassified,
  queue: icons.queue,
};

function CuesSection({ settings }: { readonly settings: HandheldSettings }) {
  const appState = useAppState();
  const { change, problems } = useEntry();
  const { sound, vibration, mutedCues = [] } = settings;
  const setGiven = (cue: Cue, isGiven: boolean): void =>
    void change({ mutedCues: isGiven ? mutedCues.filter((muted) => muted !== cue) : [...mutedCues, cue] });
  return (
    <Section title={settingsPartsWords().cues}>
      <Switch caption={settingsPartsWords().sound} on={sound} onChange={(on) => void change({ sound: on })} />
      <Switch
        caption={settingsPartsWords().vibration}
        on={vibration}
        onChange={(on) => void change({ vibration: on })}
      />
      <Section title={cuesWords().each} hint={cuesWords().eachHint} fold="shut">
        {cueNames.map((cue) => (
          <div className="field-row cue" key={cue}>
            <Switch
              caption={cuesWords().names[cue]}
              on={!mutedCues.includes(cue)}
              onChange={(on) => setGiven(cue, on)}
            />
            <button
              type="button"
              className="button button-big"
              aria-label={cuesWords().playThe({ name: cuesWords().names[cue] })}
              onClick={() => void appState.handheld.cues.sample(cue)}
            >
              <Icon of={cueIcons[cue]} />
            </button>
          </div>
        ))}
      </Section>
      <Alert text={problems.other} />
    </Section>
  );
}
