import './known.css';
import { useState } from 'react';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useAppView } from '#app/frame/useAppState.ts';
import type { SiteConfiguration } from '#site/site.ts';
import { codeAddress } from '#tasks/answer/CodeLink.tsx';
import { KNOWN_SCREEN, knownAddress } from '#tasks/answer/knownAddress.ts';
import { tasksOf, waysOf } from '#tasks/catalogue/routes.ts';
import { fitsRule } from '#tasks/task/codeCheck.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import type { ObjectTask } from '#tasks/task/task.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { Button } from '#ui/Button.tsx';
import { Code, wholeCodes } from '#ui/Code.tsx';
import { Link, cameFrom } from '#ui/Link.tsx';
import { Section } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import type { Saying } from '#ui/ResultBanner.tsx';
import { StateMark } from '#ui/Row.tsx';
import { icons } from '#ui/icons.ts';
import { navigate, useSearch } from '#ui/router.ts';
import { useNow } from '#ui/useNow.ts';
import { ago } from '#i18n/ago.ts';
import { shownTime } from '#i18n/figures.ts';
import { shownMinute } from '#i18n/moments.ts';
import { knownWords } from '#i18n/words/known.ts';
import { noteWords } from '#i18n/words/note.ts';
import { lookUpWords } from '#i18n/words/lookUp.ts';
import { splitWords } from '#i18n/words/split.ts';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';
import { historyAddress } from './HistoryFilters.tsx';
import { type KnownEntry, knownEntries } from './knownEntries.ts';
import { useAdded } from './useAdded.ts';
import { type Known, useKnown } from './useKnown.ts';

/** Shows the history of a thing, by its code: one scan shows it, and the next one the next. It changes nothing. */
export function KnownScreen() {
  const { cues } = useHandheld();
  const code = new URLSearchParams(useSearch()).get('code') ?? '';
  const [notice, setNotice] = useState<Saying>();
  function refuse(text: string): void {
    setNotice({ tone: 'wrong', text });
    cues.play('wrong');
  }
  function show(text: string): void {
    setNotice(undefined);
    cues.play('step');
    navigate(knownAddress(text), { replaces: true, state: history.state });
  }
  return (
    <Frame title={knownWords().title} back={backTo()}>
      <ScanPage
        run={{
          accept: ({ text }) => show(text),
          refuse,
          mayType: () => true,
          split: ({ first, texts, before }) =>
            refuse(
              `${splitWords().said({ codes: [...before.map(({ text }) => text), first.text, ...texts].join(' · ') })} ${splitWords().nothing}`,
            ),
        }}
        view={{ notice }}
        name="known"
        noun={knownWords().noun}
        rest={code === '' ? knownWords().hint : ''}
        longest={taskScreenWords().scanThe({ noun: knownWords().noun })}
        icon={icons.known}
        captured={code === '' ? undefined : <Code text={code} size="large" />}
      >
        {code !== '' && <KnownOf key={code} code={code} />}
      </ScanPage>
    </Frame>
  );
}

/** Names the place that it was opened from, where that is another screen. */
function backTo() {
  const from = cameFrom();
  return from === undefined || from === '/' || from.startsWith(KNOWN_SCREEN)
    ? toHome()
    : { to: from, name: knownWords().back };
}

function KnownOf({ code }: { readonly code: string }) {
  const { site } = useAppView();
  const known = useKnown(code);
  const ledgers = typeof known.ledger === 'string' ? [] : known.ledger.calls;
  const entries = knownEntries(site, code, known.own, ledgers);
  return (
    <>
      <Section title={knownWords().calls}>
        <Standing known={known} code={code} isEmpty={entries.length === 0} />
        {entries.length > 0 && (
          <ol className="known" aria-label={knownWords().calls}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        <Ends known={known} code={code} />
      </Section>
      <Ways code={code} />
    </>
  );
}

interface PartProps {
  readonly known: Known;
  readonly code: string;
}

/** Says what was not asked for, and that nothing is known where all has been looked through. */
function Standing({ known: { found, isLooking, ledger, again }, isEmpty }: PartProps & { readonly isEmpty: boolean }) {
  const words = knownWords();
  const isAsked = typeof ledger !== 'string';
  const isWhole = isAsked && ledger.kept && ledger.since === undefined;
  return (
    <>
      <output>
        {isLooking && found && found.of > found.looked && (
          <span className="hint">{words.looking({ looked: found.looked, of: found.of })}</span>
        )}
        {!isLooking && ledger === 'asking' && <span className="hint">{words.asking}</span>}
        {!isLooking && ledger !== 'asking' && isEmpty && <b>{isWhole ? words.none : words.noneHere}</b>}
      </output>
      {(ledger === 'away' || ledger === 'older') && <Problem text={words[ledger]} />}
      {ledger === 'refused' && <Problem text={words.busy} />}
      {(ledger === 'away' || ledger === 'refused') && (
        <Button icon={icons.again} onClick={again}>
          {lookUpWords().again}
        </Button>
      )}
    </>
  );
}

/** Says how far back was looked, and leads on to all calls of this handheld. */
function Ends({ known: { found, isLooking, ledger }, code }: PartProps) {
  const words = knownWords();
  const isAsked = typeof ledger !== 'string';
  const isPartly = !isLooking && found !== undefined && found.looked < found.of;
  return (
    <>
      {isAsked && !ledger.kept && <p className="hint">{words.noCodes}</p>}
      {isAsked && ledger.since !== undefined && (
        <p className="hint">{words.since({ at: shownMinute(ledger.since) })}</p>
      )}
      {isPartly && (
        <>
          <p className="hint">{words.partly({ looked: found.looked, of: found.of })}</p>
          <Button href={historyAddress({ text: code })} icon={icons.lookUp}>
            {words.find}
          </Button>
        </>
      )}
    </>
  );
}

/** One thing that was done: what, how it ended, and when and by whom. This handheld's own is opened by a tap. */
function Entry({ entry }: { readonly entry: KnownEntry }) {
  const { at, what, beside, weight, mark, why, who, isElsewhere, href, callId } = entry;
  const now = useNow();
  const inside = (
    <>
      <span className="known-what">
        <b>{what}</b>
        {beside.map((code) => (
          <span key={code}>
            {'→ '}
            <Code text={code} size="medium" />
          </span>
        ))}
        {weight !== undefined && <b className="known-weight">{weight}</b>}
      </span>
      <StateMark mark={mark} />
      {why !== undefined && <span className="known-why">{wholeCodes(why)}</span>}
      <span className="hint">
        {[ago(now - at), shownWhen(at, now), who, isElsewhere ? knownWords().elsewhere : undefined]
          .filter((part) => part !== undefined)
          .join(' · ')}
        {callId !== undefined && <AddedTo callId={callId} />}
      </span>
    </>
  );
  return (
    <li className={`known-entry is-${mark.mood}`}>
      {href === undefined ? (
        <div className="known-inside">{inside}</div>
      ) : (
        <Link className="known-inside" href={href}>
          {inside}
        </Link>
      )}
    </li>
  );
}

/** Tells that a note or pictures were added to a call here, which its own screen shows; nothing where none were. */
function AddedTo({ callId }: { readonly callId: string }) {
  const { note, pictures = [] } = useAdded(callId).added ?? {};
  const { one, pictures: many } = noteWords();
  return [...(note ? [one] : []), ...(pictures.length > 0 ? [many({ count: pictures.length })] : [])].map(
    (added) => ` ·\u00a0${added}`,
  );
}

/** Writes a moment: of today its time alone. @param at - Unix ms */
function shownWhen(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? shownTime(at, { timeStyle: 'short', hourCycle: 'h23' }) : shownMinute(at);
}

/** The look-ups of the service that take such a code; all of them where nobody has said what codes look like. */
function Ways({ code }: { readonly code: string }) {
  const { site } = useAppView();
  const { rolesOf } = useHandheld();
  const ways = lookUpsFor(site, code, rolesOf(code));
  if (ways.length === 0) return null;
  return (
    <Section title={knownWords().ways}>
      <nav className="ways tiles" aria-label={knownWords().ways}>
        {ways.map(({ id, icon, title }) => (
          <WayRow key={id} to={codeAddress(code, id)} icon={icon} title={title()} />
        ))}
      </nav>
    </Section>
  );
}

/** Returns the tasks whose look-up takes a code, by the site's rules and by what it was; every one where nothing is known of such codes. */
export function lookUpsFor(site: SiteConfiguration, code: string, roles: readonly string[]): readonly ObjectTask[] {
  const scan = { text: code, source: 'typed', at: 0 } as const;
  const asking = tasksOf(site).filter((task) => task.kind === 'object' && task.lookUp !== undefined) as ObjectTask[];
  if (waysOf(site, scan, roles) === 'any') return asking;
  return asking.filter(
    ({ subject: { parameter } }) => roles.includes(parameter) || fitsRule(site.codes, parameter, scan),
  );
}
