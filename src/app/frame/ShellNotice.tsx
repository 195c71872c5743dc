import { Notice } from './Notice.tsx';
import { useAppState } from './useAppState.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { installWords } from '#i18n/words/install.ts';
import { useState } from 'react';
import { Problem } from '#ui/Problem.tsx';

/** At home, where no task is open: a newer version, a certificate that keeps it from being kept here, and once what the browser offers. */
export function ShellNotice() {
  return (
    <output>
      <Said />
    </output>
  );
}

function Said() {
  const appState = useAppState();
  const { stage } = useView(appState);
  const { updateReady, updateWaits, offersInstall, isUntrusted } = useView(appState.notices);
  const { totals } = useView(appState.handheld.outbox);
  if (stage !== 'ready') return null;
  if (updateReady && totals.sending === 0)
    return (
      <Notice icon={icons.update} lead={installWords().update} action={<TakeUpdate word={installWords().take} />} />
    );
  if (updateWaits === 'failed') return <Notice mood="check" lead={installWords().wentBack} />;
  if (isUntrusted)
    return (
      <Notice mood="check" lead={installWords().untrusted}>
        {installWords().untrustedHelp}
      </Notice>
    );
  if (!offersInstall) return null;
  return (
    <span className="buttons">
      <Button icon={icons.install} onClick={() => void appState.install(true)}>
        {installWords().install}
      </Button>
      <Button onClick={() => void appState.install(false)}>{installWords().later}</Button>
    </span>
  );
}

/** Takes the newer version on a tap, never by itself, and says what it waits for. */
export function TakeUpdate({ word, isBig }: { readonly word: string; readonly isBig?: boolean }) {
  const appState = useAppState();
  const { totals } = useView(appState.handheld.outbox);
  const [state, setState] = useState<'offered' | 'taking' | 'elsewhere'>('offered');

  async function take(): Promise<void> {
    setState('taking');
    const isTaken = await appState.update().catch(() => false);
    setState(isTaken ? 'offered' : 'elsewhere');
  }
  return (
    <>
      {state === 'elsewhere' && <Problem text={installWords().elsewhere} />}
      {state === 'taking' && totals.sending > 0 && <p>{installWords().taking}</p>}
      <Button kind="primary" icon={icons.update} size={isBig ? 'big' : 'plain'} onClick={() => void take()}>
        {word}
      </Button>
    </>
  );
}
