import { useRef, useState } from 'react';
import type { ReadingRules } from '#scan/formats.ts';
import { useCamera } from '#scan/useCamera.ts';
import { useHandheld } from '#tasks/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { messages } from '#ui/messages.ts';

const words = messages.camera;

export interface CameraPanelProps {
  /** @default what a warehouse's labels have */
  readonly rules?: ReadingRules;
}

/** The camera's picture while it reads. It stays open from code to code; the scanner works beside it. */
export function CameraPanel({ rules }: CameraPanelProps) {
  const { scanner } = useHandheld();
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(true);
  const { state, problem, torch } = useCamera(video, wanted, {
    ...(rules && { rules }),
    onScan: (scan) => scanner.put(scan),
  });

  /** Off for a moment, then on: the camera is asked for anew. */
  function again(): void {
    setWanted(false);
    setTimeout(() => setWanted(true), 0);
  }

  return (
    <section className="stack" aria-label={words.title}>
      <div className={state === 'ready' ? 'camera' : 'camera is-off'}>
        <video ref={video} muted playsInline aria-label={words.title} />
        {state === 'ready' && torch && <Torch set={torch} />}
      </div>
      <div aria-live="polite">
        {problem ? (
          <Problem text={words.problems[problem]} />
        ) : (
          <p className="hint">{state === 'ready' ? words.aim : words.starting}</p>
        )}
      </div>
      {problem && (
        <Button icon="repeat" onClick={again}>
          {words.again}
        </Button>
      )}
    </section>
  );
}

function Torch({ set }: { readonly set: (on: boolean) => Promise<boolean> }) {
  const [on, setOn] = useState(false);
  return (
    <Button
      icon="torch"
      onClick={() => void set(!on).then((isAsAsked) => setOn((before) => (isAsAsked ? !before : before)))}
    >
      {on ? words.torchOff : words.torchOn}
    </Button>
  );
}
