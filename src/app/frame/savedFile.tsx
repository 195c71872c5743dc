import { useState } from 'react';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { canShare, download, share } from '#ui/files.ts';
import { Button } from '#ui/Button.tsx';
import { Problem } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { rescueWords } from '#i18n/words/rescue.ts';

/** Gives a file to another app, where this browser can. */
export function ShareButton({ file }: { readonly file: File }) {
  const [failed, setFailed] = useState<File>();
  if (!canShare(file)) return null;
  return (
    <>
      <Button
        size="big"
        icon={icons.share}
        onClick={() => void share(file).then((went) => setFailed(went ? undefined : file))}
      >
        {rescueWords().share}
      </Button>
      <div role="alert">{failed === file && <Problem text={rescueWords().notShared} />}</div>
    </>
  );
}

/** Makes files and puts them into the downloads: which one was saved last, or why it was not. */
export function useSavedFile() {
  const { problem, isBusy, attempt } = useAttempt();
  const [file, setFile] = useState<File>();

  async function save(make: () => Promise<File>): Promise<void> {
    setFile(undefined);
    await attempt(async () => {
      const made = await make();
      download(made);
      setFile(made);
    });
  }
  return { file, problem, isBusy, save };
}
