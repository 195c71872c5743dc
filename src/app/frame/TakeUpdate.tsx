import { useState } from 'react';
import { useAppContext } from './appContext.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** Takes the newer version on a tap, never by itself, and says what it waits for. */
export function TakeUpdate({ word, isBig }: { readonly word: string; readonly isBig?: boolean }) {
  const { appState } = useAppContext();
  const { totals } = useView(appState.handheld.outbox);
  const [state, setState] = useState<'offered' | 'taking' | 'elsewhere'>('offered');

  async function take(): Promise<void> {
    setState('taking');
    const isTaken = await appState.update().catch(() => false);
    setState(isTaken ? 'offered' : 'elsewhere');
  }
  return (
    <>
      {state === 'elsewhere' && <Problem text={words('install').elsewhere} />}
      {state === 'taking' && totals.sending > 0 && <p>{words('install').taking}</p>}
      <Button
        kind="primary"
        icon={laterIcons.update}
        {...(isBig && { size: 'big', wide: true })}
        onClick={() => void take()}
      >
        {word}
      </Button>
    </>
  );
}
