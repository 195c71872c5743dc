import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { useView, useKeeping } from '#tasks/task/handheld.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { type Collects, batchDraft } from './batchDraft.ts';
import { notTakenDraft } from './notTaken.ts';
import type { OfferedProps } from './Offered.tsx';
import { ScanBar } from './ScanBar.tsx';
import { CameraPlace, LeaveOr, ScanDock, useAids } from './ScanDock.tsx';
import type { FlowState } from './taskFlow.ts';
import { useScans } from './useScans.ts';
import { Page } from '#ui/Page.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { words } from '#i18n/words.ts';
import { part } from '#ui/part.ts';

const FollowedBanner = part(() => import('#tasks/calls/FollowedBanner.tsx'), 'FollowedBanner');
const Leftovers = part(() => import('./Leftovers.tsx'), 'Leftovers');
const MisfitPanel = part(() => import('./Misfit.tsx'), 'MisfitPanel');
const Offered = part(() => import('./Offered.tsx'), 'Offered');

/** What a screen that takes scans hands them to. */
export interface ScanRun {
  readonly accept: (scan: ScanNote) => void;
  readonly refuse: (text: string) => void;
  readonly ignoreRepeat?: (text: string) => void;
  readonly takeAnyway?: () => void;
  readonly leaveMisfit?: () => void;
  readonly mayType: () => boolean;
}

export interface ScanPageProps {
  readonly run: ScanRun;
  readonly view: FlowState;
  /** Under which the screen keeps its half task. */
  readonly name: string;
  /** What the next scan is called inside a sentence; absent: the screen has fields for it, and codes are typed there. */
  readonly noun?: string;
  /** Whether the screen itself says what to scan. */
  readonly hasPrompt?: boolean;
  /** What the band says as long as nothing else is said. */
  readonly rest: string;
  /** Which step of how many. */
  readonly progress?: string | undefined;
  /** Scans from other screens, where a task takes them. */
  readonly pendingScans?: PendingScans;
  /** Whether what was sent to this screen waits as well: something is begun. */
  readonly isBegun?: boolean;
  readonly anew?: OfferedProps['anew'];
  /** The task that takes scans one after the other, so that codes may be collected for it. */
  readonly collects?: Collects;
  /** In the dock: left of the ways in, right of them, and the buttons of what the screen asks, in place of them. */
  readonly before?: ReactNode;
  readonly action?: ReactNode;
  readonly question?: ReactNode;
  /** Under the band. */
  readonly head?: ReactNode;
  /** Under the camera. */
  readonly children?: ReactNode;
  /** Under what is left over. */
  readonly foot?: ReactNode;
}

/** What every screen that takes scans has: ready bar, band, misfit, camera, leftovers, and the dock under the thumb. */
export function ScanPage({ run, view, name, noun, rest, pendingScans, isBegun, ...props }: ScanPageProps) {
  const { draft } = useKeeping();
  const { misfit, notice } = view;
  const aids = useAids();
  const takeSent = useEffectEvent((pending: PendingScans) => {
    const scan = pending.takeSent(location.pathname);
    if (scan) (isBegun ? pending.put : run.accept)(scan);
  });
  useEffect(() => {
    if (pendingScans) takeSent(pendingScans); // before what is scanned now
  }, [pendingScans]);
  const scanning = useScans({
    onScan(scan) {
      if (aids.open === 'type') aids.show(undefined); // what was typed so far is no part of it
      run.accept(scan);
    },
    onBlank: () => run.refuse(words('taskScreen').blank),
    onRepeat: run.ignoreRepeat,
    onCovered: pendingScans?.put,
  });
  const prompt = noun === undefined ? rest : words('taskScreen').scanThe({ noun });
  const banner = { said: notice, words: words('taskScreen').tones, rest };
  const leave = (): void => run.leaveMisfit?.();
  const misfitQuestion = misfit?.isRefused === false && (
    <LeaveOr onLeave={leave} onTake={() => run.takeAnyway?.()} word={words('taskScreen').anyway} />
  );
  const collects = aids.open === 'camera' ? undefined : props.collects;
  const isLeftOver = draft(notTakenDraft(name)).read() ?? (collects && draft(batchDraft(name)).read());
  return (
    <Page
      line={<ScanBar scanning={scanning} prompt={prompt} progress={props.progress} />}
      dock={
        <ScanDock
          aids={aids}
          typeLabel={noun !== undefined && run.mayType() ? words('taskScreen').typeThe({ noun }) : undefined}
          before={props.before}
          action={props.action}
          question={props.question || misfitQuestion}
        />
      }
    >
      <Suspense fallback={<ResultBanner {...banner} />}>
        <FollowedBanner {...banner} />
      </Suspense>
      {props.head}
      {noun !== undefined && !props.hasPrompt && <Prompt text={prompt} />}
      <Suspense>
        {noun !== undefined && pendingScans && (
          <Pending pendingScans={pendingScans} noun={noun} onTake={run.accept} anew={props.anew} />
        )}
        {misfit && pendingScans && (
          <MisfitPanel
            scan={misfit.scan}
            task={name}
            pendingScans={pendingScans}
            onLeave={leave}
            key={misfit.scan.at}
          />
        )}
      </Suspense>
      <CameraPlace aids={aids} collects={props.collects} />
      {props.children}
      <Suspense>{isLeftOver && <Leftovers task={name} collects={collects} />}</Suspense>
      {props.foot}
    </Page>
  );
}

function Pending(props: OfferedProps) {
  const [scan] = useView(props.pendingScans);
  return scan && <Offered {...props} />;
}
