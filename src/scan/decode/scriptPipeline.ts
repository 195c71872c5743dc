import type { FrameRead } from './frameRead.ts';
import { type ReadingRules, correctsItself, formatsOf } from './formats.ts';
import type { Luma } from './luma.ts';
import { confirmations } from './passes.ts';

/** Looks at grey pictures by script alone. @throws Error where not even that can be loaded. */
export async function openScriptPipeline(rules: ReadingRules): Promise<(picture: Luma) => FrameRead | undefined> {
  const { createScriptReader } = await import('./scriptReader.ts');
  const formats = formatsOf(rules);
  const read = createScriptReader(formats);
  return (picture) => {
    const found = read(picture);
    if (!found || (found.format === 'ITF' && !rules.itfLengths.includes(found.text.length))) return undefined;
    const first = { ...found, decoder: 'script', pass: 'script' } as const;
    if (correctsItself(found.format) || found.format === 'Code128') return { ...first, trust: 'sure' };
    const second = confirmations(found.format, 0, 'script', false).find(
      ({ made }) => made && read(made(picture))?.text === found.text,
    );
    return second ? { ...first, trust: 'sure', pass: `script, ${second.witness}` } : { ...first, trust: 'agree' };
  };
}
