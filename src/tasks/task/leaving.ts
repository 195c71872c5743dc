import type { Viewed } from './handheld.ts';
import { createShown } from '#contract/listeners.ts';

export interface LeavingView {
  /** Absent: nothing would be left half done. */
  readonly begun?: string | undefined;
  readonly asked?: (() => void) | undefined;
}

const nothing = (): string | undefined => undefined;

/** A half-filled task asks before it is left. What is begun stays kept in any case. */
function createLeaving() {
  const { view, subscribe, show } = createShown<LeavingView>({});
  let begunNow = nothing;
  let finishNow: () => void = nothing;
  return {
    /**
     * Follows the shown screen's run. @param begunIn - what is begun, in words. @param finish - done before the screen is left, so that
     * the next one finds it kept. @returns ends it
     */
    follow<View>(
      run: Viewed<View>,
      begunIn: (of: View) => string | undefined,
      finish: () => void = nothing,
    ): () => void {
      const read = (): string | undefined => begunIn(run.view());
      const update = (): void => {
        const begun = read();
        if (begun !== view().begun) show({ begun, asked: begun === undefined ? undefined : view().asked });
      };
      begunNow = read;
      finishNow = finish;
      update();
      const stop = run.subscribe(update);
      return () => {
        stop();
        begunNow = finishNow = nothing;
        show({});
      };
    },
    /** @returns whether nothing is begun and nobody needs to be asked. */
    ask(go: () => void): boolean {
      const begun = begunNow();
      if (begun === undefined) return true;
      show({ begun, asked: go });
      return false;
    },
    stay: (): void => show({ begun: view().begun }),
    leave(): void {
      const { asked } = view();
      finishNow();
      show({});
      asked?.();
    },
    view,
    subscribe,
  };
}

export const leaving = createLeaving();
