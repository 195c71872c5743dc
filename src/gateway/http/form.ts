const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The most fields that ASP.NET takes. Source: ASP.NET, aspnet:MaxHttpCollectionKeys. */
const MOST_FIELDS = 1_000;

/**
 * Reads a form's fields in order, with duplicates. Bytes or escapes that are not UTF-8 are refused: a repaired text
 * (U+FFFD) would run as another one.
 *
 * Source: URL Standard, "application/x-www-form-urlencoded parsing", without its repairs.
 *
 * @returns the fields, or one sentence on what is wrong.
 */
export function readForm(body: Uint8Array): readonly (readonly [name: string, text: string])[] | string {
  try {
    const parts = utf8.decode(body).split('&', MOST_FIELDS + 1);
    if (parts.length > MOST_FIELDS) return `The form has more than ${MOST_FIELDS} fields.`;
    return parts
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=');
        return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
      });
  } catch {
    return 'The form is not in UTF-8.';
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Checks the parameters of a form's content type. Whatever is not understood is refused, as another reader may understand
 * it.
 *
 * @param contentType - one whose media type is `FORM_TYPE`. @returns one sentence on what is wrong, or `undefined`.
 */
export function wrongFormType(contentType: string): string | undefined {
  const parameters = contentType.slice(contentType.indexOf(';') === -1 ? contentType.length : contentType.indexOf(';'));
  if (/^(?:;[ \t]*charset=(?:utf-?8|"utf-?8")[ \t]*)?;?$/i.test(parameters)) return undefined;
  if (/^;[ \t]*charset=[^;]*$/i.test(parameters)) return 'The form is not in UTF-8.';
  return 'Content-Type: expected nothing but a charset beside the type.';
}
