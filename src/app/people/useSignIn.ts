import { useState } from 'react';
import { useAppContext } from '#app/frame/appContext.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { words } from '#i18n/words.ts';
import { explain } from '#tasks/task/explain.ts';

/** Signing in by a badge that was scanned, or an id that was typed. */
export function useSignIn() {
  const { appState } = useAppContext();
  const [problem, setProblem] = useState<string>();
  /** What may be no id at all: the person is asked. */
  const [asked, setAsked] = useState<string>();

  function refuse(sentence: string): void {
    appState.handheld.cues.play('wrong');
    setProblem(sentence);
  }
  async function signIn({ text, source }: Pick<ScanNote, 'text' | 'source'>, isConfirmed: boolean): Promise<void> {
    setProblem(undefined);
    setAsked(undefined);
    try {
      const people = await appState.people();
      const outcome = await people.signIn(text, source === 'typed', isConfirmed);
      if (outcome === 'unknown') refuse(words('people').unknown({ text }));
      else appState.handheld.cues.play('step');
      if (outcome === 'ask') setAsked(text);
    } catch (error) {
      refuse(explain(error));
    }
  }
  return { problem, asked, signIn, refuse, forget: () => setAsked(undefined) };
}
