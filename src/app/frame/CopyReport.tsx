import { useState } from 'react';
import { useAppContext } from './appContext.ts';
import { type ReportPart, reportText } from './report.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

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
      <Button size="big" kind="primary" icon="done" wide onClick={() => void copy()}>
        {words('diagnostics').copy}
      </Button>
    </>
  );
}
