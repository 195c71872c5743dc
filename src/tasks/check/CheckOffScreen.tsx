import './checkOff.css';
import { useEffect, useState } from 'react';
import {
  type CheckList,
  type HolderTally,
  foundIn,
  missingBy,
  nameOf,
  readLists,
  tally,
  titleOf,
} from './checkList.ts';
import { createCheckRun } from './checkRun.ts';
import { checkTable } from './checkTable.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Icon } from '#ui/Icon.tsx';
import { canShare, download, share } from '#ui/files.ts';
import { icons } from '#ui/icons.ts';
import { shownTime } from '#i18n/figures.ts';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { checkingWords } from '#i18n/words/checking.ts';
import { objectWords } from '#i18n/words/object.ts';
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
  const { list, notice, isAllThere } = useView(run);
  const { found, missing, unexpected, twice } = tally(list);
  const many = list.entries.length;
  const stands = checkOffWords().ofMany({ found, many });
  const isComplete = missing.length === 0;
  async function end(): Promise<void> {
    if (await run.end()) navigate('/', { replaces: true });
  }
  const undo = (
    <Button size="tall" icon={icons.undo} disabled={list.scans.length === 0} onClick={() => void run.undo()}>
      {objectWords().undo}
    </Button>
  );
  return (
    <>
      <ScanPage
        run={{
          accept: ({ text }) => void run.accept(text),
          split: (pull) => void run.split(pull),
          refuse: run.refuse,
          mayType: () => true,
        }}
        view={{ notice }}
        name="check-off"
        noun={checkingWords().noun}
        entry={isComplete ? checkingWords().allThere({ others: unexpected.length }) : undefined}
        rest={checkingWords().hint}
        icon={icons.checkOff}
        captured={
          <>
            <p className="check-many">{stands}</p>
            <progress className="check-bar" value={found} max={many} aria-label={checkOffWords().title} />
            <p className="hint">{titleOf(list)}</p>
          </>
        }
        action={
          <>
            {undo}
            {isComplete && <TableButton list={list} isLead />}
          </>
        }
        foot={
          <>
            {!isComplete && (
              <div className="buttons">
                <TableButton list={list} />
              </div>
            )}
            <div className="buttons apart">
              <Button size="big" onClick={() => void end()}>
                {checkingWords().end({ stands })}
              </Button>
            </div>
          </>
        }
      >
        <div className="check-lists">
          {!isComplete && <Missing list={list} groups={missingBy(list, missing)} many={missing.length} />}
          {unexpected.length + twice.length > 0 && (
            <div className="stack">
              <Codes head={checkingWords().unexpected({ many: unexpected.length })} codes={unexpected} />
              <Codes head={checkingWords().twice({ many: twice.length })} codes={twice} />
            </div>
          )}
          <Found list={list} />
        </div>
      </ScanPage>
      {isAllThere && (
        <button type="button" className="all-there said-found" onClick={run.goOn}>
          <Icon of={icons.done} />
          <strong>{checkingWords().allThere({ others: 0 })}</strong>
          <span className="check-many">{stands}</span>
          <span>{titleOf(list)}</span>
          <span>{checkingWords().goOn}</span>
        </button>
      )}
    </>
  );
}

/** Gives the table to another app, or puts it into the downloads where this browser gives no files away. */
function TableButton({ list, isLead = false }: { readonly list: CheckList; readonly isLead?: boolean }) {
  const isShared = canShare(checkTable(list));
  async function give(): Promise<void> {
    const file = checkTable(list);
    if (!isShared || !(await share(file))) download(file);
  }
  return (
    <Button
      size={isLead ? 'lead' : 'big'}
      kind={isLead ? 'primary' : 'plain'}
      icon={isShared ? icons.share : icons.saveFile}
      onClick={() => void give()}
    >
      {isShared ? checkingWords().share : checkingWords().save}
    </Button>
  );
}

interface MissingProps {
  readonly list: CheckList;
  readonly groups: readonly HolderTally[];
  readonly many: number;
}

/** Shows what is missing; of a list inside others by what it is in, each of them opened by a tap. */
function Missing({ list, groups, many }: MissingProps) {
  const head = checkingWords().missing({ many });
  if (!list.holders) {
    return <Codes head={head} codes={groups.flatMap(({ missing }) => missing.map((entry) => nameOf(list, entry)))} />;
  }
  const due = groups.filter(({ missing }) => missing.length > 0);
  return (
    <section className="stack" aria-label={head}>
      <h3 className="section-head">{head}</h3>
      {due.map(({ holder, many: all, missing }) => (
        <Fold key={holder} title={checkingWords().inHolder({ holder, found: all - missing.length, many: all })}>
          <CodeList codes={missing.map((entry) => nameOf(list, entry))} />
        </Fold>
      ))}
    </section>
  );
}

/** Shows what is there with the time of its scan, the last one first. */
function Found({ list }: { readonly list: CheckList }) {
  const found = foundIn(list);
  const head = checkingWords().there({ many: found.length });
  if (found.length === 0) return null;
  return (
    <section className="stack" aria-label={head}>
      <h3 className="section-head">{head}</h3>
      <CodeList
        codes={found.map(({ entry }) => nameOf(list, entry))}
        notes={found.map(({ at }) => (at === undefined ? '' : shownTime(at, { timeStyle: 'short', hourCycle: 'h23' })))}
      />
    </section>
  );
}

function Codes({ head, codes }: { readonly head: string; readonly codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <section className="stack" aria-label={head}>
      <h3 className="section-head">{head}</h3>
      <CodeList codes={codes} />
    </section>
  );
}

/** Codes that are drawn at once, and again with each tap for more: each scan draws them anew. */
const SHOWN = 20;

interface CodeListProps {
  readonly codes: readonly string[];
  /** Stand beside the codes, each at its place. */
  readonly notes?: readonly string[];
}

function CodeList({ codes, notes }: CodeListProps) {
  const [shown, setShown] = useState(SHOWN);
  const left = codes.length - shown;
  return (
    <>
      <ul className="list">
        {codes.slice(0, shown).map((code, index) => (
          // Codes of a list may repeat; the place is what tells them apart.
          <li key={index} className="check-code">
            <Code text={code} size="medium" />
            {notes?.[index] && <span className="hint">{notes[index]}</span>}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button onClick={() => setShown(shown + SHOWN)}>{checkingWords().more({ many: Math.min(left, SHOWN) })}</Button>
      )}
    </>
  );
}
