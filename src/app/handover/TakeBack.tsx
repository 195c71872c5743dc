import { useState } from 'react';
import { explainRescue } from './explainRescue.ts';
import { useAppContext } from '#app/frame/appContext.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Alert.tsx';

/** Takes a hand-over back, on a person's word that nobody took it over. */
export function TakeBack({ id, calls }: { readonly id: string; readonly calls: number }) {
  const { appState } = useAppContext();
  const [isAsking, setAsking] = useState(false);
  const { problem, attempt } = useAttempt(explainRescue);
  const takeBack = async (): Promise<unknown> => (await appState.mover()).takeBack(id);

  return (
    <>
      {isAsking ? (
        <Confirm
          title={words('rescue').takeBackTitle({ many: calls })}
          ask={words('rescue').takeBackAsk}
          no={words('rescue').no}
          yes={words('rescue').takeBackYes}
          kind="danger"
          onNo={() => setAsking(false)}
          onYes={() => void attempt(takeBack)}
        />
      ) : (
        <Button kind="danger" wide onClick={() => setAsking(true)}>
          {words('rescue').takeBack}
        </Button>
      )}
      <Alert text={problem} />
    </>
  );
}
