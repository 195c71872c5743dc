import { SaveOr } from './ScanQuestions.tsx';
import { type SavingState, savingAsked } from './savingFlow.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { weightWords } from '#i18n/words/weight.ts';

export interface SaveOrNotProps {
  readonly asked: NonNullable<SavingState['needsConfirmation']>;
  readonly onLeave: () => void;
  readonly onSave: () => void;
  readonly onSaveMeant: () => void;
}

/** The answers to whether a call is saved that is asked about: not, as it stands, or with the weight that was meant. */
export function SaveOrNot({ asked, onLeave, onSave, onSaveMeant }: SaveOrNotProps) {
  return (
    <>
      <SaveOr {...savingAsked(asked)} onLeave={onLeave} onSave={onSave} />
      {asked.meant && (
        <Button size="big" icon={icons.done} onClick={onSaveMeant}>
          {weightWords().saveMeant({ weight: asked.meant.shown })}
        </Button>
      )}
    </>
  );
}
