/** The cookie that keeps a handheld's appearance: `theme.hand.motion`, each may be empty. public/appearance.js writes it. */
export const APPEARANCE_COOKIE = 'scanline-look';

/** The attributes of `<html>` that the styles read, with their values. Who has one has been here before: `data-known`. */
const PARTS = [
  ['data-theme', ['light', 'dark', 'contrast']],
  ['data-hand', ['left']],
  ['data-motion', ['off']],
] as const;

const MARKS = /^<html lang="[\w-]+"|(?: data-(?:known|theme|hand|motion)="[a-z]*")/g;

/**
 * Returns the page as it is first painted on a handheld with this appearance: no script has to run before that, and no
 * wrong theme flashes. The appearance that it had before is taken off.
 *
 * @param html - index.html, or a page of the gateway: its `<html` begins with `lang`.
 * @param appearance - the cookie's value; anything else counts as none.
 */
export function withAppearance(html: string, appearance: string | undefined): string {
  const attributes = attributesOf(appearance);
  return html.replace(/<html [^>]*>/, (tag) =>
    tag.replace(MARKS, (part) => (part.startsWith('<') ? part + attributes : '')),
  );
}

function attributesOf(appearance: string | undefined): string {
  const parts = appearance?.split('.') ?? [];
  if (parts.length !== PARTS.length) return '';
  const set = PARTS.flatMap(([name, values], index) => {
    const value = values.find((known) => known === parts[index]);
    return value === undefined ? [] : [` ${name}="${value}"`];
  });
  return [' data-known=""', ...set].join('');
}

/** Returns the appearance among the cookies of a request. @param cookies - the header's text. */
export function appearanceIn(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|; )${APPEARANCE_COOKIE}=([a-z.]{2,20})(?:;|$)`).exec(cookies ?? '')?.[1];
}

/** The attributes that a gateway and a handheld put on the page: the site's words at the first start, and the appearance. */
const PUT_ON = / data-(?:gateway|known|theme|hand|motion)="[^"]*"/g;

/** Returns index.html as it was built: without what a site and a handheld put on it. */
export function pageAsBuilt(html: string): string {
  return html.replace(/<html [^>]*>/, (tag) => tag.replace(PUT_ON, ''));
}
