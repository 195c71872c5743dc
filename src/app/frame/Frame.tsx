import { Notices } from './Notices.tsx';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { go, Link } from '#ui/Link.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { HeldScan } from './Notice.tsx';
import { GatewayWords, PauseWhereDue, Status } from './Status.tsx';
import { useAppView, useAppState } from './useAppState.ts';
import { ANYWHERE, focusSink } from '#scan/wedge/field.ts';
import { leaving } from '#tasks/task/leaving.ts';
import { Failable } from '#ui/Failable.tsx';
import { PageNotes } from '#ui/Page.tsx';
import { Icon } from '#ui/Icon.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { homeWords } from '#i18n/words/home.ts';
import { startWords } from '#i18n/words/start.ts';
import { statusWords } from '#i18n/words/status.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { withBreaks } from '#ui/Code.tsx';
import { icons } from '#ui/icons.ts';
import { isShort } from '#device/storageFacts.ts';
import { useView } from '#tasks/task/handheld.ts';

/** Letters of a title that are one line at 360 px, beside the badge. */
const SHORT_TITLE = 16;

export interface FrameProps {
  readonly title: string;
  /** The target of the link left of the title; the home screen has none. */
  readonly back?: BackTo;
  /** True offers a scan that no task has taken yet. */
  readonly offersScan?: boolean | undefined;
  /** True asks about what is begun on the screen before it is left. */
  readonly asksBeforeLeaving?: boolean;
  readonly children: ReactNode;
}

/** The app bar of every screen: title, network, the queue's badge; and what stops the work, at the screen's end. */
export function Frame({ title, back, offersScan, asksBeforeLeaving, children }: FrameProps) {
  const { site } = useAppView();
  const heading = useHeading(title);

  function leave(event: MouseEvent): void {
    if (back && !leaving.ask(() => go(back.to))) event.preventDefault();
  }
  return (
    <>
      <header className="top">
        <div className={site.demo ? 'top-row is-training' : 'top-row'}>
          {back && (
            <Link href={back.to} className="top-link" aria-label={back.name} onClick={leave}>
              <Icon of={back.to === '/' ? icons.home : icons.previous} />
            </Link>
          )}
          <div className="top-name">
            <h1 ref={heading} tabIndex={-1} className={title.length > SHORT_TITLE ? 'is-long' : undefined}>
              {withBreaks(title)}
            </h1>
            <HeaderPart isInBar>
              <GatewayWords />
            </HeaderPart>
          </div>
          <HeaderPart isInBar>
            <Status />
          </HeaderPart>
          {!back && (
            <Link href="/settings" className="top-link" aria-label={homeWords().settings}>
              <Icon of={icons.settings} />
            </Link>
          )}
        </div>
        <HeaderPart>{asksBeforeLeaving && <LeaveGuard />}</HeaderPart>
      </header>
      <PageNotes value={<NotesWhereDue offersScan={offersScan} />}>{children}</PageNotes>
    </>
  );
}

/** Notices of what stops the work, or waits for a word: over the dock of any screen. */
function NotesWhereDue({ offersScan }: Pick<FrameProps, 'offersScan'>) {
  return (
    <>
      <HeaderPart>
        <PauseWhereDue />
      </HeaderPart>
      <NoticesWhereDue />
      <HeaderPart>{offersScan && <HeldScan />}</HeaderPart>
    </>
  );
}

/** A new screen has the focus where its scanner types, or on its title: what is read aloud is where one is. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!focusSink(document) && document.activeElement === document.body) heading.current?.focus();
    }, 0);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another title is another screen
  }, [title]);
  return heading;
}

/** Names the page, and its sink for those who hear the screen. */
export function useTitle(title: string): void {
  const { scanField } = taskScreenWords();
  useEffect(() => {
    document.title = title === APP_NAME ? title : `${title} · ${APP_NAME}`;
    const sink = document.querySelector(ANYWHERE);
    sink?.setAttribute('aria-label', `${title}: ${scanField}`);
    sink?.parentElement?.setAttribute('aria-label', scanField);
  }, [title, scanField]);
}

function NoticesWhereDue() {
  const appState = useAppState();
  const { loss, copiedAt, unheard, storage, cutOff, returning, deskAsked, printer } = useView(appState.notices);
  const { totals, gateway, pause } = useView(appState.handheld.outbox);
  const asks = totals.asking > 0 && gateway === 'reachable';
  const ofStorage = loss ?? copiedAt ?? cutOff ?? (unheard.length > 0 || isShort(storage) || undefined);
  if (
    !asks &&
    gateway !== 'stranger' &&
    ofStorage === undefined &&
    (returning ?? printer ?? (pause === 'desk-hold' ? undefined : deskAsked)) === undefined
  )
    return null;
  return (
    <HeaderPart>
      <Notices />
    </HeaderPart>
  );
}

/** A part of the header, which fails in its place: a tap there tries again. The bar has room for a picture alone. */
function HeaderPart({ isInBar = false, children }: { readonly isInBar?: boolean; readonly children: ReactNode }) {
  const { partBroken, again: word } = startWords();
  return (
    <Failable
      renderFailed={(again) => (
        <button type="button" className={isInBar ? 'status is-check' : 'banner banner-check'} onClick={again}>
          <Icon of={icons.warning} />
          <span className={isInBar ? 'vh' : ''}>
            {partBroken} {word}
          </span>
        </button>
      )}
    >
      {children}
    </Failable>
  );
}

/** The header of a screen from which no way leads to another one yet. */
export function BareHeader({ title }: { readonly title: string }) {
  const { site } = useAppView();
  return (
    <header className="top">
      <div className={site.demo ? 'top-row is-training' : 'top-row'}>
        <div className="top-name">
          <h1>{title}</h1>
          {site.demo && <p className="top-words">{statusWords().standIn}</p>}
        </div>
      </div>
      <NoticesWhereDue />
    </header>
  );
}

export interface BackTo {
  readonly to: string;
  readonly name: string;
}

export const toHome = (): BackTo => ({ to: '/', name: homeWords().back });
