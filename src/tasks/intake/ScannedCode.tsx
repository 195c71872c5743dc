import { CodeDetail } from './CodeDetail.tsx';
import { useState } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { Code } from '#ui/Code.tsx';
import { Failable } from '#ui/Failable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { icons } from '#ui/icons.ts';

export interface ScannedCodeProps {
  readonly scan: ScanNote;
  readonly size?: 'medium' | 'large';
  /** Stands over the code: the word of its slot. */
  readonly word?: string;
}

/** A code that was scanned, whole. A tap on it shows what it is; another one hides that again. */
export function ScannedCode({ scan, size = 'large', word }: ScannedCodeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="code-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {word && <span className="slot-word">{word}</span>}
        <Code text={scan.text} size={size} />
        <span className="vh">. {taskScreenWords().whatItIs}</span>
        <Icon of={icons.more} />
      </button>
      <Failable of={scan}>{isOpen && <CodeDetail scan={scan} />}</Failable>
    </>
  );
}
