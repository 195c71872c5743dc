import { type RefObject, useEffect, useRef, useState } from 'react';
import { qrCode } from '#scan/code/qrCode.ts';
import { keepAwake } from '#scan/awake.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { rescueWords } from '#i18n/words/rescue.ts';

/** Milliseconds that each code stands: a camera looks every 50 ms, and less than three a second do not flash. */
const EACH_MS = 600;

const SHARE = 0.6;

/** Shows codes one after the other, again and again, until the other handheld has them all. */
export function CodePlayer({ frames, onClose }: { readonly frames: readonly string[]; readonly onClose: () => void }) {
  /** Counts on over the end of the sequence: each round draws the codes anew. */
  const [shown, setShown] = useState(0);
  const [isPlaying, setPlaying] = useState(true);
  const index = ((shown % frames.length) + frames.length) % frames.length;
  const round = Math.abs(Math.floor(shown / frames.length));

  const isMoving = isPlaying && frames.length > 1;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => setShown((before) => before + 1), EACH_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  useEffect(keepAwake, []); // a screen that goes dark shows no codes

  const code = qrCode(frames[index] ?? ' ', round);
  const figure = useRef<HTMLElement>(null);
  const width = useWholePixels(figure, code.size);
  function move(by: number): void {
    setPlaying(false);
    setShown((before) => before + by);
  }
  return (
    <section className="stack" aria-label={rescueWords().codes}>
      <figure className="qr" ref={figure}>
        <svg
          viewBox={`0 0 ${code.size} ${code.size}`}
          style={{ width, height: width }}
          shapeRendering="crispEdges"
          aria-hidden="true"
        >
          <path d={code.path} />
        </svg>
        <figcaption>{rescueWords().place({ number: index + 1, many: frames.length })}</figcaption>
      </figure>
      {frames.length > 1 && (
        <div className="buttons">
          <Button size="tall" icon={icons.previous} onClick={() => move(-1)}>
            {rescueWords().previous}
          </Button>
          <Button size="tall" icon={isPlaying ? icons.pause : icons.play} onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? rescueWords().pause : rescueWords().play}
          </Button>
          <Button size="tall" icon={icons.next} onClick={() => move(1)}>
            {rescueWords().next}
          </Button>
        </div>
      )}
      <Button icon={icons.close} onClick={onClose}>
        {rescueWords().hideCodes}
      </Button>
    </section>
  );
}

/** The width, in CSS pixels, of a code whose modules are whole pixels of the screen: uneven ones are read badly. */
function useWholePixels(place: RefObject<HTMLElement | null>, modules: number): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const look = (): void => setRoom(Math.min(place.current?.clientWidth ?? 0, innerHeight * SHARE) * devicePixelRatio);
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [place]);
  return (Math.max(1, Math.floor(room / modules)) * modules) / devicePixelRatio;
}
