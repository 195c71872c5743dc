import './hold.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Hold, type Holding, createHold } from './holding.ts';
import { Icon } from './Icon.tsx';
import { noTapUntil } from './sameTap.ts';
import type { Drawing } from './icons.ts';
import { callWords } from '#i18n/words/call.ts';

interface HoldButtonProps {
  readonly icon: Drawing;
  readonly kind: 'plain' | 'primary';
  readonly children: ReactNode;
  /** Said in place of the button's word where a key was pressed, or a screen reader has tapped it. */
  readonly again: string;
  readonly onHeld: () => void;
}

/** A finger that stays down for longer, in milliseconds, is none any more: its end was not heard. */
const LONGEST_HELD_MS = 60_000;

/** Waits until the finger or the mouse that is down is lifted. */
function fingerUp(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(end, () => resolve(), { capture: true, once: true });
  });
}

/** A button for what is not to happen by a slip: it fills while it is held, and a scan never presses it. */
export function HoldButton({ icon, kind, children, again, onHeld }: HoldButtonProps) {
  const [holding, setHolding] = useState<Holding>('none');
  const hold = useRef<Hold>(undefined);
  const held = useRef(onHeld);
  const isDown = useRef(false);
  useEffect(() => {
    held.current = onHeld;
  });
  useEffect(() => {
    const now = createHold({
      now: () => performance.now(),
      setTimeout: (work, ms) => setTimeout(work, ms),
      clearTimeout: (timer) => clearTimeout(timer),
      onChange: setHolding,
      onDone: () => {
        if (isDown.current) void noTapUntil(fingerUp(), LONGEST_HELD_MS);
        held.current();
      },
    });
    hold.current = now;
    // Before the wedge: the keys of a code are no presses, and end what a press has begun.
    const onKey = ({ key }: KeyboardEvent): void => void (key !== 'Enter' && key !== ' ' && now.forget());
    addEventListener('keydown', onKey, true);
    return () => {
      now.forget();
      removeEventListener('keydown', onKey, true);
    };
  }, []);
  const asks = holding === 'asks';
  const release = (): void => {
    isDown.current = false;
    hold.current?.release();
  };
  return (
    <>
      <button
        type="button"
        className={`button button-${kind} button-big hold is-${holding}`}
        onPointerDown={({ button, isPrimary }) => {
          if (button !== 0 || !isPrimary) return;
          isDown.current = true;
          hold.current?.press();
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => event.repeat && event.preventDefault()} // a key that is held is one press
        onClick={({ detail }) => detail === 0 && hold.current?.key()} // no finger's and no mouse's
        onBlur={() => asks && hold.current?.forget()}
      >
        <Icon of={icon} />
        <span>
          {asks ? again : children}
          {!asks && <small> {callWords().hold}</small>}
        </span>
      </button>
      <output className="vh">{asks && again}</output>
    </>
  );
}
