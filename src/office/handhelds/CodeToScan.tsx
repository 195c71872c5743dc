import type { codeDrawing } from './provisionCode.ts';

interface CodeToScanProps {
  readonly drawing: ReturnType<typeof codeDrawing>;
  readonly name: string;
}

/** A code that handhelds scan, black on white, above the name of what it is for. */
export function CodeToScan({ drawing: { size, path }, name }: CodeToScanProps) {
  return (
    <figure className="set-up-code">
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
        <rect width="100%" height="100%" fill="white" />
        <path d={path} fill="black" />
      </svg>
      <figcaption translate="no">{name}</figcaption>
    </figure>
  );
}
