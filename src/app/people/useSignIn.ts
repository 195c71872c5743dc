import { useState } from 'react';
import { useFloor } from '#app/frame/floor.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { words } from '#i18n/words.ts';

/** Signing in by a badge that was scanned, or an id that was typed. */
export function useSignIn() {
  const { base } = useFloor();
  const [problem, setProblem] = useState<string>();
  /** What may be no id at all: the person is asked. */
  const [asked, setAsked] = useState<string>();

  function refuse(sentence: string): void {
    base.handheld.cues.play('wrong');
    setProblem(sentence);
  }
  async function signIn({ text, source }: Pick<ScanNote, 'text' | 'source'>, isConfirmed: boolean): Promise<void> {
    setProblem(undefined);
    setAsked(undefined);
    try {
      const people = await base.people();
      const outcome = await people.signIn(text, source === 'typed', isConfirmed);
      if (outcome === 'unknown') refuse(words('people').unknown({ text }));
      else base.handheld.cues.play('step');
      if (outcome === 'ask') setAsked(text);
    } catch (error) {
      refuse(base.handheld.explain(error));
    }
  }
  return { problem, asked, signIn, refuse, forget: () => setAsked(undefined) };
}
