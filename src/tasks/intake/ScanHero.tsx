import { useEffect, useSyncExternalStore } from 'react';
import { useHandheld } from '#tasks/task/handheld.ts';
import type { Scanning } from './useScans.ts';
import { Failable } from '#ui/Failable.tsx';
import { type HeroProps, Hero } from '#ui/Hero.tsx';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { ScannerNotice } from './ScannerNotice.tsx';
import { markSink } from '#scan/wedge/field.ts';

export interface ScanHeroProps extends Pick<
  HeroProps,
  'prompt' | 'longest' | 'isSmall' | 'icon' | 'note' | 'captured' | 'renderSlots'
> {
  readonly scanning: Scanning;
  /** The thing to do now with what was scanned, such as a value to enter: it goes before the next scan. */
  readonly entry?: string | undefined;
  /** `true`: what is typed so far stands in the screen's field for it. */
  readonly isInField?: boolean | undefined;
  /** `true`: a scan waits for the answer to what is asked. */
  readonly isHeld?: boolean | undefined;
  /** `true`: the word about the scanner stands in the body, below what the band says. */
  readonly isNoticeBelow?: boolean;
}

/** Shows what to scan now, and a word about a scanner that is set up wrongly. */
export function ScanHero({
  scanning: { ready, notice },
  entry,
  isInField,
  isHeld,
  isNoticeBelow = false,
  ...shown
}: ScanHeroProps) {
  const { scanner } = useHandheld();
  const typed = useSyncExternalStore(scanner.subscribe, scanner.buffered);
  const isDoubting = useSyncExternalStore(scanner.subscribe, scanner.isDoubting);
  const { notReady, scanAgain, answerFirst } = taskScreenWords();
  useEffect(() => markSink(document), []);
  const problem = !ready ? notReady : isDoubting ? scanAgain : isHeld ? answerFirst : undefined;
  return (
    <>
      <Hero
        {...shown}
        note={isDoubting ? undefined : shown.note}
        prompt={entry ?? shown.prompt}
        problem={problem}
        typed={isInField ? '' : typed}
      />
      <Failable of={notice}>{notice && !isNoticeBelow && <ScannerNotice notice={notice} />}</Failable>
    </>
  );
}
