import type { Keep } from '#device/vault.ts';
import { explain } from '#tasks/task/explain.ts';
import { createShown } from '#contract/listeners.ts';
import type { SplitPull } from '#scan/scan.ts';
import { type CheckList, endList, keepList, nameOf, otherCaseOf, tally, scanTimesOf } from './checkList.ts';
import type { Saying } from '#ui/ResultBanner.tsx';
import { checkingWords } from '#i18n/words/checking.ts';
import { splitWords } from '#i18n/words/split.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

interface CheckView {
  readonly list: CheckList;
  readonly notice?: Saying | undefined;
  /** True from the scan that found the last one, with none beside that is not on the list, until the next touch or scan. */
  readonly isAllThere?: boolean;
}

const tones = { found: 'found', twice: 'repeat', unexpected: 'wrong' } as const;

/**
 * A list in hand: what is scanned is looked for in it, and is said once it is on the disk, in the order of the scans.
 *
 * @param now - Unix ms.
 */
export function createCheckRun(
  started: CheckList,
  kept: Keep,
  play: (tone: Saying['tone']) => void,
  now: () => number = Date.now,
) {
  const { view, subscribe, show, change } = createShown<CheckView>({ list: started });
  let written: Promise<void> = Promise.resolve();

  function say(tone: Saying['tone'], text: string, isAllThere = false): void {
    change({ notice: { tone, text }, isAllThere });
    play(tone);
  }
  function keep(write: () => Promise<void>): Promise<boolean> {
    const writing = written.then(write);
    written = writing.catch(() => undefined);
    return writing.then(
      () => true,
      (error: unknown) => {
        say('wrong', explain(error));
        return false;
      },
    );
  }
  function put(scans: readonly string[]): Promise<boolean> {
    const before = view().list;
    const times = scanTimesOf(before).slice(0, scans.length);
    const list = { ...before, scans, times: scans.map((_, index) => times[index] ?? now()) };
    show({ list });
    return keep(() => keepList(kept, list));
  }

  return {
    view,
    subscribe,
    refuse: (text: string) => say('wrong', text),
    async accept(text: string): Promise<void> {
      const { list } = view();
      const scans = [...list.scans, text];
      const { last = 'unexpected', lastFound, missing, unexpected } = tally({ ...list, scans });
      const name = nameOf(list, lastFound ?? [text]);
      if (last === 'beside') {
        await written; // said in the order of the scans
        return say('wrong', checkingWords().beside({ code: text, name }));
      }
      if (last === 'unexpected' && text === list.subject) {
        await written;
        return say('wrong', checkingWords().own({ code: text })); // the label of the place that is checked is none of its goods
      }
      const held = list.holders?.filter((holder) => holder === text).length ?? 0;
      if (last === 'unexpected' && held > 0) {
        await written;
        return say('wrong', checkingWords().holds({ code: text, many: held })); // what the goods are in is none of them
      }
      const isAll = last === 'found' && missing.length === 0;
      if (!(await put(scans))) return;
      const code = name.startsWith(text) ? text : `${text} (${name})`; // another value of its line checks it off as well
      const all = checkingWords().allThere({ others: unexpected.length });
      const said = `${code} ${isAll ? checkingWords().all({ all }) : checkingWords().scanned[last]}`;
      const meant = last === 'unexpected' ? otherCaseOf(list, text) : undefined;
      say(
        tones[last],
        meant === undefined ? said : `${said} ${taskScreenWords().didYouMean({ meant })}`,
        isAll && unexpected.length === 0,
      );
    },
    /** Takes a code off the list's scans that was only the beginning of its pull. */
    async split({ first, texts, before }: SplitPull): Promise<void> {
      const { scans } = view().list;
      const delivered = [...before, first].map(({ text }) => text);
      const isTold = texts.length > 2 || scans.at(-1) !== first.text;
      const isAll = scans.slice(-delivered.length).join('\n') === delivered.join('\n');
      if (!(await put(isTold ? scans : scans.slice(0, isAll ? -delivered.length : -1)))) return;
      const { said, nothing } = splitWords();
      say('wrong', `${said({ codes: [...delivered.slice(0, -1), ...texts].join(' · ') })} ${nothing}`);
    },
    undo: () => put(view().list.scans.slice(0, -1)),
    /** Takes the word that all are there off the screen; what was scanned stays. */
    goOn: () => change({ isAllThere: false }),
    end: () => keep(() => endList(kept, view().list, now())),
  };
}
