import './cues.css';
import { useFloor } from '#app/frame/floor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { type Cue, cueNames } from '#device/cueNames.ts';
import type { Settings } from '#device/settings.ts';
import { Icon } from '#ui/Icon.tsx';
import { Switch } from '#ui/Switch.tsx';
import { cueIcons } from '#ui/cueIcons.ts';
import { cuesWords as words, settingsWords } from '#i18n/en/settings.ts';
import { Alert } from '#ui/Alert.tsx';
import { Section } from '#ui/Section.tsx';

/** Sound and vibration as a whole, and each signal: what it looks like, sounds like, and whether it is given. */
export function CuesSection({ settings }: { readonly settings: Settings }) {
  const { base } = useFloor();
  const { change, problems } = useEntry();
  const { sound, vibration, mutedCues = [] } = settings;
  const setGiven = (cue: Cue, isGiven: boolean): void =>
    void change({ mutedCues: isGiven ? mutedCues.filter((muted) => muted !== cue) : [...mutedCues, cue] });
  return (
    <Section title={settingsWords.cues} isApart>
      <Switch
        label={settingsWords.sound}
        words={settingsWords}
        on={sound}
        onChange={(on) => void change({ sound: on })}
      />
      <Switch
        label={settingsWords.vibration}
        words={settingsWords}
        on={vibration}
        onChange={(on) => void change({ vibration: on })}
      />
      <h3 className="label">{words.each}</h3>
      <p className="hint">{words.eachHint}</p>
      {cueNames.map((cue) => (
        <div className="cue" key={cue}>
          <Switch
            label={words.names[cue]}
            words={settingsWords}
            on={!mutedCues.includes(cue)}
            onChange={(on) => setGiven(cue, on)}
          />
          <button
            type="button"
            className="button button-plain"
            aria-label={words.playThe(words.names[cue])}
            onClick={() => base.handheld.cues.sample(cue)}
          >
            <Icon name={cueIcons[cue]} />
          </button>
        </div>
      ))}
      <Alert text={problems.other} />
    </Section>
  );
}
