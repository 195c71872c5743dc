import { useEffect, useRef, useState } from 'react';
import { visible } from './deviceFacts.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { CameraPlace, useAids } from '#tasks/intake/ScanDock.tsx';
import { Button } from '#ui/Button.tsx';
import { Facts } from '#ui/Facts.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';

interface Reading {
  readonly text: string;
  readonly ms: number;
}

/** The camera as a task opens it, and what it read how soon. @param scan - the last one of this screen. */
export function CameraTest({ scan }: { readonly scan: ScanNote | undefined }) {
  const aids = useAids();
  const since = useRef(0);
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    if (scan?.source !== 'camera') return;
    const ms = performance.now() - since.current;
    since.current = performance.now();
    setReadings((before) => [{ text: visible(scan.text), ms }, ...before].slice(0, 5));
  }, [scan]);

  function open(): void {
    since.current = performance.now();
    setReadings([]);
    aids.show('camera');
  }
  return (
    <Section title={words('diagnostics').sections.camera} isApart>
      {aids.open === 'camera' ? (
        <CameraPlace aids={aids} />
      ) : (
        <Button size="big" icon={icons.camera} wide onClick={open}>
          {words('diagnostics').openCamera}
        </Button>
      )}
      <Facts
        facts={readings.map(({ text, ms }) => ({
          label: text,
          value: words('diagnostics').after({ ms: Math.round(ms) }),
        }))}
      />
    </Section>
  );
}
