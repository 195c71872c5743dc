import type { DatabaseSync } from 'node:sqlite';
import { withoutNumber } from '#label/labelNumber.ts';
import { LineCut, type PrinterLine } from '#label/printerLine.ts';
import { createZplPrinter } from './zplPrinter.ts';

/** The papers that are kept. */
const MOST_PAPERS = 100;

/** A label that came out of the demo printer. */
export interface KeptPaper {
  readonly n: number;
  /** Unix ms. */
  readonly at: number;
  readonly zpl: string;
}

/**
 * Makes the printer of the stand-in: it is none, is reached in this process alone, and its papers are rows. They outlive a restart, and
 * so does its count. Its table is made beside the migrations: a release that has none of it opens the file.
 *
 * @param log - told of a paper that could not be written: the line is cut, as that of a printer that broke.
 */
export function createDemoPrinter(db: DatabaseSync, log: (line: string) => void, now: () => number = Date.now) {
  db.exec(`create table if not exists demo_papers (
    n integer primary key autoincrement, at integer not null, zpl text not null
  ) strict`);
  const insert = db.prepare('insert into demo_papers (at, zpl) values (?, ?)');
  const forget = db.prepare('delete from demo_papers where n <= (select max(n) from demo_papers) - ?');
  const select = db.prepare('select n, at, zpl from demo_papers order by n desc');
  const newest = db.prepare('select max(n) as n from demo_papers').get() as { n: number | null };
  const printer = createZplPrinter({
    own: 'DEMO',
    count: newest.n ?? 0,
    mostLabels: MOST_PAPERS,
    now,
    onPaper({ text, at }) {
      insert.run(at, withoutNumber(Buffer.from(text, 'latin1').toString()));
      forget.run(MOST_PAPERS);
    },
  });
  return {
    /** Opens a line to it. */
    open: async (): Promise<PrinterLine> => lineTo(printer, log),
    /** Returns the papers that are kept, the newest first. */
    papers: (): readonly KeptPaper[] =>
      select.all().map((row) => ({ n: Number(row['n']), at: Number(row['at']), zpl: String(row['zpl']) })),
  };
}

function lineTo(printer: ReturnType<typeof createZplPrinter>, log: (line: string) => void): PrinterLine {
  let said = '';
  let isCut = false;
  let wake = (): void => {};
  const entry = printer.enter((text) => {
    said += text;
    wake();
  });
  const end = (): void => {
    isCut = true;
    entry.end();
    wake();
  };
  return {
    async send(bytes) {
      if (isCut) throw new LineCut('it is closed');
      try {
        entry.take(Buffer.from(bytes).toString('latin1'));
        while (printer.step());
      } catch (error) {
        log(`The demo printer broke: ${String(error)}`);
        end();
        throw new LineCut('the demo printer broke');
      }
    },
    async hear(waitMs) {
      if (said === '' && !isCut) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const bytes = Buffer.from(said, 'latin1');
      said = '';
      if (bytes.length === 0 && isCut) throw new LineCut('it is closed');
      return bytes;
    },
    async close() {
      end();
    },
  };
}
