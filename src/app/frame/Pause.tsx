import { Link } from './router.tsx';
import { useAppView } from './appContext.ts';
import { Icon } from '#ui/Icon.tsx';
import type { AppMessages } from '#i18n/messages.ts';
import { words } from '#i18n/words.ts';

/** Why nothing is sent, and where it can be changed. */
export function Pause({ code, waiting }: { readonly code: string; readonly waiting: number }) {
  const { settings, site } = useAppView();
  const isOfGateway = code === 'key-refused' && site.keyOnGateway; // no field here mends it
  const shown = isOfGateway ? 'gateway-key-refused' : code;
  return (
    <Link
      href={
        settings?.holdSending || isOfGateway ? '/queue' : code === 'not-enrolled' ? '/set-up' : '/settings/supervisor'
      }
      className="banner banner-check"
    >
      <Icon name="pause" />
      <span>
        {Object.hasOwn(words('notSent').pauses, shown)
          ? words('notSent').pauses[shown as keyof AppMessages['notSent']['pauses']]
          : shown}{' '}
        {words('notSent').wait({ calls: waiting })}
      </span>
    </Link>
  );
}
