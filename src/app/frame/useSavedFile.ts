import { useState } from 'react';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { download } from '#ui/files.ts';

/** Makes files and puts them into the downloads: which one was saved last, or why it was not. */
export function useSavedFile() {
  const { problem, attempt } = useAttempt();
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);

  async function save(make: () => Promise<File>): Promise<void> {
    setFile(undefined);
    setBusy(true);
    await attempt(async () => {
      const made = await make();
      download(made);
      setFile(made);
    });
    setBusy(false);
  }
  return { file, problem, isBusy, save };
}
