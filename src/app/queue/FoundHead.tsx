import { useAppContext } from '#app/frame/appContext.ts';
import { useSavedFile } from '#app/frame/useSavedFile.ts';
import type { Finding } from './useFound.ts';
import { Alert } from '#ui/Alert.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';

/** How many there are, how far the looking is, and the way out of it. */
export function FoundHead({ finding: { found, isSearch, stop, again } }: { readonly finding: Finding }) {
  const { keys, looked, of, state } = found ?? { keys: [], looked: 0, of: 0, state: 'looking' };
  const isLooking = found !== undefined && state === 'looking';
  return (
    <div className="stack history-found">
      <output>
        {found && state === 'done' && words('history').found({ many: keys.length })}
        {found && state === 'stopped' && words('history').stopped({ found: keys.length, looked, of })}
      </output>
      {isLooking && (
        <>
          <p>{words('history').soFar({ found: keys.length, looked, of })}</p>
          <progress max={of} value={looked} aria-label={words('history').search} />
          <Button size="big" icon={icons.close} wide onClick={stop}>
            {words('history').stop}
          </Button>
        </>
      )}
      {isSearch && found && !isLooking && (
        <Button icon={laterIcons.again} wide onClick={again}>
          {words('history').again}
        </Button>
      )}
      {found && <SaveShown keys={found.keys} />}
    </div>
  );
}

function SaveShown({ keys }: { readonly keys: readonly number[] }) {
  const { appState } = useAppContext();
  const { file, problem, save } = useSavedFile();
  if (keys.length === 0) return null;
  const saveAs = (kind: 'json' | 'calls'): Promise<void> =>
    save(async () => (await appState.journal()).fileOf(keys, kind));
  return (
    <details>
      <summary>
        <Icon of={icons.more} />
        {words('history').saveShown}
      </summary>
      <div className="buttons">
        <Button icon={laterIcons.saveFile} onClick={() => void saveAs('calls')}>
          {words('history').asCsv}
        </Button>
        <Button icon={laterIcons.saveFile} onClick={() => void saveAs('json')}>
          {words('history').asJson}
        </Button>
      </div>
      <output>{file && words('history').kept({ name: file.name })}</output>
      <Alert text={problem} />
    </details>
  );
}
