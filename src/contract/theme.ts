/** The cookie that keeps how a handheld is to look: `theme.hand.motion`, each may be empty. public/wear.js writes it. */
export const THEME_COOKIE = 'scanline-look';

/** On `<html>`, where the styles read them. Who has a look has been here before: `data-known`. */
const PARTS = [
  ['data-theme', ['light', 'dark', 'contrast']],
  ['data-hand', ['left']],
  ['data-motion', ['off']],
] as const;

const WORN = /^<html lang="en"|(?: data-(?:known|theme|hand|motion)="[a-z]*")/g;

/**
 * The page as it is first painted on a handheld that has this look: no script has to run before that, and no wrong theme
 * flashes. What it wore before is taken off.
 *
 * @param html - index.html, with `<html lang="en"` in it.
 * @param look - the cookie's value; anything else counts as none.
 */
export function themedPage(html: string, look: string | undefined): string {
  const worn = attributesOf(look);
  return html.replace(/<html [^>]*>/, (tag) => tag.replace(WORN, (part) => (part.startsWith('<') ? part + worn : '')));
}

/** The attributes of a look, one text for each that there is. */
function attributesOf(look: string | undefined): string {
  const parts = look?.split('.') ?? [];
  if (parts.length !== PARTS.length) return '';
  const set = PARTS.flatMap(([name, values], index) => {
    const value = values.find((known) => known === parts[index]);
    return value === undefined ? [] : [` ${name}="${value}"`];
  });
  return [' data-known=""', ...set].join('');
}

/** The look among the cookies of a request. @param cookies - the header's text. */
export function themeIn(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|; )${THEME_COOKIE}=([a-z.]{2,20})(?:;|$)`).exec(cookies ?? '')?.[1];
}
