import { Button } from '#ui/Button.tsx';
import type { Drawing } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

export interface LeaveOrProps {
  readonly onLeave: () => void;
  readonly onTake: () => void;
  /** What the other button says. */
  readonly word: string;
  readonly icon?: Drawing;
  /** What the first button says. @default the scan is not used */
  readonly leave?: string | undefined;
}

/** In the dock while the band asks about a scan or a call. The next scan goes past it. */
export function LeaveOr({ onLeave, onTake, word, icon, leave }: LeaveOrProps) {
  return (
    <>
      <Button size="big" kind="primary" onClick={onLeave}>
        {leave ?? words('taskScreen').leaveIt}
      </Button>
      <Button size="big" icon={icon} onClick={onTake}>
        {word}
      </Button>
    </>
  );
}
