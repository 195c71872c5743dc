// Only ever imported by import(): what a code is, for whoever asks.
import { useEffect, useRef } from 'react';
import { type CodeRules, fits } from '#contract/codes.ts';
import { cameBy } from '#outbox/export/cameBy.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { factsOf, valueOf } from '#scan/code/codeFacts.ts';
import type { Gs1Content } from '#scan/code/gs1.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Code } from '#ui/Code.tsx';
import { type Fact, Facts } from '#ui/Facts.tsx';
import { codeWords as words } from '#i18n/en/code.ts';
import { callWords } from '#i18n/en/call.ts';
import { tasksWords } from '#i18n/en/task.ts';
import { timeWords } from '#i18n/en/time.ts';

/** A scanned code as it came, and what was made of it. Nothing of it is left out. */
export function CodeDetail({ scan }: { readonly scan: ScanNote }) {
  const { codes } = useHandheld().site();
  const detail = useRef<HTMLElement>(null);
  useEffect(() => {
    detail.current?.scrollIntoView({ block: 'nearest' }); // it may have opened below what is seen
  }, []);
  const { raw, source, symbology, at } = scan;
  const from = cameBy(scan);
  const text = raw ?? scan.text;
  const { gs1, invisible, length } = factsOf({ text, symbology });
  const unnamed = from === 'shared' ? callWords.sources.shared : source === 'typed' ? words.typed : words.unknown;
  const facts: readonly Fact[] = [
    { label: words.raw, value: <Code text={text} /> },
    ...(raw === undefined ? [] : [{ label: words.taken, value: <Code text={scan.text} /> }]),
    { label: words.length, value: words.characters(length) },
    {
      label: words.symbology,
      value: symbology === undefined ? unnamed : (words.symbologies[symbology] ?? symbology),
    },
    { label: words.source, value: callWords.scannedHow(callWords.sources[from], timeWords.at(at)) },
    ...(invisible.length === 0 ? [] : [{ label: words.invisible, value: namesOf(invisible) }]),
    ...(codes === undefined ? [] : [{ label: words.fits, value: fitting(codes, text, symbology) }]),
  ];
  return (
    <section className="code-detail" aria-label={words.title} ref={detail}>
      <Facts facts={facts} />
      {gs1 && <Elements content={gs1} />}
    </section>
  );
}

function Elements({ content: { elements, unread } }: { readonly content: Gs1Content }) {
  return (
    <table className="elements">
      <caption>{words.gs1}</caption>
      <thead>
        <tr>
          <th scope="col">{words.element}</th>
          <th scope="col">{words.value}</th>
        </tr>
      </thead>
      <tbody>
        {elements.map(({ ai, title, value, shown, problem }, index) => (
          // An identifier may come twice; the place is what tells them apart.
          <tr key={index}>
            <th scope="row">
              <span className="code">({ai})</span> {title}
            </th>
            <td>
              <Code text={value} />
              {shown !== undefined && <span className="hint"> = {shown}</span>}
              {problem && <strong className="element-problem">{words.problems[problem]}</strong>}
            </td>
          </tr>
        ))}
        {unread.map((text, index) => (
          <tr key={`unread-${index}`}>
            <th scope="row">{words.unread}</th>
            <td>
              <Code text={text} />
              <strong className="element-problem">{words.unreadHint}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Which of the site's codes it looks like. */
function fitting(codes: CodeRules, text: string, symbology: string | undefined): string {
  const nouns = Object.entries(codes).flatMap(([parameter, rule]) => {
    const value = rule.gs1 === undefined ? undefined : valueOf({ text, symbology }, rule.gs1);
    return fits(rule, value ?? text) ? [words.aCode(tasksWords.codeNouns[parameter] ?? parameter)] : [];
  });
  return nouns.length === 0 ? words.fitsNone : nouns.join(', ');
}

function namesOf(codePoints: readonly number[]): string {
  return codePoints.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}
