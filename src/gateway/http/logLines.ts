import { Writable } from 'node:stream';

/** Where a part of the gateway says in one line what happened. */
export interface LineLog {
  info(line: string): void;
  error(line: string): void;
}

const pending = new Set<() => void>();
let listens = false;

/**
 * A log that writes the lines of one turn of the event loop together: a write for each would take longer than the rest
 * of a small answer. Nothing is left behind at the end of the process, whatever ends it but a kill.
 */
export function inTurns(to: NodeJS.WritableStream): Writable {
  let lines = '';
  const flush = (): void => {
    pending.delete(flush);
    const now = lines;
    lines = '';
    if (now !== '') to.write(now);
  };
  return new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      if (lines === '') {
        pending.add(flush);
        setImmediate(flush);
        flushAtExit();
      }
      lines += line.toString();
      done();
    },
  });
}

/** One listener for all logs: a process of tests has many. */
function flushAtExit(): void {
  if (listens) return;
  listens = true;
  process.on('exit', () => {
    for (const flush of pending) flush();
  });
}
