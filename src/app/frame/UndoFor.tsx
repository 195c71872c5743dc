import { useEffect, useRef, useState } from 'react';
import { undoLeftMs } from '#outbox/state/backoff.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { useInSight } from '#ui/useInSight.ts';
import { objectWords } from '#i18n/words/object.ts';
import { Notice } from './Notice.tsx';

export interface UndoForProps {
  readonly said: string;
  /** Unix ms until which it can be taken back. */
  readonly until: number;
  readonly onUndo: () => void;
}

/** Says what was put away, with the button that takes it back. Once its time is over it stays, and can do nothing: nothing moves under a thumb. */
export function UndoFor({ said, until, onUndo }: UndoForProps) {
  const { isOver } = useUndoTime({ undo: { until } });
  const place = useRef<HTMLDivElement>(null);
  useInSight(place, until); // the list that it was tapped under is shorter now
  return (
    <div ref={place}>
      <Notice
        icon={icons.done}
        lead={said}
        action={
          <Button icon={icons.undo} disabled={isOver} onClick={onUndo}>
            {objectWords().undo}
          </Button>
        }
      />
    </div>
  );
}

/** Returns the milliseconds for which something could be taken back as it was drawn, and whether they are over. */
export function useUndoTime(of: Parameters<typeof undoLeftMs>[0]): {
  readonly leftMs: number;
  readonly isOver: boolean;
} {
  const [leftMs] = useState(() => undoLeftMs(of, Date.now()));
  const [isOver, setOver] = useState(leftMs === 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return { leftMs, isOver };
}
