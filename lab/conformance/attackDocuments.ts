import type { BindingName } from '#wire/binding.ts';
import { PEER_NAMESPACE } from '#e2e/rig/peer.ts';
import { SOAP11_NAMESPACE, SOAP12_NAMESPACE, envelope } from './rawRequest.ts';

/** Text that an attacker puts before the root element, and in the place of a text. */
export interface Attack {
  readonly doctype: string;
  readonly text: string;
}

const MANY = 50 * 1024 * 1024;

/** @param listener - an address where nobody may ever call. */
export function attacks(listener: string): Readonly<Record<string, Attack>> {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const deep = (depth: number): string => '<a>'.repeat(depth);
  return {
    'entities that expand to a billion': {
      doctype: `<!DOCTYPE x [<!ENTITY e0 "lol">${levels.join('')}]>`,
      text: '&e9;',
    },
    'one long entity, often': {
      doctype: `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50_000)}">]>`,
      text: '&a;'.repeat(50_000),
    },
    'an entity from a file': { doctype: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', text: '&a;' },
    'an entity from the network': { doctype: `<!DOCTYPE x [<!ENTITY a SYSTEM "${listener}entity">]>`, text: '&a;' },
    'a DTD from the network': { doctype: `<!DOCTYPE x SYSTEM "${listener}dtd">`, text: 'a' },
    'depth 10,000': { doctype: '', text: `${deep(10_000)}${'</a>'.repeat(10_000)}` },
    'depth 300,000, never closed': { doctype: '', text: deep(300_000) },
    '100,000 attributes': {
      doctype: '',
      text: `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
    },
    'null bytes': { doctype: '', text: '\0'.repeat(100_000) },
    'a million elements': { doctype: '', text: '<a/>'.repeat(1_000_000) },
    '50 MB of text': { doctype: '', text: 'x'.repeat(MANY) },
    '50 MB of elements': { doctype: '', text: '<a/>'.repeat(MANY / 4) },
  };
}

/** The attack in the place of RevertOff's first parameter. */
export function attackingRequest({ doctype, text }: Attack, binding: 'soap11' | 'soap12'): string {
  const inBody =
    `<RevertOff xmlns="${PEER_NAMESPACE}"><deliveryCode>${text}</deliveryCode>` +
    '<storeCode>S</storeCode><apiKey>k</apiKey><userID>7</userID></RevertOff>';
  return withDoctype(envelope(inBody, binding === 'soap11' ? SOAP11_NAMESPACE : SOAP12_NAMESPACE), doctype);
}

/** The attack in the place of RevertOff's result. */
export function attackingReply({ doctype, text }: Attack, binding: BindingName): string {
  if (binding === 'http-post' || binding === 'http-get') {
    return withDoctype(
      `<?xml version="1.0" encoding="utf-8"?><string xmlns="${PEER_NAMESPACE}">${text}</string>`,
      doctype,
    );
  }
  const inBody = `<RevertOffResponse xmlns="${PEER_NAMESPACE}"><RevertOffResult>${text}</RevertOffResult></RevertOffResponse>`;
  return withDoctype(envelope(inBody, binding === 'soap11' ? SOAP11_NAMESPACE : SOAP12_NAMESPACE), doctype);
}

/** Text as it is, also where it holds what a replacement pattern would. */
function withDoctype(document: string, doctype: string): string {
  return document.replace('?>', () => `?>${doctype}`);
}
