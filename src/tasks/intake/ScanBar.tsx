import { useSyncExternalStore } from 'react';
import { sinkAttributes } from '#scan/wedge/sink.ts';
import { useScanning } from '#tasks/task/handheld.ts';
import type { Scanning } from './useScans.ts';
import { ScanLine } from '#ui/ScanLine.tsx';
import { words } from '#i18n/words.ts';

export interface ScanBarProps {
  readonly scanning: Scanning;
  /** Which step of how many. */
  readonly progress?: string | undefined;
  /** Who is signed in, where no step is told. */
  readonly who?: string | undefined;
  /** What is asked for, for those who hear the screen. */
  readonly prompt: string;
}

/** The ready bar with the sink in it, and a word about a scanner that is set up wrongly. */
export function ScanBar({ scanning: { ready, notice }, prompt, progress, who }: ScanBarProps) {
  const { scanner } = useScanning();
  const typed = useSyncExternalStore(scanner.subscribe, scanner.buffered);
  const isDoubting = useSyncExternalStore(scanner.subscribe, scanner.isDoubting);
  return (
    <>
      <ScanLine
        ready={ready && !isDoubting}
        word={
          !ready ? words('taskScreen').notReady : isDoubting ? words('taskScreen').scanAgain : words('taskScreen').ready
        }
        typed={typed}
        note={progress ?? (who && <span translate="no">{who}</span>)}
      >
        <input {...sinkAttributes} aria-label={`${words('taskScreen').scanField}: ${prompt}`} />
      </ScanLine>
      {notice && (
        <p className="scan-line-hint">
          {sentenceOf(notice)} {(notice.kind === 'literal-ending' || notice.kind === 'doubled') && <SetUp />}
        </p>
      )}
    </>
  );
}

/** The app's router hears of a state that is pushed. */
function SetUp() {
  return (
    <a
      href="/settings/scanner"
      onClick={(event) => {
        event.preventDefault();
        history.pushState(null, '', '/settings/scanner');
      }}
    >
      {words('taskScreen').setUpScanner}
    </a>
  );
}

function sentenceOf(notice: NonNullable<Scanning['notice']>): string {
  switch (notice.kind) {
    case 'literal-ending':
      return words('taskScreen').notices['literal-ending']({ ending: notice.ending });
    case 'doubled':
      return words('taskScreen').notices.doubled;
    case 'unfinished':
      return words('taskScreen').notices.unfinished({ text: notice.text });
    case 'invisible':
      return words('taskScreen').notices.invisible({ many: notice.codePoints.length });
  }
}
