import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import type { Collects } from './batchDraft.ts';
import { LeaveOr } from './LeaveOr.tsx';
import { LeftoversPlace } from './LeftoversPlace.tsx';
import { ScanBar } from './ScanBar.tsx';
import { CameraPlace, ScanDock, useAids } from './ScanDock.tsx';
import type { FlowState } from './taskFlow.ts';
import { useScans } from './useScans.ts';
import { Page } from '#ui/Page.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { tasksWords as words } from '#i18n/en/task.ts';
import { part } from '#ui/part.ts';

const FollowedBanner = part(() => import('#tasks/calls/FollowedBanner.tsx'), 'FollowedBanner');
const MisfitPanel = part(() => import('./Misfit.tsx'), 'MisfitPanel');

/** What a screen that takes scans hands them to. */
export interface ScanRun {
  readonly accept: (scan: ScanNote) => void;
  readonly refuse: (text: string) => void;
  readonly ignoreRepeat?: (text: string) => void;
  readonly takeAnyway?: () => void;
  readonly leaveMisfit?: () => void;
}

export interface ScanPageProps {
  readonly run: ScanRun;
  readonly view: FlowState;
  /** Under which the screen keeps its half task. */
  readonly name: string;
  /** What is asked for, for those who hear the screen. */
  readonly prompt: string;
  /** Over the field for a typed code; absent: no code may be typed. */
  readonly typeLabel?: string | undefined;
  /** What the band says as long as nothing else is said. */
  readonly rest: string;
  /** Which step of how many. */
  readonly progress?: string | undefined;
  /** Scans from other screens, where a task takes them. */
  readonly pendingScans?: PendingScans;
  /** Which of them is taken as the screen opens: none, only one that was just made, or any. @default `any` */
  readonly takes?: 'none' | 'meant' | 'any';
  /** The task that takes scans one after the other, so that codes may be collected for it. */
  readonly collects?: Collects;
  /** In the dock: left of the ways in, right of them, and the buttons of what the screen asks, in place of them. */
  readonly before?: ReactNode;
  readonly action?: ReactNode;
  readonly question?: ReactNode;
  /** Under the band, and over what was not taken. */
  readonly head?: ReactNode;
  /** Under the camera. */
  readonly children?: ReactNode;
  /** Under what is left over. */
  readonly foot?: ReactNode;
}

/** What every screen that takes scans has: ready bar, band, misfit, camera, leftovers, and the dock under the thumb. */
export function ScanPage({ run, view, name, prompt, rest, progress, collects, ...props }: ScanPageProps) {
  const { misfit, notice } = view;
  const { pendingScans, takes = 'any' } = props;
  const aids = useAids();
  const scanning = useScans({
    onScan: (scan) => run.accept(scan),
    onBlank: () => run.refuse(words.blank),
    onRepeat: run.ignoreRepeat,
  });
  const takePending = useEffectEvent((pending: PendingScans) => {
    const scan = takes === 'none' ? undefined : takes === 'meant' ? pending.takeMeant() : pending.take();
    if (scan) run.accept(scan);
  });
  useEffect(() => {
    if (pendingScans) takePending(pendingScans);
  }, [pendingScans]);
  const leave = (): void => run.leaveMisfit?.();
  const banner = { said: notice, words: words.tones, rest };
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} progress={progress} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={props.typeLabel}
          before={props.before}
          action={props.action}
          question={
            props.question ||
            (misfit?.isRefused === false && (
              <LeaveOr onLeave={leave} onTake={() => run.takeAnyway?.()} word={words.anyway} />
            ))
          }
        />
      }
    >
      <Suspense fallback={<ResultBanner {...banner} />}>
        <FollowedBanner {...banner} />
      </Suspense>
      {props.head}
      {misfit && pendingScans && (
        <Suspense>
          <MisfitPanel misfit={misfit} task={name} pendingScans={pendingScans} onLeave={leave} key={misfit.scan.at} />
        </Suspense>
      )}
      <CameraPlace aids={aids} collects={collects} />
      {props.children}
      <LeftoversPlace task={name} collects={aids.open !== 'camera' && collects} />
      {props.foot}
    </Page>
  );
}
