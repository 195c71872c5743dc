export const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * What is wrong with the parameters of a form's content type, or `undefined`. Read strictly: of what is not understood,
 * another reader may understand something.
 *
 * @param contentType - one whose media type is `FORM_TYPE`.
 */
export function wrongFormType(contentType: string): string | undefined {
  const parameters = contentType.slice(contentType.indexOf(';') === -1 ? contentType.length : contentType.indexOf(';'));
  if (/^(?:;[ \t]*charset=(?:utf-?8|"utf-?8")[ \t]*)?;?$/i.test(parameters)) return undefined;
  if (/^;[ \t]*charset=[^;]*$/i.test(parameters)) return 'The form is not in UTF-8.';
  return 'Content-Type: expected nothing but a charset beside the type.';
}
