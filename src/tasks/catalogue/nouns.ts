import { words } from '#i18n/words.ts';

/** What a worker calls the things that several tasks are about. */
export const nouns = {
  bag: () => words('task').nouns.bag,
  batch: () => words('task').nouns.batch,
  delivery: () => words('task').nouns.delivery,
  order: () => words('task').nouns.order,
  shelf: () => words('task').nouns.shelf,
  transfer: () => words('task').nouns.transfer,
};
