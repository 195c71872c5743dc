import { useFloor } from './floor.ts';
import { TakeUpdate } from './TakeUpdate.tsx';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
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
  const { base } = useFloor();
  const { stage } = useView(base);
  const { updateReady, offersInstall, isUntrusted } = useView(base.news);
  const { totals } = useView(base.handheld.outbox);
  if (stage !== 'ready') return null;
  if (updateReady && totals.sending === 0) {
    return (
      <div className="notice">
        <Icon name="update" />
        <p>
          <b>{words('install').update}</b>
        </p>
        <TakeUpdate word={words('install').take} />
      </div>
    );
  }
  if (isUntrusted) {
    return (
      <div className="notice is-check">
        <Icon name="warning" />
        <p>
          <b>{words('install').untrusted}</b> {words('install').untrustedHelp}
        </p>
      </div>
    );
  }
  if (!offersInstall) return null;
  return (
    <div className="notice">
      <Icon name="update" />
      <p>
        <b>{words('install').offer}</b> <Link href="/settings">{words('install').install}</Link>
      </p>
      <Button onClick={() => void base.install(false)}>{words('install').later}</Button>
    </div>
  );
}
