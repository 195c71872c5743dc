import { CheckOffRow } from './CheckOffRow.tsx';
import { HeldScans, chooseFor } from '#app/frame/HeldScans.tsx';
import { ShellNotice } from '#app/frame/ShellNotice.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { useAppContext, useAppView } from '#app/frame/appContext.ts';
import { needPerson, openCalls } from '#outbox/openCalls.ts';
import { begunIn } from '#tasks/scans/begun.ts';
import { useView, useCallQueue, useKeeping } from '#tasks/task/handheld.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { commonTasks } from '#tasks/catalogue/tasks.ts';
import { words } from '#i18n/words.ts';
import { laterIcons } from '#ui/laterIcons.ts';

/** What is begun, what needs a person, and the way to every task: the common ones first, or in the order of the site. */
export function HomeTasks() {
  const { site } = useAppView();
  const { draft } = useKeeping();
  const tasks = tasksOf(site);
  const isBegun = ({ id }: Task): boolean => begun.some(({ task }) => task.id === id);
  const begun = tasks
    .map((task) => ({ task, texts: begunIn(task, draft(task.id)) }))
    .filter(({ texts }) => texts.length > 0);
  const rest = tasks.filter((task) => !isBegun(task));
  const first = site.tasks ? rest : rest.filter(({ id }) => commonTasks.includes(id));
  const more = rest.filter((task) => !first.includes(task));
  return (
    <>
      <ShellNotice />
      <HeldScans />
      <nav className="ways">
        {begun.map(({ task, texts }) => (
          <TaskRow key={task.id} task={task} begun={words('homeTasks').due({ texts: texts.join(', ') })} />
        ))}
        <CheckOffRow />
        <QueueRow isNeeded />
        {first.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
        {more.length > 0 && <h2 className="section-head">{words('homeTasks').more}</h2>}
        {more.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
        <QueueRow />
      </nav>
    </>
  );
}

function TaskRow({ task, begun }: { readonly task: Task; readonly begun?: string }) {
  const context = useAppContext();
  return (
    <WayRow
      to={task.path}
      icon={task.icon}
      title={task.title()}
      note={begun ?? task.hint()}
      mood={begun === undefined ? undefined : 'begun'}
      onClick={() => chooseFor(context)}
    />
  );
}

/** The way to the queue: before the tasks where a person is needed, last where none is. */
function QueueRow({ isNeeded = false }: { readonly isNeeded?: boolean }) {
  const view = useView(useCallQueue().outbox);
  const needs = needPerson(view);
  if (needs > 0 !== isNeeded) return null;
  return (
    <WayRow
      to="/queue"
      icon={laterIcons.queue}
      title={isNeeded ? words('status').needYou({ calls: needs }) : words('homeTasks').queue}
      note={words('homeTasks').queueHint({ open: openCalls(view.totals) })}
      mood={isNeeded ? 'check' : undefined}
    />
  );
}
