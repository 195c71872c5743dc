import { Link } from '#ui/Link.tsx';
import { usePendingScans } from '#tasks/task/pendingScans.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Code } from '#ui/Code.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#i18n/words.ts';

/** A scan that no task has taken yet, and the way to where one takes it. */
export function HeldScan() {
  const [scan, ...others] = useView(usePendingScans());
  return (
    <output>
      {scan && (
        <Link href="/" className="banner banner-next">
          <Icon of={icons.scan} />
          <span>
            <Code text={scan.text} /> {words('homeTasks').scanned} {words('homeTasks').others({ more: others.length })}{' '}
            {words('homeTasks').chooseTask}
          </span>
        </Link>
      )}
    </output>
  );
}
