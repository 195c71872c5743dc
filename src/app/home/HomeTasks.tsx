import { KnownRow } from './KnownRow.tsx';
import { TodayRow } from './TodayRow.tsx';
import { ShellNotice } from '#app/frame/ShellNotice.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useOwed } from '#app/frame/useOwed.ts';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { halvesOf, keptIn } from '#tasks/scans/begun.ts';
import { useView, useHandheld } from '#tasks/task/handheld.ts';
import { withInHand } from '#tasks/task/halves.ts';
import { tasksOf, waysOf } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { type PendingScans, usePendingScans } from '#tasks/task/pendingScans.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';
import { installWords } from '#i18n/words/install.ts';
import { statusWords } from '#i18n/words/status.ts';
import { icons } from '#ui/icons.ts';
import { shownNumber } from '#i18n/figures.ts';
import { arrivedIn } from '#app/shell/arrival.ts';
import type { AppState } from '#app/core/appState.ts';
import { shortened, Code, wholeCodes } from '#ui/Code.tsx';
import { Button } from '#ui/Button.tsx';

/** Fewer tasks than this stand together under no heading. */
const GROUPED_FROM = 7;

/** Shows the way to every task: in the site's order, many of them by what they do. A tile stays where it is, whatever is begun. */
export function HomeTasks() {
  const { site } = useAppView();
  const tasks = tasksOf(site);
  const groupOf = tasks.length < GROUPED_FROM ? () => 'work' as const : kindOf;
  return (
    <>
      <ShellNotice />
      <HeldScans />
      <div className="groups">
        {[...new Set(tasks.map(groupOf))].map((group) => {
          const title = tasks.length < GROUPED_FROM ? undefined : homeTasksWords().groups[group];
          return (
            <nav className={`ways tiles is-${group}`} aria-label={title} key={group}>
              {title !== undefined && <h2 className="section-head">{title}</h2>}
              {tasks
                .filter((task) => groupOf(task) === group)
                .map((task) => (
                  <TaskTile key={task.id} task={task} />
                ))}
            </nav>
          );
        })}
      </div>
      <nav className="ways">
        <KnownRow />
        <TodayRow />
      </nav>
      <OthersRows />
    </>
  );
}

/** Tells the kinds of tasks apart: something is changed, looked up, or printed. */
function kindOf(task: Task): 'work' | 'lookUp' | 'print' {
  if (task.kind === 'print') return 'print';
  return task.kind === 'object' && task.actions.length === 0 ? 'lookUp' : 'work';
}

/** The way to a task. What is begun in it is said on it, and in hand where a tap leads; where nothing is in hand, the newest that was set aside is. */
function TaskTile({ task }: { readonly task: Task }) {
  const appState = useAppState();
  const pendingScans = usePendingScans();
  const { draft } = useHandheld();
  const begun = halvesOf(task, draft(task.id))
    .map((texts, at) => ({ texts, at }))
    .filter(({ texts }) => texts.length > 0);
  const [first, ...others] = begun;
  return (
    <WayRow
      to={task.path}
      icon={task.icon}
      title={task.title()}
      note={
        first
          ? wholeCodes(
              `${homeTasksWords().due({ texts: first.texts.join(', ') })}${others.length > 0 ? ` +${shownNumber(others.length)}` : ''}`,
            )
          : keptIn(task, draft)
      }
      mood={first && 'begun'}
      onClick={() => {
        if (first && first.at > 0) draft(task.id).write(withInHand(draft(task.id).read(), first.at));
        chooseFor(appState, pendingScans);
      }}
    />
  );
}

/** The ways to what other workers left for themselves, by name. One's own is in the header always. */
function OthersRows() {
  const { others } = useOwed();
  return (
    others.length > 0 && (
      <nav className="ways">
        {others.map(({ operator, who, owed }) => (
          <WayRow
            key={operator}
            to="/queue"
            icon={icons.queue}
            title={statusWords().needOther({ calls: owed.length, who })}
          />
        ))}
      </nav>
    )
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
