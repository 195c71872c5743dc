import { useEffect } from 'react';
import { usePath } from '#ui/router.ts';
import { useAppView } from './useAppState.ts';
import { awakeInTask } from '#app/shell/awakeInTask.ts';

/** Keeps the screen on while a task is open, as it is set on this handheld. */
export function Awake() {
  const { settings } = useAppView();
  const isTask = usePath().startsWith('/tasks/');
  const wish = settings?.awake;
  useEffect(() => (isTask && wish !== 'never' ? awakeInTask(wish === 'always') : undefined), [isTask, wish]);
  return null;
}
