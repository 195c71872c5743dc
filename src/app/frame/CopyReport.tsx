import { useState } from 'react';
import { useAppContext } from './appContext.ts';
import type { TextFact } from './deviceFacts.ts';
import { Button } from '#ui/Button.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** A part of the report: its heading and what is known. */
export interface ReportPart {
  readonly title: string;
  readonly facts: readonly TextFact[];
}

/** The report as a text that can be sent to whoever helps: no codes but the last scan's, no key. */
export function reportText(parts: readonly ReportPart[], at: string): string {
  const lines = parts
    .filter(({ facts }) => facts.length > 0)
    .map(({ title, facts }) => [`# ${title}`, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n'));
  return `Scanline ${at}\n\n${lines.join('\n\n')}\n`;
}

/** The report into the clipboard; where the browser does not let it, as a text to be copied by hand. */
export function CopyReport({ parts }: { readonly parts: readonly ReportPart[] }) {
  const { appState } = useAppContext();
  const [copied, setCopied] = useState<{ readonly text: string; readonly isCopied: boolean }>();

  async function copy(): Promise<void> {
    const text = await appState.withoutKey(reportText(parts, new Date().toISOString()));
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ text, isCopied: true });
    } catch {
      setCopied({ text, isCopied: false });
    }
  }
  return (
    <>
      <output>{copied && (copied.isCopied ? words('diagnostics').copied : words('diagnostics').copyByHand)}</output>
      {copied && !copied.isCopied && (
        <textarea className="input" readOnly rows={4} value={copied.text} aria-label={words('diagnostics').report} />
      )}
      <Button size="big" kind="primary" icon={laterIcons.copy} wide onClick={() => void copy()}>
        {words('diagnostics').copy}
      </Button>
    </>
  );
}
