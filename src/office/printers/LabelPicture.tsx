import { code128, code39, datamatrix, drawingSVG, ean13, interleaved2of5, qrcode } from 'bwip-js/generic';
import {
  type BarSymbology,
  type ZplBars,
  type ZplBox,
  type ZplItem,
  type ZplLabel,
  type ZplText,
  readZpl,
} from './zpl.ts';
import { markupOf } from '#office/pages/markup.ts';

/**
 * Draws the labels of a ZPL text, each as one SVG that stands alone. Its title are the texts on the label, its description are the commands that are
 * not drawn, where there are any.
 */
export function labelPictures(zpl: string): readonly string[] {
  return readZpl(zpl).map((label) => markupOf(<LabelPicture label={label} />));
}

/** A label as it will look, about: black on white in every theme. */
export function LabelPicture({ label: { width, height, items, leftOut } }: { readonly label: ZplLabel }) {
  const texts = items.flatMap((item) => (item.kind === 'box' ? [] : [item.text])).join(', ');
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{texts}</title>
      {leftOut.length > 0 && <desc>{leftOut.join(' ')}</desc>}
      <rect width={width} height={height} fill="#fff" />
      {items.map((item, index) => (
        // The place on the label is what tells two of them apart.
        <Item key={index} item={item} />
      ))}
    </svg>
  );
}

function Item({ item }: { readonly item: ZplItem }) {
  if (item.kind === 'box') return <Box item={item} />;
  const rotate = item.orientation === 0 ? undefined : `rotate(${item.orientation} ${item.x} ${item.y})`;
  return <g transform={rotate}>{item.kind === 'text' ? <Letters {...item} /> : <Bars item={item} />}</g>;
}

function Box({ item: { x, y, width, height, line } }: { readonly item: ZplBox }) {
  const isFull = line * 2 >= Math.min(width, height);
  if (isFull) return <rect x={x} y={y} width={width} height={height} fill="#000" />;
  const [w, h] = [width - line, height - line];
  return <rect x={x + line / 2} y={y + line / 2} width={w} height={h} fill="none" stroke="#000" strokeWidth={line} />;
}

function Letters({ x, y, height, text, isBase }: Omit<ZplText, 'kind' | 'orientation'>) {
  return (
    <text x={x} y={isBase ? y : y + height * 0.8} fontSize={height} fontFamily="sans-serif" fill="#000">
      {text}
    </text>
  );
}

function Bars({ item }: { readonly item: ZplBars }) {
  const { symbology, x, y, height, module, text, isBase, isRead } = item;
  const picture = barPicture(symbology, text);
  const letters = Math.max(20, module * 9);
  if (!picture) return <Letters x={x} y={y} height={letters} text={`[${symbology}] ${text}`} isBase={isBase} />;
  const [wide, high] = [picture.modulesWide * module, height === 0 ? picture.modulesHigh * module : height];
  const top = isBase ? y - high : y;
  return (
    <>
      <image href={picture.url} x={x} y={top} width={wide} height={high} preserveAspectRatio="none" />
      {isRead && <Letters x={x} y={top + high + 4} height={letters} text={text} isBase={false} />}
    </>
  );
}

const draw = { code128, code39, datamatrix, ean13, interleaved2of5, qrcode };
const CELL = 2;

interface BarPicture {
  readonly url: string;
  readonly modulesWide: number;
  readonly modulesHigh: number;
}

/** Draws a symbol, black on nothing. @returns `undefined` where the text is none that the symbology can hold. */
function barPicture(symbology: BarSymbology, text: string): BarPicture | undefined {
  let svg: string;
  try {
    svg = draw[symbology]({ text, scale: 1 } as Parameters<typeof code128>[0], drawingSVG());
  } catch {
    return undefined;
  }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  const cell = symbology === 'qrcode' || symbology === 'datamatrix' ? CELL : 1;
  const stretched = cell === 1 ? svg.replace(' viewBox=', ' preserveAspectRatio="none" viewBox=') : svg; // bars as high as asked
  return {
    url: `data:image/svg+xml,${encodeURIComponent(stretched)}`,
    modulesWide: Number(width) / cell,
    modulesHigh: Number(height) / cell,
  };
}
