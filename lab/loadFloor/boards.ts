import { AGAIN } from '#office/pages/page.ts';
import { pageWords } from '#office/pages/pageWords.ts';

const { floor: texts } = pageWords('en');
type Column = keyof typeof texts.columns;

/** A row of the board by its columns; one that is not shown is empty. */
export type BoardRow = Readonly<Record<Column, string>>;

/** Reads all rows of the board, page by page, by the handheld's name. @throws Error where a page is refused. */
export async function readBoard(url: string, headers: Readonly<Record<string, string>>) {
  const rows = new Map<string, BoardRow>();
  for (let from = 0; ;) {
    const reply = await fetch(`${url}/gateway/floor?sort=name&from=${from}`, { headers });
    const html = await reply.text();
    if (reply.status !== 200) throw new Error(`the board: HTTP ${reply.status}`);
    const found = rowsOf(html);
    for (const row of found) rows.set(row.name, row);
    if (found.length === 0) return rows;
    from += found.length;
  }
}

/** Reads the rows of a page of the board; what marks a handheld is in the column of its page. */
export function rowsOf(html: string): readonly BoardRow[] {
  const columns = Object.entries(texts.columns) as [Column, string][];
  const heads = [...html.matchAll(/<th scope="col">(.*?)<\/th>/g)].map(
    ([, head]) => columns.find(([, text]) => text === head)?.[0],
  );
  const nothing = Object.fromEntries(columns.map(([column]) => [column, ''])) as BoardRow;
  return [...html.matchAll(/<tr(?: class="[\w-]+")?><td.*?<\/tr>/g)].map(([row]) => {
    const cells = row.split('</td>').map((cell) => cell.replace(/<span class="word">.*?<\/span>|<[^>]*>/g, '').trim());
    const marks = [...row.matchAll(/data-mark="(\w+)">(.*?)<\/span>(?= <span|<\/td>)/g)].map(
      ([, name = '', mark = '']) => [name, mark.replace(/<[^>]*>/g, '')],
    );
    return {
      ...nothing,
      ...Object.fromEntries(heads.map((column, at) => [column, cells[at] ?? ''])),
      ...Object.fromEntries(marks),
    };
  });
}

/** Reads the figures at the head of a board's page, by what they count. */
export function tilesIn(html: string): Readonly<Record<keyof typeof texts.tiles, number>> {
  const said = [...html.matchAll(/<span class="headline">(\d+)<\/span> (.*?)<\/a>/g)];
  const names = Object.keys(texts.tiles) as (keyof typeof texts.tiles)[];
  const figures = names.map((name) => [
    name,
    Number(said.find(([, , text]) => text === texts.tiles[name])?.[1] ?? Number.NaN),
  ]);
  return Object.fromEntries(figures) as Record<keyof typeof texts.tiles, number>;
}

/** A board that somebody has open, kept up to date as its script does it. */
export interface OpenBoard {
  /** The time that each load took to its last byte, in milliseconds. */
  readonly loads: readonly number[];
  failures(): number;
  /** Returns the page that it shows, and since when: ms of `performance.now`. */
  shown(): { readonly html: string; readonly askedAt: number };
  close(): void;
}

const AGAIN_AFTER_MS = 3_000;

/** Opens a board. @param hears - `false`: its proxy lets no stream through, and it asks. Source: src/office/pages/live.js */
export function openBoard(
  url: string,
  headers: Readonly<Record<string, string>>,
  hears: boolean,
  asksEveryMs = 10_000,
): OpenBoard {
  const end = new AbortController();
  const { signal } = end;
  const loads: number[] = [];
  let [failures, askedAt, isAsking] = [0, 0, false];
  let shown = { html: '', askedAt: 0 };

  async function refresh(): Promise<void> {
    if (isAsking || signal.aborted) return;
    isAsking = true;
    askedAt = performance.now();
    const since = askedAt;
    try {
      const query = loads.length === 0 ? '' : `?${AGAIN}=1`;
      const reply = await fetch(`${url}/gateway/floor${query}`, { headers, signal });
      const html = await reply.text();
      if (reply.status !== 200) throw new Error(`HTTP ${reply.status}`);
      shown = { html, askedAt: since };
      loads.push(performance.now() - since);
    } catch {
      if (!signal.aborted) failures += 1;
    } finally {
      isAsking = false;
    }
  }

  async function listen(): Promise<void> {
    try {
      const { body } = await fetch(`${url}/gateway/floor/live`, { headers, signal });
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? [])
        if (chunk.includes('data: changed')) void refresh();
    } catch {
      // it is heard again, as a browser does
    }
    if (!signal.aborted) setTimeout(() => void listen(), AGAIN_AFTER_MS).unref();
  }

  void refresh();
  if (hears) void listen();
  const timer = setInterval(() => performance.now() - askedAt >= asksEveryMs && void refresh(), 1_000);
  return {
    loads,
    failures: () => failures,
    shown: () => shown,
    close() {
      clearInterval(timer);
      end.abort();
    },
  };
}
