import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';
import { useAppState } from './useAppState.ts';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Code, shortened } from '#ui/Code.tsx';
import { beforeWords } from '#i18n/words/before.ts';

/** Stands where no scan can be taken: one that comes is shown, with the reason; the signal of it is the app's. */
export function NotTakenHere({ why }: { readonly why: string }) {
  const { unclaimed } = useView(useAppState().notices);
  const [before] = useState(unclaimed); // of another screen
  useEffect(focusSoon, []); // what a scanner injects needs a place
  return (
    <div role="alert">
      {unclaimed && unclaimed !== before && (
        <Notice mood="bad" lead={beforeWords().notTaken}>
          <Code text={shortened(unclaimed.text)} /> {why}
        </Notice>
      )}
    </div>
  );
}
