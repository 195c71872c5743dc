import type { DatabaseSync } from 'node:sqlite';
import { pdfLabel, zplLabel } from './label.ts';
import { type Arguments, withKey } from '#gateway/standin/runOperation.ts';

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
