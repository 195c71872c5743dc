import { scaleBand, scaleLinear } from 'd3-scale';

/** The height of the room for columns, in px, and of the line of names below it. */
const HEIGHT = 160;
const NAMES = 24;
/** Room above the highest line, for half of its number. */
const ABOVE = 10;
/** The width of the numbers beside the lines, in px for each digit, and as much as is between. */
const DIGIT = 10;
const BESIDE = 10;
/** The names below the columns, at most: more have no room on a phone. */
const MOST_NAMES = 6;

/** A column of a plot: its parts stand on each other, the first below. */
interface PlotColumn {
  readonly name: string;
  /** The words of its title. */
  readonly said: string;
  readonly parts: readonly number[];
}

interface PlotProps {
  /** The sentence that says what it shows, for whoever does not see it. */
  readonly caption: string;
  /** The styles of the parts of each column. */
  readonly kinds: readonly string[];
  readonly columns: readonly PlotColumn[];
  readonly numberText: (number: number) => string;
}

/** Columns over time, drawn on the server: as wide as there is room, in the colours of the theme, without a script. */
export function Plot({ caption, kinds, columns, numberText }: PlotProps) {
  const most = Math.max(...columns.map(({ parts }) => sumOf(parts)), 1);
  const height = scaleLinear()
    .domain([0, most])
    .rangeRound([ABOVE + HEIGHT, ABOVE])
    .nice(4);
  const place = scaleBand(
    columns.map((_, at) => String(at)),
    [0, 100],
  ).paddingInner(columns.length > 1 ? 0.2 : 0);
  const lines = height.ticks(4).filter(Number.isInteger);
  const left = Math.max(...lines.map((line) => numberText(line).length)) * DIGIT + BESIDE;
  const every = Math.ceil(columns.length / MOST_NAMES);
  const width = place.bandwidth();
  const percent = (part: number): string => `${part.toFixed(2)}%`;
  const leftOf = (at: number): number => place(String(at)) ?? 0;
  return (
    <figure className="plot" role="img" aria-label={caption}>
      <svg width={left} height={ABOVE + HEIGHT + NAMES} aria-hidden="true">
        {lines.map((line) => (
          <text x={left - BESIDE} y={height(line)} dy="0.35em" textAnchor="end" key={line}>
            {numberText(line)}
          </text>
        ))}
      </svg>
      <svg className="plot-columns" width="100%" height={ABOVE + HEIGHT + NAMES} aria-hidden="true">
        {lines.map((line) => (
          <line x1="0" x2="100%" y1={height(line)} y2={height(line)} key={line} />
        ))}
        {columns.map(({ said, parts }, at) => (
          <g key={at}>
            <title>{said}</title>
            {parts.map((part, kind) => {
              const below = sumOf(parts.slice(0, kind));
              const y = height(below + part);
              return part === 0 ? null : (
                <rect
                  className={kinds[kind]}
                  x={percent(leftOf(at))}
                  width={percent(width)}
                  y={y}
                  height={height(below) - y}
                  key={kind}
                />
              );
            })}
          </g>
        ))}
        {columns.map(({ name }, at) =>
          at % every === 0 ? (
            <text x={percent(leftOf(at) + width / 2)} y={ABOVE + HEIGHT + NAMES - 4} textAnchor="middle" key={at}>
              {name}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
