import type { NoticesView } from '#app/core/appState.ts';
import type { ReturningPorts } from './returning.ts';
import type { ShownValue } from '#contract/listeners.ts';
import { returnCodeIn } from '#wire/returnLink.ts';

/** Makes what takes a return code wherever it was scanned, as it belongs into no call, and says what came of it until that was read. */
export function createReturnDoor(
  notices: Pick<ShownValue<NoticesView>, 'view' | 'change'>,
  cues: ReturningPorts['cues'],
  ports: () => Omit<ReturningPorts, 'tell' | 'cues'>,
) {
  const tell = (returning: NoticesView['returning']): void => notices.change({ returning });
  return {
    /** Takes a text that was scanned or opened where it is a return code. @returns whether it is one. */
    takeReturn(text: string): boolean {
      const code = returnCodeIn(text);
      if (code === undefined) return false;
      cues.play('step');
      if (notices.view().returning === 'asking') return true; // the trigger was pulled twice
      import('./returning.ts').then(
        ({ returnBy }) => returnBy(code, { ...ports(), cues, tell }),
        () => tell('away'), // a version that has gone may lack the file
      );
      return true;
    },
    acknowledgeReturn: (): void => tell(undefined),
  };
}
