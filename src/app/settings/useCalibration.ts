import { useEffect, useEffectEvent, useState } from 'react';
import { useAppContext } from '#app/frame/appContext.ts';
import { type SeparatorFinding, learn, learnSeparator } from '#scan/calibrate/calibrate.ts';
import { startScannerListener } from '#scan/calibrate/scannerListener.ts';
import type { Stream } from '#scan/calibrate/scannerInput.ts';

interface Heard {
  readonly streams: readonly Stream[];
  readonly separator?: SeparatorFinding;
  /** Another code than the one on the screen was scanned. */
  readonly other?: string | undefined;
  readonly isBlank?: boolean;
}

const nothing: Heard = { streams: [] };

/**
 * What the scans of the test codes tell of the scanner.
 *
 * @param onScan - something was scanned: what was said of the one before is over.
 */
export function useCalibration(onScan: () => void) {
  const { cues } = useAppContext().appState.handheld;
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
