import { askingTasks } from './askingTasks.ts';
import { changingTasks } from './changingTasks.ts';
import { printTasks } from './printTasks.ts';
import { revertOff } from './revertOff.ts';
import type { Task } from '#tasks/task/task.ts';

/**
 * Every task of the handheld, in the order of the home screen. What the service means by its operations is assumed: by
 * their names, and by what the stand-in does (docs/assumptions.md).
 */
export const tasks: readonly Task[] = [revertOff, ...changingTasks, ...askingTasks, ...printTasks];

/** The tasks most used: large on the home screen of a site that names none. */
export const commonTasks: readonly string[] = ['revert-off', 'bag', 'transfer', 'weight'];
