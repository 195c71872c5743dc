import { Link } from './router.tsx';
import { useFloor } from './floor.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Icon } from '#ui/Icon.tsx';
import { errorWords } from '#i18n/en/error.ts';
import { statusWords as words } from '#i18n/en/status.ts';

/** Why nothing is sent now. Loaded after the screen: none of it is known before the queue was read. */
export function NotSent() {
  const { base } = useFloor();
  const { totals, gateway, pause } = useView(base.handheld.outbox);
  if (pause !== undefined) return <Pause code={pause} waiting={totals.waiting + totals.sending} />;
  if (gateway !== 'unreachable' && gateway !== 'cut-off') return null;
  return (
    <p className="banner banner-away">
      {words.away[gateway]} {words.labels(totals.asking)}
    </p>
  );
}

/** Why nothing is sent, and where it can be changed. */
function Pause({ code, waiting }: { readonly code: string; readonly waiting: number }) {
  const { base } = useFloor();
  const { settings, site } = useView(base);
  const isOfGateway = code === 'key-refused' && site.keyOnGateway; // no field here mends it
  const shown = isOfGateway ? 'gateway-key-refused' : code;
  return (
    <Link
      href={settings?.holdSending || isOfGateway ? '/queue' : code === 'not-enrolled' ? '/set-up' : '/settings'}
      className="banner banner-check"
    >
      <Icon name="pause" />
      <span>
        {Object.hasOwn(errorWords.pauses, shown) ? errorWords.pauses[shown as keyof typeof errorWords.pauses] : shown}{' '}
        {words.wait(waiting)}
      </span>
    </Link>
  );
}
