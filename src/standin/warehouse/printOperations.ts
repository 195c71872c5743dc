import type { DatabaseSync } from 'node:sqlite';
import { type Arguments, withKey } from '#standin/runOperation.ts';

/** The two operations that make labels: each run is one more copy. */
export const printOperations = {
  PrintCNOrder: withKey({ code: 'D-1020', company: 'YTO' }, (db, values) =>
    print(db, 'CN', values, values['company'] ?? ''),
  ),
  PrintKJYOrder: withKey({ code: 'EX-50020' }, (db, values) => print(db, 'KJY', values, 'KJY')),
} as const;

function print(db: DatabaseSync, kind: string, { code = '', userId = '' }: Arguments, company: string): string {
  const found = db
    .prepare(
      'select code, dd_code from deliveries join shipments on delivery_code = code where ? in (code, os_code, dd_code)',
    )
    .get(code);
  if (!found) return `ERR: order ${code} is unknown`;
  if (company === '') return `ERR: ${code} needs a company`;
  const row = db
    .prepare(
      `insert into prints (delivery_code, kind, copies, printed_by) values (?, ?, 1, ?)
       on conflict (delivery_code, kind) do update set copies = copies + 1, printed_by = excluded.printed_by
       returning copies`,
    )
    .get(String(found['code']), kind, userId) as { copies: number };
  const label = { title: `${kind} ${company}`, code: String(found['dd_code']), copy: row.copies };
  return JSON.stringify({
    code,
    company,
    copy: row.copies,
    zpl: zplLabel(label),
    pdf: pdfLabel(label).toString('base64'),
  });
}

/** The content of a label. */
interface Label {
  readonly title: string;
  /** The code in the bars, and the text under them. */
  readonly code: string;
  /** The number of the copy, from 1. */
  readonly copy: number;
}

/** Writes a label of 100 × 50 mm at 8 dots a millimetre. Source: Zebra, ZPL II programming guide. */
function zplLabel({ title, code, copy }: Label): string {
  return [
    '^XA^CI28^PW800^LL400',
    `^FO40,40^A0N,40,40^FH^FD${zplText(title)}^FS`,
    `^FO40,120^BY3^BCN,160,Y,N,N^FH^FD${zplText(code)}^FS`,
    `^FO640,350^A0N,24,24^FDcopy ${copy}^FS`,
    '^XZ',
  ].join('\n');
}

/** Writes the characters that ZPL takes for its own by number. */
function zplText(text: string): string {
  return text.replace(/[\^~_\p{Cc}]/gu, (character) => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Writes a label as a page of PDF, without bars. Source: ISO 32000-1, section 7.5. */
function pdfLabel({ title, code, copy }: Label): Buffer {
  const line = (size: number, y: number, text: string): string =>
    `BT /F1 ${size} Tf 20 ${y} Td (${pdfText(text)}) Tj ET`;
  const content = [line(14, 110, title), line(24, 70, code), line(9, 20, `copy ${copy}`)].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 283 142] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

/** Writes a text for Helvetica: whatever is not ASCII becomes a question mark. */
function pdfText(text: string): string {
  return text.replace(/[^ -~]/gu, '?').replace(/[\\()]/g, '\\$&');
}
