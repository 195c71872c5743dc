import { createListeners } from '#tasks/listeners.ts';

/** What is begun on the screen that is shown, and whether it is asked about as somebody is about to leave it. */
export interface LeavingView {
  /** Absent: nothing would be left half done. */
  readonly begun?: string | undefined;
  /** Goes where the person was about to go. */
  readonly asked?: (() => void) | undefined;
}

/** A half-filled task asks before it is left. What is begun stays kept in any case. */
function createLeaving() {
  const [tell, subscribe] = createListeners();
  let view: LeavingView = {};
  let isStillBegun = (): boolean => true;

  function show(next: LeavingView): void {
    view = next;
    tell();
  }

  return {
    /**
     * The screen says what is begun on it.
     *
     * @param isStill - whether it is so at the moment somebody leaves: what ends it may be drawn a frame or two later.
     * @returns a function for when it is not shown any more.
     */
    begin(begun: string | undefined, isStill: () => boolean = () => true): () => void {
      isStillBegun = isStill;
      if (begun !== view.begun) show({ begun, asked: begun === undefined ? undefined : view.asked });
      return () => show({});
    },
    /** @returns whether nothing is begun and nobody needs to be asked. */
    ask(go: () => void): boolean {
      if (view.begun === undefined || !isStillBegun()) return true;
      show({ ...view, asked: go });
      return false;
    },
    stay(): void {
      show({ begun: view.begun });
    },
    leave(): void {
      const { asked } = view;
      show({});
      asked?.();
    },
    view: (): LeavingView => view,
    subscribe,
  };
}

/** One screen is shown at a time. */
export const leaving = createLeaving();
