import { type FormEvent, useEffect, useRef, useState } from 'react';
import { typedScan } from '#scan/normalise.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { focusSoon } from './useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Field } from '#ui/Field.tsx';
import { icons } from '#ui/icons.ts';
import { typedEntryWords } from '#i18n/words/typedEntry.ts';

/** A field does not show these: a code that was pasted may hold them. */
const INVISIBLE = /[\p{C}\p{DI}\u00a0\u2800]/u;

/** A code typed by hand: a field with the soft keyboard, in place of the dock's buttons. */
export function TypedEntry({ caption, onClose }: { readonly caption: string; readonly onClose: () => void }) {
  const { scanner } = useHandheld();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus(); // asked for by a tap, so the soft keyboard comes
    return focusSoon;
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const scan = typedScan(text, Date.now());
    if (!scan) {
      setProblem(typedEntryWords().typeBlank);
      return;
    }
    onClose();
    scanner.put(scan);
  }

  return (
    <form className="stack" onSubmit={submit}>
      <Field
        ref={field}
        caption={caption}
        value={text}
        problem={problem}
        hint={INVISIBLE.test(text) && <Code text={text} />}
        enterKeyHint="done"
        isTyped
        onChange={(value) => {
          setText(value);
          setProblem(undefined);
        }}
      />
      <div className="buttons">
        <Button size="big" onClick={onClose}>
          {typedEntryWords().cancel}
        </Button>
        <Button size="big" kind="primary" icon={icons.done} submit>
          {typedEntryWords().ok}
        </Button>
      </div>
    </form>
  );
}
