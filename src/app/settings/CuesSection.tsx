import './cues.css';
import { useAppContext } from '#app/frame/appContext.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { type Cue, cueNames } from '#device/cueNames.ts';
import type { Settings } from '#device/settings.ts';
import { Icon } from '#ui/Icon.tsx';
import { Switch } from '#ui/Switch.tsx';
import { toneIcons } from '#ui/ResultBanner.tsx';
import type { Drawing } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Alert.tsx';
import { Section } from '#ui/Section.tsx';

/** The shape of each signal: no two alike, and the service's verdicts have the ones of their rows. */
const cueIcons: Readonly<Record<Cue, Drawing>> = {
  ...toneIcons,
  accepted: laterIcons.accepted,
  refused: laterIcons.refused,
  unclassified: laterIcons.unclassified,
  queue: laterIcons.queue,
};

/** Sound and vibration as a whole, and each signal: what it looks like, sounds like, and whether it is given. */
export function CuesSection({ settings }: { readonly settings: Settings }) {
  const { appState } = useAppContext();
  const { change, problems } = useEntry();
  const { sound, vibration, mutedCues = [] } = settings;
  const setGiven = (cue: Cue, isGiven: boolean): void =>
    void change({ mutedCues: isGiven ? mutedCues.filter((muted) => muted !== cue) : [...mutedCues, cue] });
  return (
    <Section title={words('settingsParts').cues}>
      <Switch
        label={words('settingsParts').sound}
        words={words('settings')}
        on={sound}
        onChange={(on) => void change({ sound: on })}
      />
      <Switch
        label={words('settingsParts').vibration}
        words={words('settings')}
        on={vibration}
        onChange={(on) => void change({ vibration: on })}
      />
      <h3 className="label">{words('cues').each}</h3>
      <p className="hint">{words('cues').eachHint}</p>
      {cueNames.map((cue) => (
        <div className="cue" key={cue}>
          <Switch
            label={words('cues').names[cue]}
            words={words('settings')}
            on={!mutedCues.includes(cue)}
            onChange={(on) => setGiven(cue, on)}
          />
          <button
            type="button"
            className="button button-plain"
            aria-label={words('cues').playThe({ name: words('cues').names[cue] })}
            onClick={() => appState.handheld.cues.sample(cue)}
          >
            <Icon of={cueIcons[cue]} />
          </button>
        </div>
      ))}
      <Alert text={problems.other} />
    </Section>
  );
}
