import { useEffect, useState } from 'react';
import { type CheckList, nameOf, tally, titleOf, readLists } from './checkList.ts';
import { createCheckRun } from './checkRun.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { download, stamp } from '#ui/files.ts';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';
import { CSV_MARK, toCsv } from '#contract/csv.ts';
import { navigate } from '#ui/router.ts';

/** Scans against a list: each is looked for in it, letter by letter, and nothing is sent. */
export function CheckOffScreen() {
  const { kept } = useHandheld();
  const [list, setList] = useState<CheckList>();
  useEffect(() => {
    void readLists(kept).then(
      ([first]) => (first ? setList(first) : navigate('/', { replaces: true })),
      () => navigate('/', { replaces: true }),
    );
  }, [kept]);
  return list && <Checking list={list} />;
}

function Checking({ list: started }: { readonly list: CheckList }) {
  const { kept, cues } = useHandheld();
  const [run] = useState(() => createCheckRun(started, kept, cues.play));
  const { list, notice } = useView(run);
  const { found, missing, unexpected, twice } = tally(list);
  async function end(): Promise<void> {
    if (await run.end()) navigate('/', { replaces: true });
  }
  return (
    <ScanPage
      run={{
        accept: ({ text }) => void run.accept(text),
        split: (pull) => void run.split(pull),
        refuse: run.refuse,
        mayType: () => true,
      }}
      view={{ notice }}
      name="check-off"
      noun={words('checkOff').noun}
      rest={words('checkOff').hint}
      icon={icons.checkOff}
      captured={
        <>
          <p className="hero-answer is-word">{words('checkOff').ofMany({ found, many: list.entries.length })}</p>
          <p className="hint">{titleOf(list)}</p>
        </>
      }
      action={
        <Button size="tall" icon={icons.undo} disabled={list.scans.length === 0} onClick={() => void run.undo()}>
          {words('object').undo}
        </Button>
      }
      foot={
        <div className="buttons">
          <Button icon={icons.saveFile} onClick={() => download(checkFile(list))}>
            {words('checkOff').save}
          </Button>
          <Button onClick={() => void end()}>{words('checkOff').end}</Button>
        </div>
      }
    >
      <Codes head={words('checkOff').unexpected({ many: unexpected.length })} codes={unexpected} />
      <Codes head={words('checkOff').twice({ many: twice.length })} codes={twice} />
      <Codes
        head={words('checkOff').missing({ many: missing.length })}
        codes={missing.map((entry) => nameOf(list, entry))}
      />
    </ScanPage>
  );
}

function Codes({ head, codes }: { readonly head: string; readonly codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section className="stack" aria-label={head}>
      <h3 className="section-head">{head}</h3>
      <ul className="list">
        {codes.map((code, index) => (
          // Codes of a list may repeat; the place is what tells them apart.
          <li key={index}>
            <Code text={code} size="medium" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns a list as a table for an office: each of its entries by its values, then what was scanned beside it. */
function checkFile(list: CheckList, at = Date.now()): File {
  const { missing, unexpected, twice } = tally(list);
  const lines = list.entries.map((values) => [missing.includes(values) ? 'missing' : 'there', ...values]);
  const others = [
    ...unexpected.map((code) => ['not on the list', code]),
    ...twice.map((code) => ['scanned again', code]),
  ];
  const text = [[titleOf(list)], ...lines, ...others].map(toCsv).join('');
  return new File([CSV_MARK, text], `scanline-check-${stamp(at)}.csv`, { type: 'text/csv' });
}
