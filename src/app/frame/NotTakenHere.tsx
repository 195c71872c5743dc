import { useEffect, useEffectEvent, useState } from 'react';
import { Notice } from './Notice.tsx';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Code, shortened } from '#ui/Code.tsx';
import { words } from '#i18n/words.ts';

/** Stands where no scan can be taken: one that comes is refused aloud, and shown, with the reason. */
export function NotTakenHere({ why }: { readonly why: string }) {
  const { scanner, cues } = useHandheld();
  const [text, setText] = useState<string>();
  const refuse = useEffectEvent((scanned: string) => {
    cues.play('wrong');
    setText(scanned);
  });
  useEffect(
    () =>
      scanner.listen({
        onScan: (scan) => refuse(scan.text),
        onSplit: ({ texts }) => refuse(texts.join(' ')),
        onAltered: () => cues.play('wrong'),
        onBlank: () => undefined,
      }),
    [scanner, cues],
  );
  useEffect(focusSoon, []); // what a scanner injects needs a place
  return (
    <div role="alert">
      {text !== undefined && (
        <Notice mood="bad" lead={words('before').notTaken}>
          <Code text={shortened(text)} /> {why}
        </Notice>
      )}
    </div>
  );
}
