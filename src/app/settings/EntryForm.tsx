import { type FormEvent, type ReactNode, useState } from 'react';
import type { SettingsEntry } from '#app/core/appState.ts';
import { type EntryProblems, useEntry } from '#app/frame/useEntry.ts';
import { Alert } from '#ui/Problem.tsx';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';

export interface EntryFormProps {
  readonly label: string;
  readonly entry: SettingsEntry;
  /** Whether it is saved by a tap alone: the Enter of a scan keeps nothing. */
  readonly isByTap?: boolean;
  readonly onKept?: () => void;
  readonly children: (problems: EntryProblems) => ReactNode;
}

/** Fields, their Save, and what came of it. */
export function EntryForm({ label, entry, isByTap = false, onKept, children }: EntryFormProps) {
  const [isKept, setKept] = useState(false);
  const { keep, problems } = useEntry();

  async function save(): Promise<void> {
    setKept(false);
    if (!(await keep(entry))) return;
    setKept(true);
    onKept?.();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isByTap) void save();
  }

  return (
    <form className="stack" onSubmit={submit} noValidate aria-label={label}>
      {children(problems)}
      <Alert text={problems.other} />
      <Button size="big" kind="primary" wide onClick={() => void save()}>
        {words('settingsParts').save}
      </Button>
      <output className="state is-good">{isKept && words('settingsParts').saved}</output>
    </form>
  );
}
