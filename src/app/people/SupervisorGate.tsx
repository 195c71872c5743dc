import { type ReactNode, useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import { supervisionOf } from '#device/session.ts';
import { SupervisorProvider } from '#tasks/task/handheld.ts';
import { part } from '#ui/part.tsx';

const PinDialog = part(() => import('./PinDialog.tsx'), 'PinDialog');

interface Asking {
  readonly answer: (isOpen: boolean) => void;
}

/** Lets what only a supervisor may do be asked for, anywhere under it. */
export function SupervisorGate({ children }: { readonly children: ReactNode }) {
  const { site, settings, session, hasOwnPin, isSupervised } = useAppView();
  const [asking, setAsking] = useState<Asking>();
  const supervision = supervisionOf(site, {
    userId: settings?.userId ?? '',
    byBadge: session.byBadge === true,
    hasOwnPin,
    isSupervised,
  });
  const isOpen = supervision === 'open';
  const ask = async (): Promise<boolean> => isOpen || new Promise((answer) => setAsking({ answer }));
  return (
    <SupervisorProvider value={{ isOpen, ask }}>
      {children}
      {asking && (
        <PinDialog
          canEnter={supervision !== 'supervisor'}
          onClose={(opened) => {
            setAsking(undefined);
            asking.answer(opened);
          }}
        />
      )}
    </SupervisorProvider>
  );
}
