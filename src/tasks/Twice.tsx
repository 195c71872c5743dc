import { Button } from '#ui/Button.tsx';
import { messages } from '#ui/messages.ts';

const words = messages.tasks;

export interface TwiceProps {
  readonly onLeave: () => void;
  readonly onSaveAgain: () => void;
}

/** In the dock while the band asks about a call that is in the queue already. The next scan goes past it. */
export function Twice({ onLeave, onSaveAgain }: TwiceProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {words.leaveIt}
      </Button>
      <Button size="big" icon="repeat" onClick={onSaveAgain}>
        {words.saveAgain}
      </Button>
    </>
  );
}
