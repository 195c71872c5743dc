import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that happened in a run, one line of JSON each, written at once: it must outlive whatever fails. */
export interface Journal {
  readonly dir: string;
  note(what: string, facts?: object): void;
  /** Writes a file beside it. */
  keep(name: string, text: string): void;
}

export function openJournal(dir: string): Journal {
  const file = join(dir, 'events.jsonl');
  const startedAt = Date.now();
  return {
    dir,
    note(what, facts = {}) {
      appendFileSync(file, `${JSON.stringify({ ms: Date.now() - startedAt, what, ...facts })}\n`);
    },
    keep(name, text) {
      writeFileSync(join(dir, name), text);
    },
  };
}
