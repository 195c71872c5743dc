import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useMemo } from 'react';
import { draftName } from '#tasks/task/draft.ts';
import { goesToPrinter, isLabelDue } from '#outbox/state/label.ts';
import type { ScanNote, QueuedCall } from '#outbox/state/queuedCall.ts';
import type { SplitPull } from '#scan/scan.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import type { Collects } from './batchDraft.ts';
import { type FlowQuestionProps, LeaveOr, answersOf, useAsked, useLeaveQuestion } from './ScanQuestions.tsx';
import { Collected, NotTakenList } from './Leftovers.tsx';
import { MisfitPanel } from './MisfitPanel.tsx';
import { ScannerNotice } from './ScannerNotice.tsx';
import { SetAside } from './SetAside.tsx';
import { CameraPlace, ScanDock, useAids } from './ScanDock.tsx';
import { type ScanHeroProps, ScanHero } from './ScanHero.tsx';
import type { FlowState } from './taskFlow.ts';
import { useScans } from './useScans.ts';
import { useSayAloud } from '#ui/aloud.tsx';
import { Page } from '#ui/Page.tsx';
import { ResultBanner, type ResultBannerProps, type Saying, type Tone } from '#ui/ResultBanner.tsx';
import { callListWords } from '#i18n/words/callList.ts';
import { decidingWords } from '#i18n/words/deciding.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { Failable } from '#ui/Failable.tsx';
import { markOf } from '#tasks/catalogue/callFacts.ts';
import { useCalls, useWaitsFor } from '#tasks/calls/useCalls.ts';
import { codeOfCall, knownAddress } from '#tasks/answer/knownAddress.ts';
import { refusalHere } from '#tasks/answer/refusalHere.ts';
import { withoutFiles } from '#site/answer/withoutFiles.ts';
import type { SitePrinter } from '#site/printers.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { whyOf } from '#i18n/whyOf.ts';

type ScanRun = FlowQuestionProps['run'] & {
  readonly accept: (scan: ScanNote) => void;
  readonly refuse: (text: string) => void;
  /** Takes an ending by itself. @default refuses it as an empty scan */
  readonly blank?: () => void;
  readonly ignoreRepeat?: (text: string) => void;
  readonly takeAnyway?: () => void;
  readonly split?: (pull: SplitPull) => void;
  readonly leaveMisfit?: () => void;
  readonly takeMeant?: () => void;
  readonly mayType: () => boolean;
  readonly receive?: (scan: ScanNote) => void;
  readonly sticker?: (printer: SitePrinter) => void;
  readonly goOnWith?: (at: number) => void;
};

interface ScanPageProps extends Pick<
  ScanHeroProps,
  'icon' | 'captured' | 'renderSlots' | 'entry' | 'isInField' | 'longest'
> {
  readonly run: ScanRun;
  readonly view: FlowState;
  /** Under which the screen keeps its half task. */
  readonly name: string;
  /** The next scan's name inside a sentence; absent: the screen has fields for it, and codes are typed there. */
  readonly noun?: string;
  /** Names of all that is scanned here, where a call takes several codes. */
  readonly nouns?: readonly string[] | undefined;
  /** Over the field for what is typed, where a field is asked for and no code. */
  readonly typeCaption?: string | undefined;
  /** The words of the band where nothing has happened yet; empty: there is no band then. */
  readonly rest: string;
  /** `true`: what to scan is said small, as the body has more to say. */
  readonly isSmall?: boolean;
  /** True offers scans from other screens here: a task may take them. */
  readonly takesPending?: boolean;
  readonly anew?: FlowQuestionProps['anew'];
  readonly collects?: Collects;
  /** In the dock: right of the ways in, and the buttons of what the screen asks, in place of them. */
  readonly action?: ReactNode;
  readonly question?: ReactNode;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

/**
 * Shows what every screen that takes scans has, from top to bottom: hero, last result, what is asked, and the dock
 * under the thumb.
 */
export function ScanPage({ run, view, name, noun, rest, takesPending = false, ...props }: ScanPageProps) {
  const { draft } = useHandheld();
  const pendingScans = usePendingScans();
  const { misfit, notice } = view;
  const ownQuestion =
    props.question || (misfit?.isRefused === false && <MisfitAnswers run={run} meant={misfit.meant} />);
  const { asking, said } = useAsked(view, takesPending);
  const aids = useAids();
  useSentScan(run, takesPending);
  const body = useRef<HTMLDivElement>(null);
  const isScrolled = useRef(false);
  const scanning = useScans({
    onScan(scan) {
      if (isScrolled.current) body.current?.scrollTo(0, 0); // what it brings up stands at the top
      if (aids.open === 'type') aids.show(undefined); // what was typed so far is no part of it
      run.accept(scan);
    },
    onBlank: run.blank ?? (() => run.refuse(taskScreenWords().blank)),
    onRepeat: run.ignoreRepeat,
    onSplit: run.split,
    onAltered: () => run.refuse(taskScreenWords().altered),
    onCovered: takesPending ? pendingScans.put : undefined,
    onSticker: (printer, isCovered) => (isCovered || ownQuestion ? 'asked' : tellSticker(run, printer)),
  });
  useFieldAtTop(body, props.isInField);
  const prompt = noun === undefined ? rest : taskScreenWords().scanThe({ noun });
  const prompts = props.nouns
    ?.map((each) => taskScreenWords().scanThe({ noun: each }))
    .sort((a, b) => b.length - a.length);
  const banner = { said, rest: noun === undefined || rest === '' ? undefined : rest };
  usePromptAloud(props.entry ?? prompt, said?.text);
  const leaveQuestion = useLeaveQuestion();
  const flowQuestion = answersOf({ asking, run, noun: noun ?? '', anew: props.anew });
  const collects = aids.open === 'camera' ? undefined : props.collects;
  const isInHand = noun === undefined || (Boolean(props.captured) && !props.renderSlots);
  // With an object in hand it stands below what is entered for it: nothing comes under a thumb that is on its way to a key.
  const misfitPanel = misfit && takesPending && (
    <MisfitPanel scan={misfit.scan} task={name} onLeave={() => run.leaveMisfit?.()} key={misfit.scan.at} />
  );
  return (
    <Page
      isInHand={isInHand}
      isTypedInto={aids.open === 'type'}
      body={{
        ref: body,
        className: said && said.tone !== 'step' ? 'under-said' : '',
        onScroll: ({ currentTarget }) => (isScrolled.current = currentTarget.scrollTop > 0),
      }}
      line={
        <>
          <ScanHero
            scanning={scanning}
            isNoticeBelow
            prompt={prompt}
            entry={props.entry}
            isInField={props.isInField}
            isHeld={asking !== undefined}
            isSmall={props.isSmall ?? noun === undefined}
            icon={props.icon}
            longest={props.longest ?? prompts?.[0]}
            captured={props.captured}
            renderSlots={props.renderSlots}
          />
          <Failable of={view} renderFailed={() => <ResultBanner {...banner} />}>
            <FollowedBanner {...banner} />
          </Failable>
        </>
      }
      dock={
        <Failable of={view}>
          <ScanDock
            aids={aids}
            typeCaption={
              props.typeCaption ??
              (noun !== undefined && run.mayType() ? taskScreenWords().typeThe({ noun }) : undefined)
            }
            action={props.action}
            question={leaveQuestion || flowQuestion || ownQuestion}
          />
        </Failable>
      }
    >
      <CameraPlace aids={aids} collects={props.collects} />
      <Failable of={scanning.notice}>{scanning.notice && <ScannerNotice notice={scanning.notice} />}</Failable>
      <Failable of={view}>
        <SetAside of={view} run={run} icon={props.icon} />
        {!isInHand && misfitPanel}
      </Failable>
      <Failable of={view}>{props.children}</Failable>
      <Failable of={view}>{isInHand && misfitPanel}</Failable>
      <Failable of={view}>
        {collects && draft(draftName('batch', name)).read() && <Collected collects={collects} />}
        {draft(draftName('not-taken', name)).read() && (
          <NotTakenList task={name} key={notice?.call?.seq} /> // one line again after each call that was saved
        )}
      </Failable>
      <Failable of={view}>{props.foot}</Failable>
    </Page>
  );
}

/** A task says in its band what came of a printer's sticker; `undefined`: this one does not. */
function tellSticker({ sticker }: ScanRun, printer: SitePrinter): 'taken' | undefined {
  sticker?.(printer);
  return sticker && 'taken';
}

/** Brings the field that is typed into to where it stands, at the top of what scrolls: none is typed into out of sight. */
function useFieldAtTop(body: RefObject<HTMLDivElement | null>, isInField = false): void {
  useEffect(() => {
    if (isInField && body.current && body.current.scrollTop > 0) body.current.scrollTo(0, 0);
  }, [body, isInField]);
}

/** Takes the scan with which another screen led here, before any that is made now. */
function useSentScan(run: Pick<ScanRun, 'receive'>, takesPending: boolean): void {
  const pendingScans = usePendingScans();
  const takeSent = useEffectEvent(() => {
    const scan = takesPending && pendingScans.takeSent(location.pathname);
    if (scan) run.receive?.(scan);
  });
  useEffect(() => takeSent(), []);
}

/** A prompt stands so long, in milliseconds, before it is said: of those that come one after the other the last one is. */
const STANDS_MS = 500;

/** Says aloud what to do next where that has changed, and where the band, which is read aloud, has not said it already. */
function usePromptAloud(prompt: string, said = ''): void {
  const sayAloud = useSayAloud();
  const before = useRef(prompt);
  const isSaid = useEffectEvent((now: string) => {
    const isInBand = said.toLowerCase().includes(now.toLowerCase());
    if (isInBand) before.current = now;
    return isInBand || before.current === now;
  });
  useEffect(() => {
    if (isSaid(prompt)) return undefined;
    const timer = setTimeout(() => {
      if (!isSaid(prompt)) sayAloud(prompt);
      before.current = prompt;
    }, STANDS_MS);
    return () => clearTimeout(timer);
  }, [prompt, sayAloud]);
}

/** The answers to whether a scan is taken that does not look right. @param meant - what was meant, where that is known */
function MisfitAnswers({ run, meant }: { readonly run: ScanRun; readonly meant: string | undefined }) {
  return (
    <LeaveOr
      leave={meant}
      onLeave={() => (meant === undefined ? run.leaveMisfit : run.takeMeant)?.()}
      onTake={() => run.takeAnyway?.()}
      word={taskScreenWords().anyway}
    />
  );
}

/** Letters of the service's words that the band has room for; the call's row and its own screen have more. */
const ROOM = 120;
const NONE: readonly number[] = [];
const tones: Readonly<Partial<Record<string, Tone>>> = { good: 'saved', bad: 'wrong' };

/** The band of a saved call follows it: what became of it takes the place of “to be sent”, without a cue. */
function FollowedBanner({ said, ...rest }: ResultBannerProps) {
  return <ResultBanner {...rest} said={useFollowed(said)} />;
}

/** Returns what the band says now: of a saved call, what became of it. */
export function useFollowed(said: Saying | undefined): Saying | undefined {
  const seq = said?.call?.seq;
  const call = useCalls(seq === undefined ? NONE : [seq]).find((one) => one.seq === seq);
  const waits = useWaitsFor(call);
  const site = useHandheld().site();
  return useMemo(() => (said && call ? followed(said, call, site, waits) : said), [said, call, site, waits]);
}

/** Returns the band's saying for a call as it stands; the same saying as long as it only waits or is sent. */
export function followed(
  said: Saying,
  call: Pick<QueuedCall, 'operation' | 'state' | 'result' | 'trouble' | 'label' | 'scans' | 'parameters'>,
  site: Pick<SiteConfiguration, 'answerRules'>,
  waitsFor?: number,
): Saying {
  const { operation, state, result, trouble, label } = call;
  if (said.call && waitsFor !== undefined) {
    const text = `${said.call.what}: ${decidingWords().waits({ seq: waitsFor })}`;
    return { tone: 'repeat', mark: { ...markOf(call), mood: 'check' }, text, href: `/queue/${waitsFor}` };
  }
  if (!said.call || state === 'waiting' || state === 'sending' || state === 'asking') return said;
  const mark = markOf(call);
  const { mood } = mark;
  const atPrinter = goesToPrinter(call) || label?.is === 'printed';
  const isGood = mood === 'good' || (isLabelDue(call) && !atPrinter);
  const sent = result?.text ?? undefined;
  const words = refusalHere(site, operation, sent) ?? (sent === undefined ? sent : withoutFiles(sent));
  const why = isGood ? undefined : atPrinter ? said.call.why : (words ?? (trouble && whyOf(trouble)));
  const text = [said.call.what, ...(why ? [short(why)] : [])].join(': ');
  const isUnclear = state === 'unconfirmed';
  const now = { tone: tones[mood] ?? 'repeat', mark, text: isUnclear ? `${text} ${callListWords().notAgain}` : text };
  if (isGood) return { ...now, call: said.call };
  const code = result?.verdict === 'refused' ? codeOfCall(call) : undefined;
  return { ...now, ...(code !== undefined && { href: knownAddress(code) }) };
}

function short(text: string): string {
  return text.length <= ROOM ? text : `${text.slice(0, ROOM)}…`;
}
