import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contrast } from './rig/contrast.ts';
import { themes } from './rig/scene.ts';

const TOKENS = 'src/ui/styles/tokens.css';
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');
const tokens = withoutComments(readFileSync(TOKENS, 'utf8'));
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => join('src', name))
  .filter((name) => name !== TOKENS);
const rules = sheets.flatMap((sheet) =>
  [...withoutComments(readFileSync(sheet, 'utf8')).matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ sheet, selector: selector.trim(), body }),
  ),
);
const declarations = rules.flatMap(({ sheet, selector, body }) =>
  [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map(([, property = '', value = '']) => ({
    property,
    value: value.replace(/\s+/g, ' ').trim(),
    where: `${sheet}: ${selector}`,
  })),
);

type Theme = (typeof themes)[number];

/** Returns what a colour is in a theme. */
function colour(token: string, theme: Theme): string {
  const [, said = ''] = new RegExp(`\\s${token}: ([^;]+);`).exec(tokens) ?? [];
  return new RegExp(`--in-${theme}, (#\\w{6})`).exec(said)?.[1] ?? said;
}

/** The grounds that text and marks may stand on, by where they are used. */
const grounds = ['--paper', '--surface', '--sunk'];
const texts = ['--ink', '--ink-soft'];
const moods = ['--good-text', '--check-text', '--bad-text', '--next-text'];
const on = (inks: readonly string[], papers: readonly string[], least: number) =>
  inks.flatMap((ink) => papers.map((paper) => ({ ink, paper, least })));

/** Texts of a rule that names its own ground: a result, a button, the header. */
const named = rules.flatMap(({ body }) => {
  const paper = /background: var\((--[\w-]+)\)/.exec(body)?.[1];
  const ink = /(?<![\w-])color: var\((--[\w-]+)\)/.exec(body)?.[1];
  return paper && ink ? [{ ink, paper, least: 7 }] : [];
});
const pairs = [
  ...on(texts, grounds, 7),
  ...on(moods, ['--paper', '--surface'], 7),
  ...named,
  { ink: '--check', paper: '--top', least: 7 },
  ...on(['--line', '--focus', '--bad-edge', '--action'], ['--paper', '--surface'], 3),
  ...on(['--top-focus', '--check'], ['--top'], 3),
  ...on(['--aim', '--offered', '--print'], ['--print-ink'], 3),
].filter(({ ink, paper }, index, all) => all.findIndex((one) => one.ink === ink && one.paper === paper) === index);

test('every text has 7 to 1 on its ground in every theme, every line and mark 3 to 1 and 7 in the contrast; the figures are written down', async () => {
  const rows = pairs.map(({ ink, paper, least }) => {
    const figures = themes.map((theme) => {
      const found = contrast(colour(ink, theme), colour(paper, theme));
      expect.soft(found, `${ink} on ${paper}, ${theme}`).toBeGreaterThanOrEqual(theme === 'contrast' ? 7 : least);
      return found.toFixed(1);
    });
    return `| \`${ink}\` | \`${paper}\` | ${least === 3 ? 'mark, 3' : 'text, 7'} | ${figures.join(' | ')} |`;
  });
  const page = `# Colours and their contrast

Written by \`e2e/tokens.test.ts\` out of \`src/ui/styles/tokens.css\` (\`-u\` writes it anew): the contrast of each pair of a text or a mark with its ground,
by WCAG 2.2. A text has 7 to 1 (AAA), a line, a mark and the focus 3 to 1; in the contrast theme all have 7 to 1.

| what | on | least | ${themes.join(' | ')} |
| --- | --- | --- | ${themes.map(() => '---').join(' | ')} |
${rows.join('\n')}
`;
  await expect(page).toMatchFileSnapshot('../docs/evidence/colours.md');
});

test('a colour stands in the tokens alone: a style says what it means', () => {
  const own: readonly string[] = [
    'src/app/people/dialog.css: .dialog::backdrop', // no browser before Chrome 122 lets a backdrop inherit a token
  ];
  const raw = declarations.filter(
    ({ value }) =>
      /#[\da-f]{3,8}\b|\b(?:rgb|hsl|color)a?\(/i.test(value) || /\b(?:white|black|red|gr[ae]y)\b/.test(value),
  );
  expect(raw.map(({ where }) => where).filter((where) => !own.includes(where))).toEqual([]);
});

test('a theme changes colours and nothing else, so that what stands where is the same in each', () => {
  const theme = /data-theme|prefers-color-scheme|prefers-contrast|forced-colors/;
  expect(sheets.filter((sheet) => theme.test(withoutComments(readFileSync(sheet, 'utf8'))))).toEqual([]);
  const blocks = [...tokens.matchAll(/:root[^{}]*data-theme[^{}]*\{([^{}]*)\}/g)];
  expect(blocks).toHaveLength(4);
  const set = blocks.flatMap(([, body = '']) => [...body.matchAll(/([\w-]+)\s*:/g)].map(([, name]) => name));
  expect([...new Set(set)].toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
    '--in-contrast',
    '--in-dark',
    '--in-light',
    'color-scheme',
  ]);
  const used = tokens.split('\n').filter((line) => line.includes('var(--in-'));
  const colours = /^ {2}--[\w-]+:(?: var\(--in-(?:light|dark|contrast), #[\da-f]{6}\))+;$/;
  expect(used.filter((line) => !colours.test(line))).toEqual([]);
});

test('every colour of the tokens is used', () => {
  const said = [tokens, ...sheets.map((sheet) => readFileSync(sheet, 'utf8'))].join('');
  const names = [...tokens.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name);
  expect([...new Set(names)].filter((name) => !said.includes(`var(${name}`))).toEqual([]);
});

test('places are on a grid of 4 px: paddings, margins and gaps in px or by a token, and every px but a hairline', () => {
  const spaces = /^(?:padding|margin|gap|column-gap|row-gap|inset)/;
  /** A line is no place: it is as thick as it is seen. */
  const lines = /^(?:border|outline|box-shadow|stroke|text-decoration|text-underline|background)/;
  const off = declarations.filter(({ property, value }) => {
    const lengths = [...value.matchAll(/(?<![\w.#-])(\d*\.?\d+)(px|rem)\b/g)];
    if (property === 'border-radius' || !lines.test(property)) {
      return lengths.some(([, figure, unit]) =>
        unit === 'px' ? Number(figure) % 4 !== 0 && Number(figure) !== 1 : spaces.test(property) && Number(figure) > 0,
      );
    }
    return lengths.some(([, figure, unit]) => unit === 'rem' || (Number(figure) > 3 && Number(figure) % 4 !== 0));
  });
  expect(off.map(({ where, property, value }) => `${where} { ${property}: ${value} }`)).toEqual([]);
});

test('a text has a size of the scale: a token, or a part of the text that it stands in', () => {
  const off = declarations.filter(
    ({ property, value, where }) =>
      property === 'font-size' && !where.endsWith(': html') && !/^(?:var\(--[\w-]+\)|[\d.]+em)$/.test(value),
  );
  expect(off.map(({ where, value }) => `${where} { font-size: ${value} }`)).toEqual([]);
});
