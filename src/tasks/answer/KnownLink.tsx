import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { icons } from '#ui/icons.ts';
import { knownLinkWords } from '#i18n/words/knownLink.ts';
import { knownAddress } from './knownAddress.ts';

interface KnownLinkProps {
  readonly code: string | undefined;
  /** `true`: its picture alone, beside others at the end of an answer. */
  readonly isSmall?: boolean;
}

/** The way to what is known of a code; none where there is no code. */
export function KnownLink({ code, isSmall = false }: KnownLinkProps) {
  if (code === undefined || code === '') return null;
  if (isSmall) {
    return (
      <Link href={knownAddress(code)} className="card-more" aria-label={knownLinkWords().title}>
        <Icon of={icons.known} />
      </Link>
    );
  }
  return (
    <Button icon={icons.known} href={knownAddress(code)}>
      {knownLinkWords().title}
    </Button>
  );
}
