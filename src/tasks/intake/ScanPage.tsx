import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { useView, useKeeping } from '#tasks/task/handheld.ts';
import type { PendingScans } from '#tasks/task/pendingScans.ts';
import { type Collects, batchDraft } from './batchDraft.ts';
import { notTakenDraft } from './notTaken.ts';
import type { OfferedProps } from './Offered.tsx';
import { CameraPlace, ScanDock, useAids } from './ScanDock.tsx';
import { ScanHero, type ScanHeroProps } from './ScanHero.tsx';
import type { FlowState } from './taskFlow.ts';
import { useScans } from './useScans.ts';
import { Page } from '#ui/Page.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { words } from '#i18n/words.ts';
import { part } from '#ui/part.ts';

const FollowedBanner = part(() => import('#tasks/calls/FollowedBanner.tsx'), 'FollowedBanner');
const LeaveOr = part(() => import('./LeaveOr.tsx'), 'LeaveOr');
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

export interface ScanPageProps extends Pick<ScanHeroProps, 'icon' | 'steps' | 'captured'> {
  readonly run: ScanRun;
  readonly view: FlowState;
  /** Under which the screen keeps its half task. */
  readonly name: string;
  /** What the next scan is called inside a sentence; absent: the screen has fields for it, and codes are typed there. */
  readonly noun?: string;
  /** What the band says as long as nothing else is said. */
  readonly rest: string;
  /** Scans from other screens, where a task takes them. */
  readonly pendingScans?: PendingScans;
  /** Whether what was sent to this screen waits as well: something is begun. */
  readonly isBegun?: boolean;
  readonly anew?: OfferedProps['anew'];
  /** The task that takes scans one after the other, so that codes may be collected for it. */
  readonly collects?: Collects;
  /** In the dock: right of the ways in, and the buttons of what the screen asks, in place of them. */
  readonly action?: ReactNode;
  readonly question?: ReactNode;
  /** In the hero, beside what is asked for. */
  readonly chip?: ReactNode;
  /** Under the result. */
  readonly children?: ReactNode;
  /** Under what is left over. */
  readonly foot?: ReactNode;
}

/** What every screen that takes scans has, from top to bottom: hero, last result, what is asked, and the dock under the thumb. */
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
  const banner = { said: notice, words: words('taskScreen').tones, rest: noun === undefined ? undefined : rest };
  const leave = (): void => run.leaveMisfit?.();
  const misfitQuestion = misfit?.isRefused === false && (
    <Suspense>
      <LeaveOr onLeave={leave} onTake={() => run.takeAnyway?.()} word={words('taskScreen').anyway} />
    </Suspense>
  );
  const collects = aids.open === 'camera' ? undefined : props.collects;
  const isLeftOver = draft(notTakenDraft(name)).read() ?? (collects && draft(batchDraft(name)).read());
  return (
    <Page
      line={
        <>
          <ScanHero
            scanning={scanning}
            prompt={prompt}
            isSmall={noun === undefined}
            icon={props.icon}
            steps={props.steps}
            captured={props.captured}
            note={props.chip}
          />
          <Suspense fallback={<ResultBanner {...banner} />}>
            <FollowedBanner {...banner} />
          </Suspense>
        </>
      }
      dock={
        <ScanDock
          aids={aids}
          typeLabel={noun !== undefined && run.mayType() ? words('taskScreen').typeThe({ noun }) : undefined}
          action={props.action}
          question={props.question || misfitQuestion}
        />
      }
    >
      <CameraPlace aids={aids} collects={props.collects} />
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
