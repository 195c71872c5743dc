import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { inTurns } from './logLines.ts';

test('the lines of one turn are written together, in their order', async () => {
  const to = new PassThrough();
  const written: string[] = [];
  to.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const log = inTurns(to);
  for (const line of ['a\n', 'b\n', 'c\n']) log.write(line);
  await new Promise(setImmediate);
  log.write('d\n');
  await new Promise(setImmediate);
  expect(written).toEqual(['a\nb\nc\n', 'd\n']);
});

test.each(['process.exit(3)', "throw new Error('x')"])('no line is lost where the process ends by %s', (end) => {
  const module = JSON.stringify(join(import.meta.dirname, 'logLines.ts'));
  const program = `import { inTurns } from ${module}; inTurns(process.stdout).write('the last line\\n'); ${end};`;
  const said = execFileSync(
    '/bin/sh',
    ['-c', '"$0" --input-type=module -e "$1" 2>/dev/null || true', process.execPath, program],
    { encoding: 'utf8' },
  );
  expect(said).toBe('the last line\n');
});
