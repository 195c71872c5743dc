import './calibrate.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { CalibrationFindings } from './CalibrationFindings.tsx';
import { Frame } from '#app/frame/Frame.tsx';
import { TestCodePicture } from './TestCodePicture.tsx';
import { useFloor } from '#app/frame/floor.ts';
import { useEntry } from '#app/frame/useEntry.ts';
import { SCANS, type SeparatorFinding, learn, learnSeparator } from '#scan/calibrate/calibrate.ts';
import { startScannerListener } from '#scan/calibrate/scannerListener.ts';
import type { Stream } from '#scan/calibrate/scannerInput.ts';
import { separatorCode, testCode } from '#scan/calibrate/testCode.ts';
import { ScanBar } from '#tasks/intake/ScanBar.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { Prompt } from '#ui/Prompt.tsx';
import { calibrationWords as words } from '#i18n/en/calibration.ts';
import { settingsWords } from '#i18n/en/settings.ts';
import { LinkButton } from '#app/frame/LinkButton.tsx';

const SETTINGS = '/settings';

/** Learns how this handheld's scanner types from three scans of a code on the screen, and says what to change on it. */
export function CalibrateScreen() {
  const { base } = useFloor();
  const { settings } = useView(base);
  const { keep, problems } = useEntry();
  const [streams, setStreams] = useState<readonly Stream[]>([]);
  const [separator, setSeparator] = useState<SeparatorFinding>();
  const [other, setOther] = useState<string>();
  const [done, setDone] = useState<'used' | 'wasReset'>();
  const [isBlank, setIsBlank] = useState(false);
  // Scans are heard by the ear; the wedge's are taken here so that no task gets them.
  const scanning = useScans({
    onScan: () => undefined,
    onBlank() {
      setIsBlank(true);
      base.handheld.cues.play('wrong');
    },
  });
  const lesson = learn(streams);
  const supervisor = useSupervisor();

  function hearSeparator(stream: Stream): void {
    const found = learnSeparator(stream);
    base.handheld.cues.play(found ? 'step' : 'wrong');
    if (found) setSeparator(found);
  }
  const onStream = useEffectEvent((stream: Stream) => {
    setDone(undefined);
    setIsBlank(false);
    if (lesson.kind === 'different') return base.handheld.cues.play('wrong');
    if (lesson.kind === 'learned') return hearSeparator(stream);
    const next = learn([...streams, stream]);
    setOther(next.kind === 'other-code' ? next.text : undefined);
    if (next.kind !== 'other-code') setStreams([...streams, stream]);
    base.handheld.cues.play(next.kind === 'other-code' || next.kind === 'different' ? 'wrong' : 'step');
  });
  useEffect(() => startScannerListener(window, (stream) => onStream(stream)), []);
  useEffect(() => {
    document.documentElement.dataset['prints'] = 'codes'; // and no other screen
    return () => void delete document.documentElement.dataset['prints'];
  }, []);

  function startAnew(): void {
    setStreams([]);
    setSeparator(undefined);
    setOther(undefined);
    setDone(undefined);
    setIsBlank(false);
  }
  async function keepFound(): Promise<void> {
    if (!settings || lesson.kind !== 'learned' || !(await supervisor.ask())) return;
    const { userId, warehouseId } = settings;
    const { terminator, keyGapMs, idleMs, prefix, suffix } = lesson.profile;
    const wedge = { keyGapMs, prefix, suffix, ...(idleMs !== undefined && { idleMs }) };
    if (await keep({ userId, warehouseId, terminator, wedge })) setDone('used');
  }
  async function reset(): Promise<void> {
    if (!settings || !(await supervisor.ask())) return;
    const { userId, warehouseId } = settings;
    const isKept = await keep({ userId, warehouseId, terminator: 'auto', wedge: undefined });
    startAnew();
    if (isKept) setDone('wasReset');
  }

  const isLearned = lesson.kind === 'learned';
  /** What is altered on its way is not cured by anything that is set here. */
  const isWrong = isLearned && lesson.findings.some(({ kind }) => kind === 'layout' || kind === 'case');
  const isUsed = done === 'used';
  const prompt = isLearned ? words.separatorPrompt : words.prompt(SCANS);
  return (
    <Frame title={words.title} back={{ to: SETTINGS, name: settingsWords.title }}>
      <Page
        line={
          <ScanBar
            scanning={scanning}
            prompt={prompt}
            progress={isLearned ? undefined : `${streams.length}/${SCANS}`}
          />
        }
        dock={
          <>
            {isLearned && !isWrong && !isUsed && (
              <Button size="big" kind="primary" icon="done" wide onClick={() => void keepFound()}>
                {words.use}
              </Button>
            )}
            {isUsed && (
              <LinkButton href="/" kind="primary" wide>
                {words.done}
              </LinkButton>
            )}
            <div className="buttons">
              {isWrong && !isUsed && <Button onClick={() => void keepFound()}>{words.allTheSame}</Button>}
              <Button icon="repeat" onClick={startAnew}>
                {words.anew}
              </Button>
              <Button onClick={() => void reset()}>{words.reset}</Button>
            </div>
          </>
        }
      >
        <output className="state is-good">{done && words[done]}</output>
        <div role="alert">
          {isBlank && <Problem text={words.blank} />}
          {lesson.kind === 'different' && <Problem text={words.different} />}
          {other !== undefined && <Problem text={words.otherCode(other)} />}
          {problems.other !== undefined && <Problem text={problems.other} />}
        </div>
        {lesson.kind !== 'different' && separator === undefined && (
          <>
            <Prompt text={isLearned ? prompt : words.scan(streams.length, SCANS)} />
            <TestCodePicture code={isLearned ? separatorCode : testCode} />
            {!isLearned && <p className="hint">{words.hint}</p>}
          </>
        )}
        <div role="alert">{isWrong && <Problem text={words.first} />}</div>
        {isLearned && <CalibrationFindings findings={lesson.findings} separator={separator} />}
        <div className="print-codes">
          <TestCodePicture code={testCode} />
          <TestCodePicture code={separatorCode} />
        </div>
      </Page>
    </Frame>
  );
}
