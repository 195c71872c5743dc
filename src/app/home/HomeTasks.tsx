import './tiles.css';
import { Link } from '#app/frame/router.tsx';
import { HeldScans, chooseFor } from '#app/frame/HeldScans.tsx';
import { ShellNotice } from '#app/frame/ShellNotice.tsx';
import { useAppContext, useAppView } from '#app/frame/appContext.ts';
import { openCalls } from '#outbox/openCalls.ts';
import { begunIn } from '#tasks/scans/begun.ts';
import { useView, useCallQueue, useKeeping } from '#tasks/task/handheld.ts';
import { tasksOf } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { commonTasks } from '#tasks/catalogue/tasks.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { words } from '#i18n/words.ts';

/** The way to every task: the common ones large, or all in the order of the site where it names them. */
export function HomeTasks() {
  const { site } = useAppView();
  const { totals } = useView(useCallQueue().outbox);
  const shown = tasksOf(site);
  const large = site.tasks ? shown : shown.filter(({ id }) => commonTasks.includes(id));
  const more = shown.filter((task) => !large.includes(task));
  const open = openCalls(totals);
  return (
    <>
      <ShellNotice />
      <HeldScans />
      <nav className="tiles">
        {large.map((task) => (
          <TaskTile key={task.id} task={task} />
        ))}
        {more.length > 0 && (
          <section className="tiles" aria-label={words('homeTasks').more}>
            <h2 className="section-head">{words('homeTasks').more}</h2>
            <div className="tiles-more">
              {more.map((task) => (
                <TaskTile key={task.id} task={task} plain />
              ))}
            </div>
          </section>
        )}
        <Tile
          to="/operations"
          icon="unclassified"
          title={words('operation').title}
          hint={words('operation').hint}
          plain
        />
        <Tile
          to="/queue"
          icon="queue"
          title={words('homeTasks').queue}
          hint={words('homeTasks').queueHint({ open })}
          plain
        />
      </nav>
    </>
  );
}

function TaskTile({ task, plain }: { readonly task: Task; readonly plain?: boolean }) {
  const { draft } = useKeeping();
  const context = useAppContext();
  const begun = begunIn(task, draft(task.id));
  const due = begun.length > 0 ? words('homeTasks').due({ texts: begun.join(', ') }) : undefined;
  const hint = plain ? '' : task.hint();
  return (
    <Tile
      to={task.path}
      icon={task.icon}
      title={task.title()}
      hint={hint}
      due={due}
      plain={plain}
      onClick={() => chooseFor(context)}
    />
  );
}

interface TileProps {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  /** What was begun and is not finished. */
  readonly due?: string | undefined;
  readonly plain?: boolean | undefined;
  readonly onClick?: () => void;
}

function Tile({ to, icon, title, hint, due, plain, onClick }: TileProps) {
  const note = due ?? hint;
  return (
    <Link href={to} className={plain ? 'tile tile-plain' : 'tile'} onClick={onClick}>
      <Icon name={icon} />
      <span>
        <b>{title}</b> {note !== '' && <span className={due === undefined ? undefined : 'tile-due'}>{note}</span>}
      </span>
      <Icon name="more" />
    </Link>
  );
}
