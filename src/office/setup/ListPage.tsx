import { Fragment, type ReactNode } from 'react';
import { labelLanguages, printerWays } from '#site/printers.ts';
import { AsItIs, PostForm, SideBySide, Table, filled } from '#office/pages/parts.tsx';
import { type Cells, readTable, writeTable } from './csv.ts';
import { type SetupWords, pathOfPart } from './setupPlaces.ts';
import { type SiteList, siteLists } from './siteLists.ts';

/** The columns of a table that has room beside a form at a desk. */
const MOST_BESIDE = 4;

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
  const Sides = columns.length > MOST_BESIDE ? Fragment : SideBySide;
  return (
    <Sides>
      <>
        <p>{hintOf(list, texts)}</p>
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
        <ShownRows names={names} rows={rows.length > 0 ? rows : readTable(sample)} />
      </>
    </Sides>
  );
}

/** Says what stands in a line of a list, with a sample. */
function hintOf(list: SiteList, { hints }: SetupWords): ReactNode {
  const asIs = (text: string): ReactNode => <code translate="no">{text}</code>;
  const sample = asIs(siteLists[list].sample);
  if (list !== 'printers') return filled(hints[list], { sample });
  const facts = { ways: asIs(printerWays.join(', ')), languages: asIs(labelLanguages.join(', ')), sample };
  return filled(hints.printers, facts);
}

/** A list as it is; a column that has nothing is left out. */
function ShownRows({ names, rows }: { readonly names: readonly string[]; readonly rows: readonly Cells[] }) {
  const places = names.flatMap((_, at) => (rows.some((cells) => (cells[at] ?? '') !== '') ? [at] : []));
  return (
    <Table
      names={places.map((at) => names[at] ?? '')}
      rows={rows.map((cells) => places.map((at) => <AsItIs text={cells[at] ?? ''} key={at} />))}
    />
  );
}
