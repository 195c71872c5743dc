import { Notice } from './Notice.tsx';
import { useAppContext } from './appContext.ts';
import { TakeUpdate } from './TakeUpdate.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { laterIcons } from '#ui/laterIcons.ts';
import { words } from '#i18n/words.ts';
import { Link } from './router.tsx';

/** At home, where no task is open: a newer version, a certificate that keeps it from being kept here, and once what the browser offers. */
export function ShellNotice() {
  return (
    <output>
      <Said />
    </output>
  );
}

function Said() {
  const { appState } = useAppContext();
  const { stage } = useView(appState);
  const { updateReady, offersInstall, isUntrusted } = useView(appState.notices);
  const { totals } = useView(appState.handheld.outbox);
  if (stage !== 'ready') return null;
  if (updateReady && totals.sending === 0)
    return (
      <Notice
        icon={laterIcons.update}
        lead={words('install').update}
        action={<TakeUpdate word={words('install').take} />}
      />
    );
  if (isUntrusted)
    return (
      <Notice icon={icons.warning} mood="check" lead={words('install').untrusted}>
        {words('install').untrustedHelp}
      </Notice>
    );
  if (!offersInstall) return null;
  const later = <Button onClick={() => void appState.install(false)}>{words('install').later}</Button>;
  return (
    <Notice icon={laterIcons.install} lead={words('install').offer} action={later}>
      <Link href="/settings/supervisor">{words('install').install}</Link>
    </Notice>
  );
}
