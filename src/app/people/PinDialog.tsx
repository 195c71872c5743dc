import './dialog.css';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import { focusSoon } from '#tasks/intake/useScans.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Alert } from '#ui/Problem.tsx';
import { Field } from '#ui/Field.tsx';
import { hasSupervisorBadge } from '#device/session.ts';
import type { Scan } from '#scan/scan.ts';
import { pinWords } from '#i18n/words/pin.ts';
import { supervisorWords } from '#i18n/words/supervisor.ts';

export interface PinDialogProps {
  /** True where there is a PIN; else only a supervisor who signs in may. */
  readonly canEnter: boolean;
  readonly onClose: (isOpen: boolean) => void;
}

/** Asks for the supervisor's PIN over what is shown. */
export function PinDialog({ canEnter, onClose }: PinDialogProps) {
  const appState = useAppState();
  const { scanner, cues } = useHandheld();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState('');
  const { problem, setProblem, attempt } = useAttempt();
  const { lockedMs, setLockedMs } = useLock();
  const isLocked = lockedMs > 0;
  const title = canEnter ? pinWords().title : supervisorWords().section; // no PIN is asked for where none can be entered

  const hasBadges = hasSupervisorBadge(useAppView().site);

  const refuseScan = useEffectEvent(() => {
    cues.play('wrong');
    setProblem(canEnter ? pinWords().scanned : pinWords().noBadge);
  });
  const takeScan = useEffectEvent(({ text }: Pick<Scan, 'text'>) => {
    if (!appState.people.openByBadge(text)) return refuseScan();
    cues.play('step');
    onClose(true);
  });
  useEffect(() => {
    const ignore = (): void => undefined; // the beginning of a pull was refused already
    return scanner.listen({ onScan: takeScan, onBlank: ignore, onSplit: ignore, onAltered: refuseScan });
  }, [scanner]);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      focusSoon();
    };
  }, []);

  async function enter(): Promise<void> {
    const verdict = await appState.people.enterPin(entered);
    setEntered('');
    if (verdict.kind === 'right') return onClose(true);
    cues.play('wrong');
    if (verdict.kind === 'locked') return setLockedMs(verdict.ms);
    setProblem(pinWords().wrong({ left: verdict.left }));
    field.current?.focus(); // the next try is typed at once
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void attempt(enter);
  }

  return (
    <dialog className="dialog" ref={dialog} aria-label={title} onCancel={() => onClose(false)}>
      <form className="stack" onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <p>
          {canEnter ? pinWords().ask : pinWords().noOne} {hasBadges && pinWords().askBadge}
        </p>
        {!canEnter && <Alert text={problem} />}
        {canEnter && (
          <Field
            caption={pinWords().title}
            type="password"
            inputMode="numeric"
            enterKeyHint="done"
            isTyped
            ref={field}
            value={entered}
            onChange={setEntered}
            problem={isLocked ? pinWords().locked({ seconds: Math.ceil(lockedMs / 1000) }) : problem}
          />
        )}
        <div className="buttons">
          <Button size="big" onClick={() => onClose(false)}>
            {pinWords().cancel}
          </Button>
          {canEnter && !isLocked && (
            <Button size="big" kind="primary" submit>
              {pinWords().ok}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** Counts down the time in which no PIN is taken. */
function useLock() {
  const appState = useAppState();
  const [lockedMs, setLockedMs] = useState(0);
  const isLocked = lockedMs > 0;
  useEffect(() => {
    const refresh = async (): Promise<void> => setLockedMs(await appState.people.pinLockedMs());
    const soon = (): void => void refresh().catch(() => undefined);
    soon();
    const timer = isLocked ? setInterval(soon, 1000) : undefined;
    return () => clearInterval(timer);
  }, [appState, isLocked]);
  return { lockedMs, setLockedMs };
}
