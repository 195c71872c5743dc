/** The cookie that keeps a handheld's theme: `theme.hand.motion`, each may be empty. public/theme.js writes it. */
export const THEME_COOKIE = 'scanline-look';

/** The attributes of `<html>` that the styles read, with their values. Who has one has been here before: `data-known`. */
const PARTS = [
  ['data-theme', ['light', 'dark', 'contrast']],
  ['data-hand', ['left']],
  ['data-motion', ['off']],
] as const;

const THEMED = /^<html lang="[\w-]+"|(?: data-(?:known|theme|hand|motion)="[a-z]*")/g;

/**
 * Returns the page as it is first painted on a handheld that has this theme: no script has to run before that, and no wrong theme
 * flashes. The theme that it had before is taken off.
 *
 * @param html - index.html, or a page of the gateway: its `<html` begins with `lang`.
 * @param theme - the cookie's value; anything else counts as none.
 */
export function themedPage(html: string, theme: string | undefined): string {
  const attributes = attributesOf(theme);
  return html.replace(/<html [^>]*>/, (tag) =>
    tag.replace(THEMED, (part) => (part.startsWith('<') ? part + attributes : '')),
  );
}

function attributesOf(theme: string | undefined): string {
  const parts = theme?.split('.') ?? [];
  if (parts.length !== PARTS.length) return '';
  const set = PARTS.flatMap(([name, values], index) => {
    const value = values.find((known) => known === parts[index]);
    return value === undefined ? [] : [` ${name}="${value}"`];
  });
  return [' data-known=""', ...set].join('');
}

/** Returns the theme among the cookies of a request. @param cookies - the header's text. */
export function themeIn(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|; )${THEME_COOKIE}=([a-z.]{2,20})(?:;|$)`).exec(cookies ?? '')?.[1];
}
