/** `oSDeliveryCode` as “O S delivery code” would be no better than a name: small words, and capitals that stand together as they are. */
export function plainName(name: string): string {
  const parts = name.match(/\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\p{N}+|[^\p{L}\p{N}_\s-]+/gu) ?? [name];
  const said = parts.map((part) => (/^\p{Lu}{2,}$/u.test(part) ? part : part.toLowerCase())).join(' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
