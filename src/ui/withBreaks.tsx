import { Fragment, type ReactNode } from 'react';

/** The name of an operation is one word to the browser: it may go on in the next line where its next word begins. */
export function withBreaks(title: string): ReactNode {
  const parts = title.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1\n').split('\n');
  if (parts.length === 1) return title;
  return (
    <span translate="no">
      {parts.map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
