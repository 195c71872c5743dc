import { encodeForm } from '#wire/form.ts';

/**
 * The ways in which a service may write the access key into a reply: as it is, escaped for XML, HTML, JSON, or JSON in
 * XML, percent-encoded, form-encoded. The order is fixed; equal ones may repeat.
 */
export function formsOfKey(apiKey: string): readonly string[] {
  const xml = inXml(apiKey);
  const html = xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  const json = JSON.stringify(apiKey).slice(1, -1);
  return [apiKey, xml, html, json, inXml(json), encodeURIComponent(apiKey), encodeForm([['', apiKey]]).slice(1)];
}

function inXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '');
}
