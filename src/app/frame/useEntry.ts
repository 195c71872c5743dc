import { useState } from 'react';
import type { SettingsEntry } from '#app/core/appState.ts';
import { expectedOf, explain } from '#tasks/task/explain.ts';
import { useAppState } from './useAppState.ts';
import { focusInvalid } from '#ui/Field.tsx';
import { InvalidParameter } from '#contract/errors.ts';
import type { HandheldSettings } from '#device/settings.ts';
import { workerOf } from '#device/workers.ts';
import { capital } from '#i18n/capital.ts';

const fields = ['apiKey', 'userId', 'warehouseId'] as const;

/** Sentences for the fields of an entry; `other` is for what belongs to none of them. */
export type EntryProblems = Readonly<Partial<Record<(typeof fields)[number] | 'other', string>>>;

/** Keeps what was entered; what is wrong with it is said under its field. */
export function useEntry() {
  const appState = useAppState();
  const [problems, setProblems] = useState<EntryProblems>({});

  /** @returns whether it was kept. */
  async function keep(entry: SettingsEntry): Promise<boolean> {
    setProblems({});
    const { site, settings } = appState.view();
    try {
      let { userId } = entry;
      if (userId !== settings?.userId && userId.trim() !== '') {
        const worker = workerOf(site.workers, userId, false); // a scan of the badge may have filled it in
        if (!worker) throw unknownUser(userId.trim());
        ({ userId } = worker);
      }
      await appState.keep({ ...entry, userId });
      return true;
    } catch (error) {
      setProblems({ [fieldOf(error)]: sentenceOf(error) });
      setTimeout(focusInvalid, 0); // once it is marked
      return false;
    }
  }

  /** Changes something else than who is at work, and where. @returns whether it was kept. */
  async function change(what: Partial<HandheldSettings>): Promise<boolean> {
    const { settings } = appState.view();
    return settings !== undefined && keep({ userId: settings.userId, warehouseId: settings.warehouseId, ...what });
  }

  return { keep, change, problems };
}

function unknownUser(entered: string): InvalidParameter {
  const sentence = `“${entered}” is no badge or id of this site: nobody was signed in.`;
  return new InvalidParameter('userId', sentence, 'unknown-user', entered);
}

function fieldOf(error: unknown): keyof EntryProblems {
  return fields.find((name) => error instanceof InvalidParameter && error.parameter === name) ?? 'other';
}

/** The sentence stands under its field, so the field's wire name in front of it says nothing. */
function sentenceOf(error: unknown): string {
  return capital(error instanceof InvalidParameter ? expectedOf(error) : explain(error));
}
