import { Frame, toHome } from '#app/frame/Frame.tsx';
import { useAppView } from '#app/frame/useAppState.ts';
import { CheckOffScreen } from '#tasks/check/CheckOffScreen.tsx';
import { ObjectScreen } from '#tasks/object/ObjectScreen.tsx';
import { PrintScreen } from '#tasks/print/PrintScreen.tsx';
import { ScansScreen } from '#tasks/scans/ScansScreen.tsx';
import { taskAt } from '#tasks/catalogue/routes.ts';
import type { Task } from '#tasks/task/task.ts';
import { Page } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { checkOffWords } from '#i18n/words/checkOff.ts';
import { homeTasksWords } from '#i18n/words/homeTasks.ts';

/** The screen of a task, by its path and its kind; and of the list that is checked off. */
export function TaskRoute({ path }: { readonly path: string }) {
  const { site } = useAppView();
  const task = taskAt(path, site);
  if (path === '/tasks/check-off') {
    return (
      <Frame title={checkOffWords().title} back={toHome()}>
        <CheckOffScreen />
      </Frame>
    );
  }
  return (
    <Frame title={task ? task.title() : APP_NAME} back={toHome()} asksBeforeLeaving>
      {task ? (
        <Screen key={task.id} task={task} />
      ) : (
        <Page>
          <Problem text={homeTasksWords().noTask} />
        </Page>
      )}
    </Frame>
  );
}

function Screen({ task }: { readonly task: Task }) {
  switch (task.kind) {
    case 'scans':
      return <ScansScreen task={task} />;
    case 'object':
      return <ObjectScreen task={task} />;
    case 'print':
      return <PrintScreen task={task} />;
  }
}
