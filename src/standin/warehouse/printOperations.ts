import type { DatabaseSync } from 'node:sqlite';
import { plainPdf } from '#label/plainPdf.ts';
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
    pdf: btoa(pdfLabel(label)),
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

/** Writes a label as a page of PDF of 100 × 50 mm, without bars. */
function pdfLabel({ title, code, copy }: Label): string {
  const line = (size: number, y: number, text: string) => ({ size, x: 20, y, text });
  return plainPdf(283, 142, [line(14, 110, title), line(24, 70, code), line(9, 20, `copy ${copy}`)]);
}
