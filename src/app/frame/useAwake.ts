import { useEffect } from 'react';
import { usePath } from './router.ts';
import { useAppView } from './useAppState.ts';

/** Keeps the screen on while a task is open, as it is set on this handheld. */
export function useAwake(): void {
  const { settings } = useAppView();
  const path = usePath();
  const isTask = path.startsWith('/tasks/');
  const wish = settings?.awake;
  useEffect(() => {
    if (!isTask || wish === 'never') return undefined;
    let end: (() => void) | undefined;
    let isOver = false;
    void import('#app/shell/awakeInTask.ts').then(
      ({ awakeInTask }) => {
        if (!isOver) end = awakeInTask(wish === 'always');
      },
      () => undefined, // not loaded: the screen goes its own way
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [isTask, wish]);
}
