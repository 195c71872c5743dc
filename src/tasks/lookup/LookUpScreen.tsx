import { useState } from 'react';
import { AnswerSection } from '#tasks/answer/Answer.tsx';
import { CheckOffButton } from '#tasks/check/CheckOffButton.tsx';
import { InHand } from '#tasks/intake/InHand.tsx';
import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { createLookUpRun } from './lookUpRun.ts';
import { runPortsOf } from '#tasks/intake/runPorts.ts';
import { ScanPage } from '#tasks/intake/ScanPage.tsx';
import { type LookUpTask, operationsOf } from '#tasks/task/task.ts';
import { Button } from '#ui/Button.tsx';
import { part } from '#ui/part.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

const Teach = part(() => import('#tasks/answer/Teach.tsx'), 'Teach');

/** One screen for every task that only asks: scan, and see what the service says. */
export function LookUpScreen({ task }: { readonly task: LookUpTask }) {
  const handheld = useHandheld();
  const [run] = useState(() => createLookUpRun(task, runPortsOf(handheld, task.id, operationsOf(task))));
  const view = useView(run);
  const { scan, lookUp } = view;
  const answer = typeof lookUp === 'string' ? undefined : lookUp.answer;
  return (
    <ScanPage
      run={run}
      view={view}
      name={task.id}
      noun={task.subject.noun()}
      rest={task.hint()}
      icon={task.icon}
      captured={scan && <InHand scan={scan} operation={task.lookUp.operation} lookUp={lookUp} />}
      takesPending
      foot={
        <>
          {task.all && lookUp === 'none' && (
            <Button size="big" icon={laterIcons.lookUp} onClick={run.askAll}>
              {task.all()}
            </Button>
          )}
          <AnswerSection lookUp={lookUp} onAgain={run.again}>
            <CheckOffButton task={task.id} subject={scan?.text ?? ''} lookUp={lookUp} />
            {answer?.text && <Teach operation={task.lookUp.operation} text={answer.text} key={answer.at} />}
          </AnswerSection>
        </>
      }
    />
  );
}
