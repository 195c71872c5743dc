import { type FormEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFloor } from '#app/frame/floor.ts';
import { newId } from '#app/core/ports.ts';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Field, focusInvalid } from '#ui/Field.tsx';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { isLanguage, languages } from '#i18n/language.ts';
import { settingsWords } from '#i18n/en/settings.ts';
import { setUpWords as words } from '#i18n/en/setUp.ts';
import { startWords } from '#i18n/en/start.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { probe } from '#wire/hello.ts';
import {
  PROVISION_PATH,
  type Provision,
  type SealedProvision,
  UnusableProvision,
  openProvision,
  readProvision,
} from '#wire/provisioning.ts';
import { part } from '#ui/part.ts';
import { useInSight } from '#ui/useInSight.ts';

const CameraPanel = part(() => import('#tasks/intake/CameraPanel.tsx'), 'CameraPanel');
const rules = { formats: ['QRCode'], itfLengths: [] } as const;
const PROBE_TIMEOUT_MS = 3_000;

export interface SetUpByCodeProps {
  /** Goes back to entering it by hand, or to where one was. */
  readonly onByHand: () => void;
  readonly onDone: () => void;
}

/**
 * Sets this handheld up by one sealed code: scan it or open its link, type the passcode, see what it sets, confirm.
 * Until then nothing is changed.
 */
export function SetUpByCode({ onByHand, onDone }: SetUpByCodeProps) {
  const { base } = useFloor();
  const [sealed, setSealed] = useState<SealedProvision>();
  const [opened, setOpened] = useState<Provision>();
  const [refused, setRefused] = useState<{ readonly sentence: string }>();
  const place = useRef<HTMLDivElement>(null);
  useInSight(place, refused); // the button that it answers may be a screen below
  const [isLooking, setLooking] = useState(false);

  function refuse(error: unknown): void {
    base.handheld.cues.play('wrong');
    setRefused({ sentence: sentenceOf(error, base.handheld.explain) });
  }
  async function take(text: string): Promise<void> {
    setRefused(undefined);
    try {
      const read = await readProvision(text);
      if (read.origin !== location.origin) throw new UnusableProvision('other-origin', read.origin);
      setOpened(undefined);
      setSealed(read);
      setLooking(false);
      base.handheld.cues.play('step');
    } catch (error) {
      refuse(error);
    }
  }
  const takeLink = useEffectEvent((text: string) => void take(text));
  useEffect(() => {
    const { href, pathname, hash } = location;
    if (pathname !== PROVISION_PATH || hash === '') return undefined;
    const timer = setTimeout(() => {
      history.replaceState(null, '', PROVISION_PATH); // it is taken, and belongs into no history
      takeLink(href);
    }, 0);
    return () => clearTimeout(timer);
  }, []);
  const scanning = useScans({ onScan: ({ text }) => void take(text), onBlank: () => undefined });

  const dock = sealed ? (
    <Button size="big" wide onClick={() => setSealed(undefined)}>
      {words.another}
    </Button>
  ) : (
    <div className="buttons">
      <Button size="big" onClick={onByHand}>
        {words.byHand}
      </Button>
      <Button size="big" icon={isLooking ? 'close' : 'camera'} onClick={() => setLooking(!isLooking)}>
        {isLooking ? tasksWords.closeCamera : tasksWords.camera}
      </Button>
    </div>
  );
  return (
    <Page line={<ScanBar scanning={scanning} prompt={words.prompt} />} dock={dock}>
      <div role="alert" ref={place}>
        {refused && <Problem text={refused.sentence} />}
      </div>
      {!sealed && (
        <>
          <Prompt text={words.prompt} />
          <p className="hint">{words.hint}</p>
          {isLooking && (
            <Suspense fallback={<p>{startWords.starting}</p>}>
              <CameraPanel rules={rules} onClose={() => setLooking(false)} />
            </Suspense>
          )}
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
  const { base } = useFloor();
  const [passcode, setPasscode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);

  async function open(): Promise<void> {
    setProblem(undefined);
    setOpening(true);
    try {
      // The gateway's clock where it answers: a handheld's own may be set.
      const hello = await probe(fetch.bind(globalThis), newId(), PROBE_TIMEOUT_MS);
      onOpened(await openProvision(sealed, passcode, location.origin, hello?.now ?? Date.now()));
    } catch (error) {
      base.handheld.cues.play('wrong');
      setProblem(sentenceOf(error, base.handheld.explain));
      setTimeout(focusInvalid, 0);
    }
    setOpening(false);
  }
  function type(text: string): void {
    setPasscode(text);
    setProblem(undefined); // it was said of another one
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isOpening) void open();
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field
        label={words.passcode}
        hint={words.passcodeHint}
        enterKeyHint="done"
        acceptsScan
        value={passcode}
        onChange={type}
        problem={problem}
      />
      <output className="hint">{isOpening && words.working}</output>
      <Button size="big" kind="primary" wide submit>
        {words.look}
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
  const { base } = useFloor();
  const { settings } = useView(base);
  const [warehouse, setWarehouse] = useState(settings?.warehouseId ?? '');
  const [name, setName] = useState('');
  const { key, enrol, language, scanner, until } = provision;
  const isEnding = scanner !== undefined && Object.hasOwn(settingsWords.endings, scanner);
  const facts = [
    { label: words.address, value: provision.origin },
    {
      label: words.key,
      value: enrol !== undefined ? words.keyThere : key === undefined ? words.keyStays : words.keyComes,
    },
    ...(provision.warehouse === undefined ? [] : [{ label: words.warehouse, value: provision.warehouse }]),
    { label: words.language, value: isLanguage(language) ? languages[language] : words.stays },
    {
      label: words.scanner,
      value: isEnding ? settingsWords.endings[scanner as keyof typeof settingsWords.endings] : words.stays,
    },
    { label: words.until, value: words.untilTime(until * 1000) },
  ];
  async function use(): Promise<void> {
    try {
      await (await base.people()).setUp(provision, warehouse, name);
      onDone();
    } catch (error) {
      onProblem(error);
    }
  }
  return (
    <>
      <h2 className="section-head">{words.ask}</h2>
      <Facts facts={facts} />
      {provision.warehouse === undefined && (
        <Field label={words.warehouse} inputMode="numeric" value={warehouse} onChange={setWarehouse} />
      )}
      {enrol !== undefined && <Field label={words.name} hint={words.nameHint} value={name} onChange={setName} />}
      <Button size="big" kind="primary" icon="done" wide onClick={() => void use()}>
        {words.use}
      </Button>
    </>
  );
}

function sentenceOf(error: unknown, explain: (error: unknown) => string): string {
  if (!(error instanceof UnusableProvision)) return explain(error);
  if (error.kind === 'other-origin' && error.origin !== undefined) return words.otherOrigin(error.origin);
  return words.failures[error.kind];
}
