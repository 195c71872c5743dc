import { useRef, useState } from 'react';
import { explain as explainError } from './explain.ts';

/** Work that may fail, and what is said of it then. @param explain - one sentence for what it throws */
export function useAttempt(explain: (error: unknown) => string = explainError) {
  const isWorking = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Does the work, unless some is being done: a second tap is not a second call. @returns whether it was done. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    if (isWorking.current) return false;
    isWorking.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(explain(error));
      return false;
    } finally {
      isWorking.current = false;
      setBusy(false);
    }
  }

  return { problem, setProblem, isBusy, attempt };
}
