import { unwatchFile, watchFile } from 'node:fs';
import type { LineLog } from '#gateway/http/lineLog.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Follows files while the gateway runs, by their time and size: what replaces a file as a whole, or mounts another, is
 * seen too.
 *
 * @param readAgain - reads all of them anew, one time after the other; what it throws is logged, and changes nothing.
 */
export function followFiles(files: readonly string[], readAgain: () => Promise<void> | undefined, log: LineLog) {
  const tell = (error: unknown): void => {
    log.error(`${error instanceof Error ? error.message : String(error)} The last good one stays.`);
  };
  let reading: Promise<void> | undefined;
  const reload = (): void => {
    try {
      reading = (reading?.then(readAgain) ?? readAgain())?.catch(tell);
    } catch (error) {
      tell(error);
    }
  };
  for (const file of files) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  return {
    reload,
    close(): void {
      for (const file of files) unwatchFile(file, reload);
    },
  };
}
