import { type ReactNode, createContext, useCallback, useContext, useState } from 'react';

interface Word {
  readonly text: string;
  readonly at: number;
}

/** Time after which what was said is gone, in milliseconds: whoever goes through the screen finds what holds now. */
const SAID_MS = 5_000;

/** Says nothing outside of `Aloud`, as on a sheet of parts. */
const SayAloud = createContext<(text: string) => void>(() => undefined);

/** Returns what says a sentence to those who hear the screen, after what is being said: the one way for what no part of a screen says by itself. */
export function useSayAloud(): (text: string) => void {
  return useContext(SayAloud);
}

/** Screens with the place of what is said aloud. It is there from the start and on every screen: what comes with its place is not heard. */
export function Aloud({ children }: { readonly children: ReactNode }) {
  const [words, setWords] = useState<readonly Word[]>([]);
  const say = useCallback((text: string) => {
    const word = { text, at: performance.now() };
    setWords((before) => [...before, word]);
    setTimeout(() => setWords((before) => before.filter((one) => one !== word)), SAID_MS);
  }, []);
  return (
    <SayAloud value={say}>
      {children}
      <div role="log" className="vh">
        {words.map(({ text, at }) => (
          <p key={`${at} ${text}`}>{text}</p>
        ))}
      </div>
    </SayAloud>
  );
}
