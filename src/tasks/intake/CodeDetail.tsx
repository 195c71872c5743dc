import { textAt } from '#i18n/textAt.ts';
import { useEffect, useRef } from 'react';
import { type CodeRules, fitsCode } from '#site/codes.ts';
import { cameBy, type ScanNote } from '#outbox/state/queuedCall.ts';
import { factsOf, gs1ValueOf } from '#scan/code/codeFacts.ts';
import type { Gs1Content } from '#scan/code/gs1.ts';
import { nameOfMember } from '#tasks/task/explain.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { Code } from '#ui/Code.tsx';
import { type Fact, FactList } from '#ui/Facts.tsx';
import { shownMoment } from '#i18n/moments.ts';
import { codeWords } from '#i18n/words/code.ts';

/** A scanned code as it came, and what was made of it. Nothing of it is left out. */
export function CodeDetail({ scan }: { readonly scan: ScanNote }) {
  const { codes } = useHandheld().site();
  const detail = useRef<HTMLElement>(null);
  useEffect(() => {
    detail.current?.scrollIntoView({ block: 'nearest' }); // it may have opened below what is seen
    detail.current?.previousElementSibling?.scrollIntoView({ block: 'nearest' }); // the code itself is whole
  }, []);
  const { raw, source, symbology, at } = scan;
  const from = cameBy(scan);
  const text = raw ?? scan.text;
  const { gs1, invisible, length } = factsOf({ text, symbology });
  const unnamed =
    from === 'shared' ? codeWords().sources.shared : source === 'typed' ? codeWords().typed : codeWords().unknown;
  const facts: readonly Fact[] = [
    { caption: codeWords().raw, value: <Code text={text} /> },
    ...(raw === undefined ? [] : [{ caption: codeWords().taken, value: <Code text={scan.text} /> }]),
    { caption: codeWords().length, value: codeWords().characters({ many: length }) },
    {
      caption: codeWords().symbology,
      value: symbology === undefined ? unnamed : (textAt(codeWords().symbologies, symbology) ?? symbology),
    },
    {
      caption: codeWords().source,
      value: codeWords().scannedHow({ source: codeWords().sources[from], at: shownMoment(at) }),
    },
    ...(invisible.length === 0 ? [] : [{ caption: codeWords().invisible, value: namesOf(invisible) }]),
    ...(codes === undefined ? [] : [{ caption: codeWords().fits, value: fitting(codes, text, symbology) }]),
  ];
  return (
    <section className="code-detail" aria-label={codeWords().title} ref={detail}>
      <FactList facts={facts} />
      {gs1 && <Elements content={gs1} />}
    </section>
  );
}

function Elements({ content: { elements, unread } }: { readonly content: Gs1Content }) {
  return (
    <table className="elements">
      <caption>{codeWords().gs1}</caption>
      <thead>
        <tr>
          <th scope="col">{codeWords().element}</th>
          <th scope="col">{codeWords().value}</th>
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
              {problem && <strong className="problem">{codeWords().problems[problem]}</strong>}
            </td>
          </tr>
        ))}
        {unread.map((text, index) => (
          <tr key={`unread-${index}`}>
            <th scope="row">{codeWords().unread}</th>
            <td>
              <Code text={text} />
              <strong className="problem">{codeWords().unreadHint}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names the codes of the site that the text looks like; two parameters of one name are one. */
function fitting(codes: CodeRules, text: string, symbology: string | undefined): string {
  const names = Object.entries(codes).flatMap(([parameter, rule]) => {
    const value = rule.gs1 === undefined ? undefined : gs1ValueOf({ text, symbology }, rule.gs1);
    return fitsCode(rule, value ?? text) ? [nameOfMember(parameter)] : [];
  });
  return names.length === 0 ? codeWords().fitsNone : [...new Set(names)].join(', ');
}

function namesOf(codePoints: readonly number[]): string {
  return codePoints.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`).join(', ');
}
