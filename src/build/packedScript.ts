import { minifySync } from 'vite';

/** A script as small as it can be in the oldest JavaScript, which has no texts between backticks and no arrows. */
export function packedScript(script: string): string {
  const { code, errors } = minifySync('script.js', script, { compress: { target: 'es2015' } });
  const old = code.trim().replaceAll(/`([^`]*)`/g, (_, text: string) => JSON.stringify(text));
  if (errors.length > 0 || /=>|\$\{|\b(?:const|let) /.test(old))
    throw new Error(`a script of the page can't be packed: ${old}`);
  return old;
}
