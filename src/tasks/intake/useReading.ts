import { useEffect, useRef, useState } from 'react';
import type { CameraMode } from '#device/cameraKeep.ts';
import { collect } from '#scan/batch.ts';
import type { SeenCode } from '#scan/camera/agreement.ts';
import type { Scan } from '#scan/scan.ts';
import { fitsRule } from '#tasks/task/codeCheck.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { batchWords } from '#i18n/words/batch.ts';
import type { Collects } from './batchDraft.ts';
import { createChooser } from './chooseCode.ts';
import { createPicture } from './PictureBoxes.tsx';
import { heldFor, useBatch } from './takeCollected.ts';
import { noteOf } from './useScans.ts';

const READ_SHOWN_MS = 1_200;

interface Reading {
  readonly collects?: Collects | undefined;
  readonly mode: CameraMode;
  readonly hasCross: boolean;
  readonly onClose: () => void;
}

/** Takes or offers the codes in the picture, as the mode wants, and shows for a moment what was read. */
export function useReading({ collects, mode, hasCross, onClose }: Reading) {
  const { scanner, site } = useHandheld();
  const [chooser] = useState(createChooser);
  const [picture] = useState(createPicture);
  const isDone = useRef(false);
  const [read, showRead] = useRead();
  const collectAll = useCollecting(collects, showRead);

  function fits(scan: Scan): boolean {
    const { codes } = site();
    const asked = collects ? [collects.run.view().step.parameter] : Object.keys(codes ?? {});
    return asked.some((parameter) => fitsRule(codes, parameter, noteOf(scan)));
  }

  function onCodes(codes: readonly SeenCode[]): void {
    if (mode === 'batch' && collects) {
      collectAll(codes.flatMap(({ scan, isNew }) => (isNew ? scan : [])));
      picture.show(codes.map((code) => ({ ...code, state: 'taken' })));
      return;
    }
    if (isDone.current) return;
    const { take: chosen, offered } = chooser.choose(codes, { fits, hasCross });
    if (chosen) take(chosen.scan);
    const stateOf = (code: SeenCode) =>
      chooser.isTaken(code.scan) ? 'taken' : offered.includes(code) ? 'offered' : 'seen';
    picture.show(codes.map((code) => ({ ...code, state: stateOf(code) })));
  }

  function take(scan: Scan): void {
    showRead(scan.text);
    scanner.put(scan);
    if (mode !== 'single') return;
    isDone.current = true; // the next picture may come before the panel has gone
    onClose();
  }

  function tap(code: SeenCode): void {
    chooser.tap(code);
    picture.show(picture.view().map((one) => (one.scan === code.scan ? { ...one, state: 'taken' } : one)));
    take({ ...code.scan, at: Date.now() });
  }

  return { read, picture, onCodes, tap };
}

/** Collects all codes that one picture has brought, with one signal. */
function useCollecting(collects: Collects | undefined, showRead: (text: string) => void) {
  const { cues, site } = useHandheld();
  const batch = useBatch(collects?.task.id);
  return (scans: readonly Scan[]): void => {
    const [scan] = scans;
    if (!scan || !collects) return;
    const before = batch.view();
    const holderOf = (one: Scan) => heldFor(collects, site().codes, one);
    const codes = scans.reduce((list, one) => (holderOf(one) ? list : collect(list, one)), before);
    const added = codes.length - before.length;
    cues.play(added > 0 ? 'step' : 'repeat');
    const holder = holderOf(scan);
    const known = holder
      ? batchWords().held({ text: scan.text, noun: holder.noun() })
      : batchWords().again({ text: scan.text });
    showRead(added > 1 ? batchWords().added({ codes: added }) : added === 1 ? codes.at(-1)!.text : known);
    batch.set(codes);
  };
}

function useRead() {
  const [read, setRead] = useState<{ readonly text: string }>();
  useEffect(() => {
    if (!read) return undefined;
    const timer = setTimeout(() => setRead(undefined), READ_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [read]);
  return [read?.text, (text: string) => setRead({ text })] as const;
}
