import { catalogue } from './language.ts';

/** Above the codes that came while the page had not listened yet. Apart from the other messages: few ever see it. */
export const cutOffWords = catalogue('cutOff', {
  lead: (codes: number) =>
    codes > 1
      ? 'Nothing is taken, as the first of these may be cut off. Scan them again:'
      : 'Scanned while Scanline was starting; it may be cut off. Scan it again:',
});
