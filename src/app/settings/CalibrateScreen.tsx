import './calibrate.css';
import { useEffect, useState, useEffectEvent, useSyncExternalStore } from 'react';
import { CalibrationFindings } from './CalibrationFindings.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { Button } from '#ui/Button.tsx';
import { useEntry } from '#app/frame/useEntry.ts';
import { type SeparatorFinding, SCANS, learn, learnSeparator } from '#scan/calibrate/calibrate.ts';
import { type TestCode, separatorCode, testCode, barsOf } from '#scan/calibrate/testCode.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { useScans } from '#tasks/intake/useScans.ts';
import { Page } from '#ui/Page.tsx';
import { Alert, Problem } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { calibrationWords } from '#i18n/words/calibration.ts';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';
import { useHandheld, useSupervisor } from '#tasks/task/handheld.ts';
import { startScannerListener } from '#scan/calibrate/scannerListener.ts';
import type { Stream } from '#scan/calibrate/scannerInput.ts';
import { Code } from '#ui/Code.tsx';

type Calibration = ReturnType<typeof useCalibration>;

/** Learns how this handheld's scanner types from three scans of a code on the screen, and says what to change on it. */
export function CalibrateScreen() {
  const calibration = useCalibration();
  const { streams, lesson, isWrong, separator, done, onBlank } = calibration;
  // Scans are heard by the listener; the wedge's are taken here so that no task gets them.
  const scanning = useScans({ onScan: () => undefined, onBlank });
  useEffect(() => {
    document.documentElement.dataset['prints'] = 'codes'; // and no other screen
    return () => void delete document.documentElement.dataset['prints'];
  }, []);

  const isLearned = lesson.kind === 'learned';
  const prompt = isLearned
    ? calibrationWords().separatorPrompt
    : calibrationWords().scan({ done: streams.length, of: SCANS });
  return (
    <Frame title={calibrationWords().title} back={{ to: '/settings/scanner', name: settingsPartsWords().scanner }}>
      <Page line={<ScanHero scanning={scanning} isSmall prompt={prompt} />} dock={<Dock calibration={calibration} />}>
        <output className="state is-good">{done && calibrationWords()[done]}</output>
        <Problems calibration={calibration} />
        {lesson.kind !== 'different' && separator === undefined && (
          <>
            <TestCodePicture code={isLearned ? separatorCode : testCode} />
            {!isLearned && <p className="hint">{calibrationWords().hint}</p>}
            <Button icon={icons.print} onClick={() => print()}>
              {calibrationWords().print}
            </Button>
          </>
        )}
        <Alert text={isWrong ? calibrationWords().first : undefined} />
        {isLearned && <CalibrationFindings findings={lesson.findings} separator={separator} />}
        <div className="print-codes">
          <TestCodePicture code={testCode} />
          <TestCodePicture code={separatorCode} />
        </div>
      </Page>
    </Frame>
  );
}

function Problems({ calibration: { isBlank, lesson, other, problem } }: { readonly calibration: Calibration }) {
  return (
    <div role="alert">
      {isBlank && <Problem text={calibrationWords().blank} />}
      {lesson.kind === 'different' && <Problem text={calibrationWords().different} />}
      {other !== undefined && <Problem text={calibrationWords().otherCode({ text: other })} />}
      {problem !== undefined && <Problem text={problem} />}
    </div>
  );
}

function Dock({ calibration }: { readonly calibration: Calibration }) {
  const { lesson, isWrong, done, keepFound, startAnew, reset } = calibration;
  const isUsed = done === 'used';
  return (
    <>
      {lesson.kind === 'learned' && !isWrong && !isUsed && (
        <Button size="big" kind="primary" icon={icons.done} onClick={() => void keepFound()}>
          {calibrationWords().use}
        </Button>
      )}
      {isUsed && (
        <Button size="big" href="/" kind="primary">
          {calibrationWords().done}
        </Button>
      )}
      <div className="buttons">
        {isWrong && !isUsed && <Button onClick={() => void keepFound()}>{calibrationWords().allTheSame}</Button>}
        <Button icon={icons.again} onClick={startAnew}>
          {calibrationWords().anew}
        </Button>
        <Button onClick={() => void reset()}>{calibrationWords().reset}</Button>
      </div>
    </>
  );
}

interface Heard {
  readonly streams: readonly Stream[];
  readonly separator?: SeparatorFinding;
  readonly other?: string;
  readonly isBlank?: boolean;
  /** The use that was made of what was learned, until something else is heard. */
  readonly done?: 'used' | 'wasReset';
}

const nothing: Heard = { streams: [] };

function useCalibration() {
  const { cues } = useHandheld();
  const supervisor = useSupervisor();
  const { change, problems } = useEntry();
  const [heard, setHeard] = useState(nothing);
  const lesson = learn(heard.streams);
  /** True where keys are altered on their way: nothing that is set here cures that. */
  const isWrong = lesson.kind === 'learned' && lesson.findings.some(({ kind }) => kind === 'layout' || kind === 'case');

  const onStream = useEffectEvent((stream: Stream) => {
    const { streams, separator: before } = heard;
    if (lesson.kind === 'different') return cues.play('wrong');
    if (lesson.kind === 'learned') {
      const found = learnSeparator(stream);
      const separator = found ?? before;
      cues.play(found ? 'step' : 'wrong');
      return setHeard({ streams, ...(separator && { separator }) });
    }
    const next = learn([...streams, stream]);
    setHeard(next.kind === 'other-code' ? { streams, other: next.text } : { streams: [...streams, stream] });
    return cues.play(next.kind === 'other-code' || next.kind === 'different' ? 'wrong' : 'step');
  });
  useEffect(() => startScannerListener(window, (stream) => onStream(stream)), []);

  return {
    ...heard,
    lesson,
    isWrong,
    problem: problems.other,
    onBlank(): void {
      setHeard({ ...heard, isBlank: true });
      cues.play('wrong');
    },
    async keepFound(): Promise<void> {
      if (lesson.kind !== 'learned' || !(await supervisor.ask())) return;
      const { terminator, keyGapMs, idleMs, prefix, suffix } = lesson.profile;
      const wedge = { keyGapMs, prefix, suffix, ...(idleMs !== undefined && { idleMs }) };
      if (await change({ terminator, wedge })) setHeard((now) => ({ ...now, done: 'used' }));
    },
    async reset(): Promise<void> {
      if (!(await supervisor.ask())) return;
      const isKept = await change({ terminator: 'auto', wedge: undefined });
      setHeard(isKept ? { ...nothing, done: 'wasReset' } : nothing);
    },
    startAnew: () => setHeard(nothing),
  };
}

/** Returns the most that the page's edges take of the screen's width, in CSS pixels: --edge of tokens.css, twice, and a border. */
const edgesOf = (width: number): number => (width < 448 ? 28 : 44);

/** A test code, black on white in either theme, each module a whole number of the screen's own pixels. */
function TestCodePicture({ code }: { readonly code: TestCode }) {
  const { path, modules } = barsOf(code);
  const width = useSyncExternalStore(onResize, () => Math.min(innerWidth, 640)); // the handheld may be turned
  const pixels = Math.max(1, Math.floor(((width - edgesOf(width)) * devicePixelRatio) / modules));
  const text = code.text.replace('\u001d', ' ');
  return (
    <figure className="test-code" aria-label={calibrationWords().picture({ text })}>
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
