import { type TestCode, barsOf } from '#scan/testCode.ts';
import { Code } from '#ui/Code.tsx';
import { calibrationWords as words } from '#ui/calibrationMessages.ts';

/** What the page's edges take of the screen's width, in CSS pixels. */
const EDGES = 28;

/** A test code, black on white in either theme, each module a whole number of the screen's own pixels. */
export function TestCodePicture({ code }: { readonly code: TestCode }) {
  const { path, modules } = barsOf(code);
  const pixels = Math.max(1, Math.floor(((Math.min(innerWidth, 640) - EDGES) * devicePixelRatio) / modules));
  const text = code.text.replace('\u001d', ' ');
  return (
    <figure className="test-code" aria-label={words.picture(text)}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${modules} 1`}
        width={(modules * pixels) / devicePixelRatio}
        height="96"
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <figcaption>
        <Code text={text} />
      </figcaption>
    </figure>
  );
}
