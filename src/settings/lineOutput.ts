import { writeSync } from 'node:fs';
import { type Losses, createLossCount } from './losses.ts';

/** Takes lines, and never throws or waits. */
export interface LineOutput {
  /** Writes text that ends with a line's end, now or soon. */
  write(line: string): void;
  /** Tries once more to write what waits. */
  flush(): void;
  losses(): Losses;
}

/** The most characters that wait for a reader that does not keep up. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds between two tries while lines wait. */
const AGAIN_MS = 20;

/**
 * Makes an output of lines that is no part of what the gateway does: a line that does not fit or cannot be written is lost and counted, and
 * the next one is tried again.
 *
 * @param write - writes bytes at once. @returns how many it took. @throws an error with `code`; `EAGAIN`: there is no room now.
 */
export function createLineOutput(output: string, write: (bytes: Uint8Array) => number): LineOutput {
  const { lose, read } = createLossCount(output);
  const waiting: string[] = [];
  let waitingLength = 0;
  /** The bytes of the first line that are not written yet; absent: none of it is. */
  let rest: Uint8Array | undefined;
  /** The line before was lost half-way: the next one begins anew. */
  let isTorn = false;
  let timer: NodeJS.Timeout | undefined;

  /** Writes bytes of the first line. @returns whether there is room for more. */
  function writeFirst(line: string): boolean {
    const bytes = rest ?? Buffer.from(isTorn ? `\n${line}` : line);
    const isBegun = rest !== undefined;
    try {
      const count = write(bytes);
      if (count < bytes.byteLength) {
        if (count > 0) rest = bytes.subarray(count);
        return count > 0;
      }
      isTorn = false;
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') return false;
      lose(code);
      isTorn ||= isBegun;
    }
    rest = undefined;
    waiting.shift();
    waitingLength -= line.length;
    return true;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (let line = waiting[0]; line !== undefined; line = waiting[0]) {
      if (writeFirst(line)) continue;
      timer = setTimeout(flush, AGAIN_MS).unref();
      return;
    }
  }

  return {
    write(line) {
      if (waitingLength + line.length > MOST_WAITING) return lose('its reader does not keep up');
      waiting.push(line);
      waitingLength += line.length;
      if (!timer) flush();
    },
    flush,
    losses: read,
  };
}

/**
 * Opens one of the process's own outputs. A pipe never holds it up: Node opens it so that a full one refuses at once. On Windows, and where
 * it is a terminal or a file on a disk that stands still, a write takes as long as it takes.
 */
function openOwnOutput(name: 'stdout' | 'stderr'): LineOutput {
  process[name].on('error', () => {}); // of what others write there
  const output = createLineOutput(name, (bytes) => writeSync(name === 'stdout' ? 1 : 2, bytes));
  process.once('exit', output.flush);
  return output;
}

const opened = new Map<string, LineOutput>();

/** Returns one of the process's own outputs, which all that write there share. */
export function ownOutput(name: 'stdout' | 'stderr'): LineOutput {
  const output = opened.get(name) ?? openOwnOutput(name);
  opened.set(name, output);
  return output;
}
