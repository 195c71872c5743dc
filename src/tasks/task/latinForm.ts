/** Capital letters that are confused with Latin ones, in the same order as those. Source: UTS #39, confusables. */
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

/** The code with Latin letters in the place of others that look like them. */
export interface LatinForm {
  readonly text: string;
  /** Each letter that is not Latin, once. */
  readonly letters: readonly string[];
  /** `mixed`: of several kinds. */
  readonly script: 'cyrillic' | 'greek' | 'fullWidth' | 'mixed';
}

/** Returns a code's Latin form; `undefined` where nothing of it looks like something else, or a letter looks like no Latin one. */
export function latinFormOf(code: string): LatinForm | undefined {
  const letters = new Set<string>();
  const found = new Set<LatinForm['script']>();
  let text = '';
  for (const sign of code) {
    const latin = sign <= '\u007f' ? undefined : latinOf(sign);
    if (!latin && sign > '\u007f') return undefined;
    text += latin?.sign ?? sign;
    if (!latin) continue;
    letters.add(sign);
    found.add(latin.script);
  }
  const [script] = found;
  return script && { text, letters: [...letters], script: found.size > 1 ? 'mixed' : script };
}

function latinOf(sign: string): { sign: string; script: 'cyrillic' | 'greek' | 'fullWidth' } | undefined {
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
