import './calibrate.css';
import { useEffect, useState, useEffectEvent, useSyncExternalStore } from 'react';
import { CalibrationFindings } from './CalibrationFindings.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { Button } from '#ui/Button.tsx';
import { useEntry } from '#app/frame/useEntry.ts';
import { type SeparatorFinding, SCANS, learn, learnSeparator } from '#scan/calibrate/calibrate.ts';
import { type TestCode, separatorCode, testCode, barsOf } from '#scan/calibrate/testCode.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import { startScannerListener } from '#scan/calibrate/scannerListener.ts';
import type { Stream } from '#scan/calibrate/scannerInput.ts';
import { Code } from '#ui/Code.tsx';

type Calibration = ReturnType<typeof useCalibration>;

/** Learns how this handheld's scanner types from three scans of a code on the screen, and says what to change on it. */
export function CalibrateScreen() {
  const [done, setDone] = useState<'used' | 'wasReset'>();
  const calibration = useCalibration(() => setDone(undefined));
  const { streams, lesson, separator, onBlank } = calibration;
  const { change, problems } = useEntry();
  // Scans are heard by the listener; the wedge's are taken here so that no task gets them.
  const scanning = useScans({ onScan: () => undefined, onBlank });
  useEffect(() => {
    document.documentElement.dataset['prints'] = 'codes'; // and no other screen
    return () => void delete document.documentElement.dataset['prints'];
  }, []);

  const isLearned = lesson.kind === 'learned';
  const isWrong = isWrongOnItsWay(lesson);
  const prompt = isLearned
    ? words('calibration').separatorPrompt
    : words('calibration').scan({ done: streams.length, of: SCANS });
  const step = Math.min(streams.length + 1, SCANS);
  const steps = isLearned ? undefined : { step, of: SCANS, name: words('taskScreen').stepOf({ step, steps: SCANS }) };
  return (
    <Frame title={words('calibration').title} back={{ to: '/settings/scanner', name: words('settingsParts').scanner }}>
      <Page
        line={<ScanHero scanning={scanning} isSmall prompt={prompt} steps={steps} />}
        dock={<Dock calibration={calibration} done={done} onDone={setDone} change={change} />}
      >
        <output className="state is-good">{done && words('calibration')[done]}</output>
        <Problems calibration={calibration} ofKeeping={problems.other} />
        {lesson.kind !== 'different' && separator === undefined && (
          <>
            <TestCodePicture code={isLearned ? separatorCode : testCode} />
            {!isLearned && <p className="hint">{words('calibration').hint}</p>}
            <Button icon={laterIcons.print} wide onClick={() => print()}>
              {words('calibration').print}
            </Button>
          </>
        )}
        <div role="alert">{isWrong && <Problem text={words('calibration').first} />}</div>
        {isLearned && <CalibrationFindings findings={lesson.findings} separator={separator} />}
        <div className="print-codes">
          <TestCodePicture code={testCode} />
          <TestCodePicture code={separatorCode} />
        </div>
      </Page>
    </Frame>
  );
}

/** What is altered on its way is not cured by anything that is set here. */
function isWrongOnItsWay(lesson: Calibration['lesson']): boolean {
  return lesson.kind === 'learned' && lesson.findings.some(({ kind }) => kind === 'layout' || kind === 'case');
}

interface ProblemsProps {
  readonly calibration: Calibration;
  readonly ofKeeping: string | undefined;
}

function Problems({ calibration: { isBlank, lesson, other }, ofKeeping }: ProblemsProps) {
  return (
    <div role="alert">
      {isBlank && <Problem text={words('calibration').blank} />}
      {lesson.kind === 'different' && <Problem text={words('calibration').different} />}
      {other !== undefined && <Problem text={words('calibration').otherCode({ text: other })} />}
      {ofKeeping !== undefined && <Problem text={ofKeeping} />}
    </div>
  );
}

interface DockProps {
  readonly calibration: Calibration;
  readonly done: 'used' | 'wasReset' | undefined;
  readonly onDone: (done: 'used' | 'wasReset' | undefined) => void;
  readonly change: ReturnType<typeof useEntry>['change'];
}

function Dock({ calibration: { lesson, startAnew }, done, onDone, change }: DockProps) {
  const supervisor = useSupervisor();

  async function keepFound(): Promise<void> {
    if (lesson.kind !== 'learned' || !(await supervisor.ask())) return;
    const { terminator, keyGapMs, idleMs, prefix, suffix } = lesson.profile;
    const wedge = { keyGapMs, prefix, suffix, ...(idleMs !== undefined && { idleMs }) };
    if (await change({ terminator, wedge })) onDone('used');
  }
  async function reset(): Promise<void> {
    if (!(await supervisor.ask())) return;
    const isKept = await change({ terminator: 'auto', wedge: undefined });
    startAnew();
    onDone(isKept ? 'wasReset' : undefined);
  }
  function anew(): void {
    startAnew();
    onDone(undefined);
  }

  const isWrong = isWrongOnItsWay(lesson);
  const isUsed = done === 'used';
  return (
    <>
      {lesson.kind === 'learned' && !isWrong && !isUsed && (
        <Button size="big" kind="primary" icon={laterIcons.done} wide onClick={() => void keepFound()}>
          {words('calibration').use}
        </Button>
      )}
      {isUsed && (
        <Button size="big" href="/" kind="primary" wide>
          {words('calibration').done}
        </Button>
      )}
      <div className="buttons">
        {isWrong && !isUsed && <Button onClick={() => void keepFound()}>{words('calibration').allTheSame}</Button>}
        <Button icon={laterIcons.again} onClick={anew}>
          {words('calibration').anew}
        </Button>
        <Button onClick={() => void reset()}>{words('calibration').reset}</Button>
      </div>
    </>
  );
}

interface Heard {
  readonly streams: readonly Stream[];
  readonly separator?: SeparatorFinding;
  readonly other?: string | undefined;
  readonly isBlank?: boolean;
}

const nothing: Heard = { streams: [] };

export function useCalibration(onScan: () => void) {
  const { cues } = useAppState().handheld;
  const [heard, setHeard] = useState(nothing);
  const lesson = learn(heard.streams);

  function hearSeparator(stream: Stream): void {
    const separator = learnSeparator(stream);
    cues.play(separator ? 'step' : 'wrong');
    setHeard({ ...heard, isBlank: false, ...(separator && { separator }) });
  }
  const onStream = useEffectEvent((stream: Stream) => {
    onScan();
    if (lesson.kind === 'different') return cues.play('wrong');
    if (lesson.kind === 'learned') return hearSeparator(stream);
    const streams = [...heard.streams, stream];
    const next = learn(streams);
    setHeard(next.kind === 'other-code' ? { streams: heard.streams, other: next.text } : { streams });
    cues.play(next.kind === 'other-code' || next.kind === 'different' ? 'wrong' : 'step');
  });
  useEffect(() => startScannerListener(window, (stream) => onStream(stream)), []);

  function onBlank(): void {
    setHeard({ ...heard, isBlank: true });
    cues.play('wrong');
  }
  return { ...heard, lesson, onBlank, startAnew: () => setHeard(nothing) };
}

/** What the page's edges take of the screen's width at most, in CSS pixels: --edge of tokens.css, twice, and a border. */
const edgesOf = (width: number): number => (width < 448 ? 28 : 44);

/** A test code, black on white in either theme, each module a whole number of the screen's own pixels. */
export function TestCodePicture({ code }: { readonly code: TestCode }) {
  const { path, modules } = barsOf(code);
  const width = useSyncExternalStore(onResize, () => Math.min(innerWidth, 640)); // the handheld may be turned
  const pixels = Math.max(1, Math.floor(((width - edgesOf(width)) * devicePixelRatio) / modules));
  const text = code.text.replace('\u001d', ' ');
  return (
    <figure className="test-code" aria-label={words('calibration').picture({ text })}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${modules} 1`}
        width={(modules * pixels) / devicePixelRatio}
        height="96"
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <figcaption>
        <Code text={text} />
      </figcaption>
    </figure>
  );
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
