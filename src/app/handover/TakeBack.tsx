import { useState } from 'react';
import { explainRescue } from './explainRescue.ts';
import { useFloor } from '#app/frame/floor.ts';
import { Button } from '#ui/Button.tsx';
import { Panel } from '#ui/Page.tsx';
import { Problem } from '#ui/Problem.tsx';
import { rescueWords as words } from '#i18n/en/rescue.ts';

/** Takes a hand-over back, on a person's word that nobody took it over. */
export function TakeBack({ id, calls }: { readonly id: string; readonly calls: number }) {
  const { base } = useFloor();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function takeBack(): Promise<void> {
    setProblem(undefined);
    try {
      await (await base.mover()).takeBack(id);
    } catch (error) {
      setProblem(explainRescue(error));
    }
  }

  return (
    <>
      {!isAsking && (
        <Button kind="danger" wide onClick={() => setAsking(true)}>
          {words.takeBack}
        </Button>
      )}
      {isAsking && (
        <Panel title={words.takeBackTitle(calls)}>
          <p>{words.takeBackAsk}</p>
          <Button size="big" wide onClick={() => setAsking(false)}>
            {words.no}
          </Button>
          <Button size="big" kind="danger" wide onClick={() => void takeBack()}>
            {words.takeBackYes}
          </Button>
        </Panel>
      )}
      <div role="alert">{problem !== undefined && <Problem text={problem} />}</div>
    </>
  );
}
