import { WayRow } from '#app/frame/WayRow.tsx';
import { KNOWN_SCREEN, knownAddress } from '#tasks/answer/knownAddress.ts';
import { icons } from '#ui/icons.ts';
import { knownLinkWords } from '#i18n/words/knownLink.ts';

interface KnownRowProps {
  /** Absent: the screen asks for one. */
  readonly code?: string;
  readonly onClick?: () => void;
}

/** The way to what is known of a code: of the one that was scanned, or of any. */
export function KnownRow({ code, onClick }: KnownRowProps) {
  const { title, entry, note } = knownLinkWords();
  return (
    <WayRow
      to={code === undefined ? KNOWN_SCREEN : knownAddress(code)}
      icon={icons.known}
      title={code === undefined ? entry : title}
      note={code === undefined ? note : undefined}
      {...(onClick && { onClick })}
    />
  );
}
