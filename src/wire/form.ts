/**
 * `application/x-www-form-urlencoded` in UTF-8, fields in the order given. A blank is `+`, a line break `%0D%0A` or
 * `%0A` as it stands: nothing is normalised. Source: URL Standard, "application/x-www-form-urlencoded serializing".
 */
export function encodeForm(fields: readonly (readonly [name: string, text: string])[]): string {
  return new URLSearchParams(fields.map(([name, text]) => [name, text])).toString();
}
