import { Link } from 'wouter';
import { Frame } from '#app/Frame.tsx';
import { useFloor, useHeldScans } from '#app/floor.ts';
import { BAG_DRAFT } from '#tasks/draft.ts';
import { ScanBar } from '#tasks/ScanBar.tsx';
import { isScanNote, objectIn, readFilled } from '#tasks/draft.ts';
import { useHandheld, useView } from '#tasks/handheld.ts';
import { type Task, batchPackages, revertOff } from '#tasks/task.ts';
import { Button } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { APP_NAME } from '#ui/appName.ts';
import { bagWords } from '#ui/bagMessages.ts';
import { homeWords as words } from '#ui/homeMessages.ts';
import { queueWords } from '#ui/queueMessages.ts';

/** The tasks, large. A scan made here waits for the task that is chosen. */
export function HomeScreen() {
  const { handOver } = useFloor();
  const { draft, outbox } = useHandheld();
  const { totals } = useView(outbox);
  const [held, ...others] = useView(handOver);
  const scanning = useHeldScans();
  const open = totals.waiting + totals.sending + totals.unconfirmed + totals.held;
  return (
    <Frame title={APP_NAME}>
      <Page line={<ScanBar scanning={scanning} prompt={words.prompt} />}>
        <output>
          {held && (
            <span className="panel">
              <span>
                <Code text={held.text} size="large" />
                <br />
                {words.scanned} {words.others(others.length)}
              </span>
              <Button onClick={() => void handOver.take()}>{words.forget}</Button>
            </span>
          )}
        </output>
        <nav className="tiles">
          <Tile
            to={revertOff.path}
            icon="shelf"
            title={revertOff.title}
            hint={revertOff.hint}
            due={begun(revertOff, draft)}
          />
          <Tile to="/tasks/bag" icon="bag" title={bagWords.title} hint={bagWords.hint} due={begunBag(draft)} />
          <Tile to={batchPackages.path} icon="batch" title={batchPackages.title} hint={batchPackages.hint} />
          <Tile to="/queue" icon="queue" title={queueWords.title} hint={words.queueHint(open)} plain />
        </nav>
      </Page>
    </Frame>
  );
}

interface TileProps {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  /** What was begun and is not finished. */
  readonly due?: string | undefined;
  readonly plain?: boolean;
}

function Tile({ to, icon, title, hint, due, plain }: TileProps) {
  return (
    <Link href={to} className={plain ? 'tile tile-plain' : 'tile'}>
      <Icon name={icon} />
      <span>
        <b>{title}</b> <span className={due === undefined ? undefined : 'tile-due'}>{due ?? hint}</span>
      </span>
      <Icon name="more" />
    </Link>
  );
}

type Drafts = ReturnType<typeof useHandheld>['draft'];

function begun(task: Task, draft: Drafts): string | undefined {
  const texts = Object.values(readFilled(task, draft(task.id).read())).map(({ text }) => text);
  return texts.length > 0 ? words.due(texts.join(', ')) : undefined;
}

function begunBag(draft: Drafts): string | undefined {
  const { scan, weight } = objectIn(draft(BAG_DRAFT).read());
  return isScanNote(scan) && typeof weight === 'string' && weight !== '' ? words.due(scan.text) : undefined;
}
