import { CuesSection } from './CuesSection.tsx';
import { Supervised } from '#app/people/Supervised.tsx';
import { useEntry } from '#app/frame/useEntry.ts';
import { LinkButton } from '#app/frame/LinkButton.tsx';
import type { LearnedWedge, Settings } from '#device/settings.ts';
import { Alert } from '#ui/Alert.tsx';
import { Choice } from '#ui/Choice.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

const endings = ['auto', 'enter', 'tab', 'none'] as const;

/** What a scan sounds like; and for a supervisor how the scanner types. */
export function ScannerSettings({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <CuesSection settings={settings} />
      <Supervised>
        <Ending settings={settings} />
      </Supervised>
    </>
  );
}

function Ending({ settings }: { readonly settings: Settings }) {
  const { change, problems } = useEntry();
  const { terminator, wedge } = settings;
  return (
    <div className="stack apart">
      <Choice
        label={words('settingsParts').ending}
        options={endings.map((ending) => [ending, words('settingsParts').endings[ending]])}
        value={terminator}
        onChange={(ending) => void change({ terminator: ending, ...(wedge && { wedge: withoutSilence(wedge) }) })}
      />
      <LinkButton href="/settings/calibration" icon={icons.scan} wide>
        {words('calibration').open}
      </LinkButton>
      <p className="hint">{words('calibration').openHint}</p>
      <Alert text={problems.other} />
    </div>
  );
}

/** The silence that was learned belongs to the ending that was learned with it. */
function withoutSilence({ keyGapMs, prefix, suffix }: LearnedWedge): LearnedWedge {
  return { keyGapMs, prefix, suffix };
}
