import { Writable } from 'node:stream';

/**
 * A log that writes the lines of one turn of the event loop together: a write for each would take longer than the rest
 * of a small answer. Nothing is left behind at the end of the process, whatever ends it but a kill.
 */
export function inTurns(to: NodeJS.WritableStream): Writable {
  let lines = '';
  const flush = (): void => {
    if (lines === '') return;
    const now = lines;
    lines = '';
    to.write(now);
  };
  process.on('exit', flush);
  return new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      if (lines === '') setImmediate(flush);
      lines += line.toString();
      done();
    },
  });
}
