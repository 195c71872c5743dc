import { PostForm, SideBySide, Table, filled } from '#office/pages/parts.tsx';
import { type Cells, readTable, writeTable } from './csv.ts';
import { type SetupWords, pathOfPart } from './setupPlaces.ts';
import { type SiteList, siteLists } from './siteLists.ts';

interface ListPageProps {
  readonly texts: SetupWords;
  readonly list: SiteList;
  readonly rows: readonly Cells[];
  /** The text that was wrong. */
  readonly pasted?: string | undefined;
}

/** Shows a list as it is now, and the field to paste another. */
export function ListPage({ texts, list, rows, pasted }: ListPageProps) {
  const { columns, sample } = siteLists[list];
  const names = columns.map((column) => texts.columns[column]);
  return (
    <SideBySide>
      <>
        <p>{filled(texts.hints[list], { sample: <code>{sample}</code> })}</p>
        <p>{texts.paste}</p>
        <PostForm action={pathOfPart(list)}>
          <label>
            {texts.lines}
            <textarea
              name="lines"
              rows={8}
              spellCheck={false}
              defaultValue={pasted ?? writeTable(rows.length > 0 ? [names, ...rows] : [])}
            />
          </label>
          <button className="button button-primary">{texts.keep}</button>
        </PostForm>
      </>
      <>
        <h2>{rows.length > 0 ? texts.now : texts.sampleHead}</h2>
        <Table names={names} rows={rows.length > 0 ? rows : readTable(sample)} />
      </>
    </SideBySide>
  );
}
