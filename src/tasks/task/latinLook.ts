/** Capital letters that look like Latin ones, in the same order as those. */
const scripts = [
  [
    'cyrillic',
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405',
    'ABEKMHOPCTYXIJS',
  ],
  ['greek', '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7', 'ABEZHIKMNOPTYX'],
] as const;

/** Full-width signs stand in the order of ASCII, so far above it. */
const FULL_WIDTH = 0xfee0;

/** A code whose letters look like Latin ones and are others, and the code with the Latin ones. */
export interface LatinLook {
  readonly text: string;
  /** Each letter that is not Latin, once. */
  readonly letters: readonly string[];
  /** `mixed`: of several kinds. */
  readonly script: 'cyrillic' | 'greek' | 'fullWidth' | 'mixed';
}

/** @returns `undefined` where nothing of a code looks like something else, or a letter of it looks like no Latin one */
export function latinLookOf(code: string): LatinLook | undefined {
  const letters = new Set<string>();
  const found = new Set<LatinLook['script']>();
  let text = '';
  for (const sign of code) {
    const look = sign <= '\u007f' ? undefined : lookOf(sign);
    if (!look && sign > '\u007f') return undefined;
    text += look?.sign ?? sign;
    if (!look) continue;
    letters.add(sign);
    found.add(look.script);
  }
  const [script] = found;
  return script && { text, letters: [...letters], script: found.size > 1 ? 'mixed' : script };
}

function lookOf(sign: string): { sign: string; script: 'cyrillic' | 'greek' | 'fullWidth' } | undefined {
  if (/[\uff01-\uff5e]/u.test(sign)) {
    return { sign: String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH), script: 'fullWidth' };
  }
  const capital = sign.toUpperCase();
  for (const [script, theirs, latin] of scripts) {
    const found = latin[theirs.indexOf(capital)];
    if (found !== undefined) return { sign: sign === capital ? found : found.toLowerCase(), script };
  }
  return undefined;
}
