import { useEntry } from '#app/frame/useEntry.ts';
import type { Settings } from '#device/settings.ts';
import { Choice } from '#ui/Choice.tsx';
import { Switch } from '#ui/Switch.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Problem.tsx';

const themes = ['device', 'light', 'dark', 'contrast'] as const;
const hands = ['left', 'right'] as const;
const awakes = ['charged', 'always', 'never'] as const;

/** How the screen looks, for this hand and these eyes: everybody may set it. */
export function LookSection({ settings }: { readonly settings: Settings }) {
  const { change, problems } = useEntry();
  const { theme, hand, motion, awake } = settings;
  return (
    <>
      <Choice
        label={words('look').theme}
        options={themes.map((option) => [option, words('look').themes[option]])}
        value={theme ?? 'device'}
        onChange={(next) => void change({ theme: next === 'device' ? undefined : next })}
      />
      <Choice
        label={words('look').hand}
        hint={words('look').handHint}
        options={hands.map((option) => [option, words('look').hands[option]])}
        value={hand ?? 'right'}
        onChange={(next) => void change({ hand: next === 'left' ? next : undefined })}
      />
      <Switch
        label={words('look').still}
        words={words('settings')}
        on={motion === 'off'}
        onChange={(on) => void change({ motion: on ? 'off' : undefined })}
      />
      <Choice
        label={words('look').awake}
        options={awakes.map((option) => [option, words('look').awakes[option]])}
        value={awake ?? 'charged'}
        onChange={(next) => void change({ awake: next === 'charged' ? undefined : next })}
      />
      <Alert text={problems.other} />
    </>
  );
}
