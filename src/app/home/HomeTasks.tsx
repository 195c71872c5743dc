import { EndedList } from './EndedList.tsx';
import { KnownRow } from './KnownRow.tsx';
import { TodayRow } from './TodayRow.tsx';
import { ShellNotice } from '#app/frame/ShellNotice.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { needsPath } from '#app/frame/Status.tsx';
import { useOwed } from '#app/frame/useOwed.ts';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { halvesOf, keptIn } from '#tasks/scans/begun.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { useFresh } from '#tasks/task/useFresh.ts';
import { withInHand } from '#tasks/task/halves.ts';
import { tasksOf, waysOf } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { type PendingScans, usePendingScans } from '#tasks/task/pendingScans.ts';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';
import { installWords } from '#i18n/words/install.ts';
import { statusWords } from '#i18n/words/status.ts';
import { icons } from '#ui/icons.ts';
import { tally, takeBegun, titleOf } from '#tasks/check/checkList.ts';
import { arrivedIn } from '#app/shell/arrival.ts';
import type { AppState } from '#app/core/appState.ts';
import { shortened, Code } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';

/** Fewer tasks than this stand together under no heading. */
const GROUPED_FROM = 7;

/** Shows what is begun, what needs a person, and the way to every task: in the site's order, many of them by what they do. */
export function HomeTasks() {
  const { site } = useAppView();
  const { draft } = useHandheld();
  const tasks = tasksOf(site);
  const begun = tasks
    .flatMap((task) => halvesOf(task, draft(task.id)).map((texts, at) => ({ task, texts, at })))
    .filter(({ texts }) => texts.length > 0);
  const rest = tasks.filter((task) => !begun.some(({ task: { id }, at }) => id === task.id && at === 0));
  const groupOf = tasks.length < GROUPED_FROM ? () => 'work' as const : kindOf;
  return (
    <>
      <ShellNotice />
      <HeldScans />
      <nav className="ways">
        {begun.map(({ task, texts, at }) => (
          <TaskRow
            key={`${task.id}-${at}`}
            task={task}
            begun={homeTasksWords().due({ texts: texts.join(', ') })}
            {...(at > 0 && { onTap: () => draft(task.id).write(withInHand(draft(task.id).read(), at)) })}
          />
        ))}
        <CheckOffRow />
        <EndedList />
        <NeedsRow />
      </nav>
      <div className="groups">
        {[...new Set(rest.map(groupOf))].map((group) => {
          const title = tasks.length < GROUPED_FROM ? undefined : homeTasksWords().groups[group];
          return (
            <nav className={`ways tiles is-${group}`} aria-label={title} key={group}>
              {title !== undefined && <h2 className="section-head">{title}</h2>}
              {rest
                .filter((task) => groupOf(task) === group)
                .map((task) => (
                  <TaskRow key={task.id} task={task} />
                ))}
            </nav>
          );
        })}
      </div>
      <nav className="ways">
        <KnownRow />
        <TodayRow />
      </nav>
    </>
  );
}

/** Tells the kinds of tasks apart: something is changed, looked up, or printed. */
function kindOf(task: Task): 'work' | 'lookUp' | 'print' {
  if (task.kind === 'print') return 'print';
  return task.kind === 'object' && task.actions.length === 0 ? 'lookUp' : 'work';
}

interface TaskRowProps {
  readonly task: Task;
  readonly begun?: string;
  readonly onTap?: () => void;
}

function TaskRow({ task, begun, onTap }: TaskRowProps) {
  const appState = useAppState();
  const pendingScans = usePendingScans();
  const { draft } = useHandheld();
  return (
    <WayRow
      to={task.path}
      icon={task.icon}
      title={task.title()}
      note={begun ?? keptIn(task, draft)}
      mood={begun === undefined ? begun : 'begun'}
      onClick={() => {
        onTap?.();
        chooseFor(appState, pendingScans);
      }}
    />
  );
}

/** The ways to where a person is needed: whoever is at work, and others by name. His own is in the header always. */
function NeedsRow() {
  const { own, others } = useOwed();
  return (
    <>
      {own.length > 0 && (
        <WayRow
          to={needsPath(own)}
          icon={icons.queue}
          title={statusWords().needYou({ calls: own.length })}
          mood="check"
        />
      )}
      {others.map(({ operator, who, owed }) => (
        <WayRow
          key={operator}
          to="/queue"
          icon={icons.queue}
          title={statusWords().needOther({ calls: owed.length, who })}
        />
      ))}
    </>
  );
}

/** The way back to the list that is being checked off; one that is done is begun no more. */
function CheckOffRow() {
  const { kept } = useHandheld();
  const list = useFresh(() => takeBegun(kept), ''); // its screen says what is wrong with the storage
  if (!list) return null;
  const stands = checkOffWords().ofMany({ found: tally(list).found, many: list.entries.length });
  return (
    <WayRow
      to="/tasks/check-off"
      icon={icons.checkOff}
      title={`${checkOffWords().title}: ${titleOf(list)}`}
      note={homeTasksWords().due({ texts: stands })}
      mood="begun"
    />
  );
}

/** A place is chosen at home: what came from outside is asked about there, as what was scanned is. @param path - of a task that it fits */
function chooseFor(appState: AppState, pendingScans: PendingScans, path?: string): void {
  const scan = pendingScans.view().length === 0 ? arrivedIn(appState).take() : undefined;
  if (scan) pendingScans.put(scan);
  const [first] = pendingScans.view();
  if (first && path !== undefined) pendingScans.send(first, path);
}

/** A code that no task has taken: the tasks it fits to choose from, or that nobody knows it. It stays until decided. */
function HeldScans() {
  const appState = useAppState();
  const pendingScans = usePendingScans();
  const { site } = useView(appState);
  const { rolesOf, draft } = useHandheld();
  const arrived = arrivedIn(appState);
  const [held, ...others] = [...useView(pendingScans), ...useView(arrived)];
  const ways = held ? waysOf(site, held, rolesOf(held.text)) : 'any';
  const fitting = ways === 'any' ? [] : ways;
  return (
    <>
      <output>
        {held && (
          <span className="panel">
            <span>
              <Code text={shortened(held.text)} size="medium" />
              <br />
              {ways !== 'any' && ways.length === 0
                ? homeTasksWords().unknown
                : held.shared
                  ? installWords().arrived
                  : homeTasksWords().scanned}{' '}
              {homeTasksWords().others({ more: others.length })}
            </span>
            <Button onClick={() => void (pendingScans.take() ?? arrived.take())}>{homeTasksWords().forget}</Button>
          </span>
        )}
      </output>
      {fitting.length > 0 && (
        <nav className="ways" aria-label={homeTasksWords().fits}>
          {fitting.map((task) => (
            <WayRow
              key={task.id}
              to={task.path}
              icon={task.icon}
              title={task.title()}
              note={keptIn(task, draft)}
              mood="begun"
              onClick={() => chooseFor(appState, pendingScans, task.path)}
            />
          ))}
        </nav>
      )}
      {held && (
        <nav className="ways">
          <KnownRow code={held.text} onClick={() => void (pendingScans.take() ?? arrived.take())} />
        </nav>
      )}
    </>
  );
}
