import { useState } from 'react';
import { explainRescue } from './explainRescue.ts';
import { useFloor } from '#app/frame/floor.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { rescueWords as words } from '#i18n/en/rescue.ts';
import { Alert } from '#ui/Alert.tsx';

/** Takes a hand-over back, on a person's word that nobody took it over. */
export function TakeBack({ id, calls }: { readonly id: string; readonly calls: number }) {
  const { base } = useFloor();
  const [isAsking, setAsking] = useState(false);
  const { problem, attempt } = useAttempt(explainRescue);
  const takeBack = async (): Promise<unknown> => (await base.mover()).takeBack(id);

  return (
    <>
      {isAsking ? (
        <Confirm
          title={words.takeBackTitle(calls)}
          ask={words.takeBackAsk}
          no={words.no}
          yes={words.takeBackYes}
          kind="danger"
          onNo={() => setAsking(false)}
          onYes={() => void attempt(takeBack)}
        />
      ) : (
        <Button kind="danger" wide onClick={() => setAsking(true)}>
          {words.takeBack}
        </Button>
      )}
      <Alert text={problem} />
    </>
  );
}
