import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { BareHeader, Frame, toHome } from '#app/frame/Frame.tsx';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { newId } from '#app/core/newId.ts';
import { Supervised } from './Supervised.tsx';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { CameraPlace, CameraToggle, useAids } from '#tasks/intake/ScanDock.tsx';
import { useHandheld, useSupervisor, useView } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { FactList } from '#ui/Facts.tsx';
import { Field, focusInvalid } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { go } from '#ui/Link.tsx';
import { Page } from '#ui/Page.tsx';
import { Alert, Problem } from '#ui/Problem.tsx';
import { hasSupervisorBadge } from '#device/session.ts';
import { isLanguage, languages } from '#contract/languages.ts';
import { shownTime } from '#i18n/figures.ts';
import { textAt } from '#i18n/textAt.ts';
import { setUpWords } from '#i18n/words/setUp.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { probe } from '#wire/hello.ts';
import {
  type Provision,
  type SealedProvision,
  PROVISION_PATH,
  UnusableProvision,
  openProvision,
  readProvision,
} from '#wire/provisioning.ts';
import { useInSight } from '#ui/useInSight.ts';
import { icons } from '#ui/icons.ts';
import { explain } from '#tasks/task/explain.ts';
import { navigate } from '#ui/router.ts';

const PROBE_TIMEOUT_MS = 3_000;

/** Leads home from the set-up once a return code that was taken here has brought the handheld back: nothing is left to set up. */
function useWayHome(): void {
  const { returning } = useView(useAppState().notices);
  const isAsking = useRef(false);
  useEffect(() => {
    if (returning === 'enrolled' && isAsking.current) navigate('/', { replaces: true });
    isAsking.current = returning === 'asking';
  }, [returning]);
}

/** Sets up anew a handheld that is in use: for a supervisor. */
export function SetUpScreen() {
  const supervisor = useSupervisor();
  const [isDone, setDone] = useState(false);
  useWayHome();
  return (
    <Frame title={setUpWords().title} back={toHome()}>
      {isDone ? (
        <Page
          dock={
            <Button size="big" href="/" kind="primary">
              {setUpWords().toHome}
            </Button>
          }
        >
          <output className="state is-good">
            <Icon of={icons.done} /> {setUpWords().done}
          </output>
        </Page>
      ) : supervisor.isOpen ? (
        <SetUpByCode onByHand={() => go('/settings/supervisor')} onDone={() => setDone(true)} />
      ) : (
        <BadgeFirst />
      )}
    </Frame>
  );
}

/** Takes the code of a link that this address has behind the sign, once. @param take - `true`: it was taken, and belongs into no history */
function useLinked(take: (link: string) => boolean): void {
  const takeLink = useEffectEvent((): void => {
    const { href, pathname, hash } = location;
    if (pathname === PROVISION_PATH && hash !== '' && take(href)) navigate(PROVISION_PATH, { replaces: true });
  });
  useEffect(() => {
    const onHash = (): void => takeLink(); // a link that is opened while this screen is
    const timer = setTimeout(onHash, 0);
    addEventListener('hashchange', onHash);
    return () => {
      clearTimeout(timer);
      removeEventListener('hashchange', onHash);
    };
  }, []);
}

/**
 * Asks for a supervisor first, where somebody else is signed in: by a badge, or by what the dialog asks for. A return code needs none:
 * whatever takes scans takes it.
 */
function BadgeFirst() {
  const { people } = useAppState();
  const { takeReturn } = useAppState();
  const { cues, outbox } = useHandheld();
  const { site } = useAppView();
  const isRevoked = useView(outbox).pause === 'not-enrolled';
  const aids = useAids();
  const [problem, setProblem] = useState('');
  useLinked(takeReturn);
  const scanning = useScans({
    onScan({ text }) {
      const isOpen = people.openByBadge(text);
      cues.play(isOpen ? 'step' : 'wrong');
      if (!isOpen) setProblem(setUpWords().badgeFirst);
    },
  });
  const line = hasSupervisorBadge(site) && <ScanHero scanning={scanning} isSmall prompt={setUpWords().scanBadge} />;
  return (
    <Page line={line || undefined} dock={isRevoked && <CameraToggle aids={aids} />}>
      <Alert text={problem} />
      {isRevoked && <p>{setUpWords().orReturn}</p>}
      {isRevoked && <CameraPlace aids={aids} onlyQr />}
      <Supervised>{null}</Supervised>
    </Page>
  );
}

/** The first start of a handheld that is set up by a code. */
export function SetUpFirst() {
  const home = (): void => navigate('/', { replaces: true });
  return (
    <>
      <BareHeader title={setUpWords().title} />
      <SetUpByCode onByHand={home} onDone={home} />
    </>
  );
}

interface SetUpByCodeProps {
  readonly onByHand: () => void;
  readonly onDone: () => void;
}

/** Sets this handheld up by one sealed code: scan, passcode, look, confirm. Nothing is changed before. */
function SetUpByCode({ onByHand, onDone }: SetUpByCodeProps) {
  const { takeReturn } = useAppState();
  const { cues, outbox } = useHandheld();
  const isUnknown = useView(outbox).pause === 'not-enrolled';
  const [sealed, setSealed] = useState<SealedProvision>();
  const [opened, setOpened] = useState<Provision>();
  const [refused, setRefused] = useState<{ readonly sentence: string }>();
  const place = useRef<HTMLDivElement>(null);
  useInSight(place, refused); // the button that it answers may be a screen below
  const aids = useAids();

  function refuse(error: unknown): void {
    cues.play('wrong');
    setRefused({ sentence: sentenceOf(error) });
  }
  async function take(text: string): Promise<void> {
    setRefused(undefined);
    try {
      const read = await readProvision(text);
      if (read.origin !== location.origin) throw new UnusableProvision('other-origin', read.origin);
      setOpened(undefined);
      setSealed(read);
      aids.show(undefined);
      cues.play('step');
    } catch (error) {
      refuse(error);
    }
  }
  useLinked((link) => {
    if (!takeReturn(link)) void take(link);
    return true;
  });
  const scanning = useScans({ onScan: ({ text }) => void take(text) });

  const dock = sealed ? (
    <Button size="big" onClick={() => setSealed(undefined)}>
      {setUpWords().another}
    </Button>
  ) : (
    <div className="buttons">
      <Button size="big" onClick={onByHand}>
        {setUpWords().byHand}
      </Button>
      <CameraToggle aids={aids} />
    </div>
  );
  return (
    <Page line={<ScanHero scanning={scanning} isSmall prompt={setUpWords().prompt} />} dock={dock}>
      <div role="alert" ref={place}>
        {refused && <Problem text={refused.sentence} />}
      </div>
      {!sealed && (
        <>
          <p className="hint">{setUpWords().hint}</p>
          {isUnknown && <p className="hint">{setUpWords().orReturn}</p>}
          <CameraPlace aids={aids} onlyQr />
        </>
      )}
      {sealed && !opened && <Passcode sealed={sealed} onOpened={setOpened} />}
      {sealed && opened && <Confirm provision={opened} onDone={onDone} onProblem={refuse} />}
    </Page>
  );
}

interface PasscodeProps {
  readonly sealed: SealedProvision;
  readonly onOpened: (provision: Provision) => void;
}

function Passcode({ sealed, onOpened }: PasscodeProps) {
  const { cues } = useHandheld();
  const [passcode, setPasscode] = useState('');
  const { problem, setProblem, isBusy, attempt } = useAttempt((error) => {
    cues.play('wrong');
    setTimeout(focusInvalid, 0);
    return sentenceOf(error);
  });

  function type(text: string): void {
    setPasscode(text);
    setProblem(undefined); // it was said of another one
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void attempt(async () => {
      // The gateway's clock where it answers: a handheld's own may be set.
      const hello = await probe(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS);
      onOpened(await openProvision(sealed, passcode, location.origin, hello?.now ?? Date.now()));
    });
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field
        caption={setUpWords().passcode}
        hint={setUpWords().passcodeHint}
        enterKeyHint="done"
        acceptsScan
        value={passcode}
        onChange={type}
        problem={problem}
      />
      <output className="hint">{isBusy && setUpWords().working}</output>
      <Button size="big" kind="primary" submit>
        {setUpWords().look}
      </Button>
    </form>
  );
}

interface ConfirmProps {
  readonly provision: Provision;
  readonly onDone: () => void;
  readonly onProblem: (error: unknown) => void;
}

function Confirm({ provision, onDone, onProblem }: ConfirmProps) {
  const appState = useAppState();
  const { settings } = useAppView();
  const [warehouse, setWarehouse] = useState(settings?.warehouseId ?? '');
  const [name, setName] = useState('');
  const { key, enrol, language, scanner, until } = provision;
  const names = setUpWords();
  const keyFact = enrol !== undefined ? names.keyThere : key === undefined ? names.keyStays : names.keyComes;
  const facts = [
    { caption: names.address, value: provision.origin },
    { caption: names.key, value: keyFact },
    ...(provision.warehouse === undefined ? [] : [{ caption: names.warehouse, value: provision.warehouse }]),
    { caption: names.language, value: isLanguage(language) ? languages[language] : names.stays },
    { caption: names.scanner, value: textAt(settingsPartsWords().endings, scanner ?? '') ?? names.stays },
    { caption: names.until, value: shownTime(until * 1000, { dateStyle: 'short', timeStyle: 'short' }) },
  ];
  const setUp = async (): Promise<void> => appState.people.setUp(provision, warehouse, name);
  return (
    <>
      <h2 className="section-head">{setUpWords().ask}</h2>
      <FactList facts={facts} />
      {provision.warehouse === undefined && (
        <Field caption={setUpWords().warehouse} inputMode="numeric" value={warehouse} onChange={setWarehouse} />
      )}
      {enrol !== undefined && (
        <Field caption={setUpWords().name} hint={setUpWords().nameHint} value={name} onChange={setName} />
      )}
      <Button size="big" kind="primary" icon={icons.done} onClick={() => void setUp().then(onDone, onProblem)}>
        {setUpWords().use}
      </Button>
    </>
  );
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof UnusableProvision)) return explain(error);
  if (error.kind === 'other-origin' && error.origin !== undefined)
    return setUpWords().otherOrigin({ origin: error.origin });
  return setUpWords().failures[error.kind];
}
