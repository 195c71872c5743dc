import { type ReactNode, Suspense, lazy, useMemo, useRef, useState } from 'react';
import { useFloor } from '#app/floor.ts';
import { supervisionOf } from '#device/supervision.ts';
import { useView } from '#tasks/handheld.ts';
import { SupervisorProvider } from '#tasks/supervisor.ts';

const PinDialog = lazy(async () => ({ default: (await import('#app/PinDialog.tsx')).PinDialog }));

/** Lets what only a supervisor may do be asked for, anywhere under it. */
export function SupervisorGate({ children }: { readonly children: ReactNode }) {
  const { base } = useFloor();
  const { site, settings, session, hasOwnPin, isPinFresh } = useView(base);
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isOpen: boolean) => void>(undefined);
  const supervision = supervisionOf(site, {
    userId: settings?.userId ?? '',
    byBadge: session.byBadge === true,
    hasOwnPin,
    isPinFresh,
  });
  const isOpen = supervision === 'open';
  const supervisor = useMemo(
    () => ({
      isOpen,
      ask(): Promise<boolean> {
        if (isOpen) return Promise.resolve(true);
        answer.current?.(false);
        setAsking(true);
        return new Promise((done: (isOpen: boolean) => void) => (answer.current = done));
      },
    }),
    [isOpen],
  );
  function close(opened: boolean): void {
    setAsking(false);
    answer.current?.(opened);
    answer.current = undefined;
  }
  return (
    <SupervisorProvider value={supervisor}>
      {children}
      {isAsking && (
        <Suspense>
          <PinDialog canEnter={supervision !== 'supervisor'} onClose={close} />
        </Suspense>
      )}
    </SupervisorProvider>
  );
}
