import { isObject, jsonIn, valueAt } from '#contract/json.ts';
import { type PersonRecords, sayerTest } from './personRecords.ts';

export const deskAsks: PersonRecords = {
  name: 'words of the desk to handhelds',
  table: 'meta',
  async list(db, person) {
    const rows = await db.list(
      `select name, value from ${db.table('meta')} where name like 'desk_asks_%' order by name`,
    );
    const isOf = sayerTest(person);
    return rows.filter(({ value }) => Object.values(membersIn(value)).some((word) => isOf(valueAt(word, ['by']))));
  },
  done: 'who said it was replaced, and the words for why were deleted',
  async erase(db, person, word) {
    const rows = await deskAsks.list(db, person);
    const isOf = sayerTest(person);
    for (const { name, value } of rows) {
      const asks = Object.entries(membersIn(value)).map(([what, said]) => {
        if (!isObject(said) || !isOf(said['by'])) return [what, said] as const;
        return [what, { ...said, by: word, ...('why' in said && { why: '–' }) }] as const;
      });
      const text = JSON.stringify(Object.fromEntries(asks));
      await db.change(`update ${db.table('meta')} set value = $2 where name = $1`, String(name), text);
    }
    return rows.length;
  },
};

const REPORT = 'desk_report_';

/** Reports, by their handhelds, in which the person may stand. What is in them is not told: they may be another person's. */
export const deskReports: PersonRecords = {
  name: 'reports to the desk in which the id may stand',
  table: 'meta',
  async list(db, person) {
    const rows = await db.list(
      `select name, value from ${db.table('meta')} where name like '${REPORT}%' and value <> '' order by name`,
    );
    const isOf = sayerTest(person);
    return rows.flatMap(({ name, value }) => {
      const { by, at, text } = membersIn(value);
      if (!isOf(by) && !hasWord(String(text), person.id)) return [];
      return [{ handheld: String(name).slice(REPORT.length), by, at }];
    });
  },
  done: 'they were deleted',
  async erase(db, person) {
    const rows = await deskReports.list(db, person);
    const sql = `delete from ${db.table('meta')} where name = $1`;
    for (const { handheld } of rows) await db.change(sql, REPORT + String(handheld));
    return rows.length;
  },
};

function membersIn(text: unknown): Readonly<Record<string, unknown>> {
  const read = jsonIn(String(text));
  return isObject(read) ? read : {};
}

/** Tells whether a text has a word by itself: after a sign or a blank, and before one. */
function hasWord(text: string, word: string): boolean {
  const isPart = (letter = ''): boolean => /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  return false;
}
