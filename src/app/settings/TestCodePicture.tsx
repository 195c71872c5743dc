import { useSyncExternalStore } from 'react';
import { type TestCode, barsOf } from '#scan/calibrate/testCode.ts';
import { Code } from '#ui/Code.tsx';
import { words } from '#i18n/words.ts';

/** What the page's edges take of the screen's width at most, in CSS pixels: --edge of tokens.css, twice, and a border. */
const edgesOf = (width: number): number => (width < 448 ? 28 : 44);

/** A test code, black on white in either theme, each module a whole number of the screen's own pixels. */
export function TestCodePicture({ code }: { readonly code: TestCode }) {
  const { path, modules } = barsOf(code);
  const width = useSyncExternalStore(onResize, () => Math.min(innerWidth, 640)); // the handheld may be turned
  const pixels = Math.max(1, Math.floor(((width - edgesOf(width)) * devicePixelRatio) / modules));
  const text = code.text.replace('\u001d', ' ');
  return (
    <figure className="test-code" aria-label={words('calibration').picture({ text })}>
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

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
