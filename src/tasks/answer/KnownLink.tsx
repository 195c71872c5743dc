import { Button } from '#ui/Button.tsx';
import { icons } from '#ui/icons.ts';
import { knownLinkWords } from '#i18n/words/knownLink.ts';
import { knownAddress } from './knownAddress.ts';

/** The way to what is known of a code; none where there is no code. */
export function KnownLink({ code }: { readonly code: string | undefined }) {
  if (code === undefined || code === '') return null;
  return (
    <Button icon={icons.known} href={knownAddress(code)}>
      {knownLinkWords().title}
    </Button>
  );
}
