import type { OperationName } from '#contract/catalogue.ts';
import type { AppMessages } from '#i18n/words/messages.ts';
import { taskWords } from '#i18n/words/task.ts';
import type { Drawing } from '#ui/icons.ts';

/** Returns a task's id, address, picture and texts. @param key - of its texts among the messages of tasks */
export function faceOf(id: string, icon: Drawing, key: Exclude<keyof AppMessages['task'], 'nouns'>) {
  return {
    id,
    path: `/tasks/${id}`,
    icon,
    title: () => taskWords()[key].title,
    hint: () => taskWords()[key].hint,
  };
}

interface Texts {
  readonly label?: string;
  readonly title?: string;
  readonly hint?: string;
  readonly noun?: string;
}

/** A field's name, and its texts where they stand among the messages. */
export function fieldOf(name: string, texts: () => Texts & { readonly label: string }) {
  return { name, caption: () => texts().label, hint: () => texts().hint, noun: () => texts().noun };
}

/** The same of an action. */
export function actionOf(
  operation: OperationName,
  icon: Drawing,
  texts: () => Texts & { readonly title: string; readonly verb: string },
) {
  return { operation, icon, title: () => texts().title, verb: () => texts().verb, hint: () => texts().hint };
}

export const nouns = {
  bag: () => taskWords().nouns.bag,
  batch: () => taskWords().nouns.batch,
  delivery: () => taskWords().nouns.delivery,
  order: () => taskWords().nouns.order,
  shelf: () => taskWords().nouns.shelf,
  transfer: () => taskWords().nouns.transfer,
};
