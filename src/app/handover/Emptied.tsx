import { useQueueMover } from './useQueueMover.ts';
import { useTitle } from '#app/frame/Frame.tsx';
import { CallRows } from '#app/frame/CallRows.tsx';
import { NotTakenHere } from '#app/frame/NotTakenHere.tsx';
import { ShareButton, useSavedFile } from '#app/frame/savedFile.tsx';
import { useAppState } from '#app/frame/useAppState.ts';
import { useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Hero } from '#ui/Hero.tsx';
import { Page, PageNotes } from '#ui/Page.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { Alert } from '#ui/Problem.tsx';
import { APP_NAME } from '#i18n/appName.ts';
import { shownMoment } from '#i18n/moments.ts';
import { words } from '#i18n/words.ts';
import { icons } from '#ui/icons.ts';

/**
 * The storage was emptied under the open page: says what may be gone, names the open calls that only the page's memory has
 * any more, and gives them away as a file. No scan is taken.
 */
export function Emptied() {
  const appState = useAppState();
  const { loss, emptied: calls = [] } = useView(appState.notices);
  useTitle(APP_NAME);
  return (
    <>
      <header className="shell-header">
        <h1>{APP_NAME}</h1>
      </header>
      <PageNotes value={<NotTakenHere why={words('before').setUpFirst} />}>
        <Page
          line={
            <Hero isSmall prompt={words('before').blockedTitle} problem={words('before').off} typed="">
              {null}
            </Hero>
          }
        >
          <p role="alert">
            <b>{words('notices').lost}</b>{' '}
            {loss && words('notices').lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
          </p>
          {calls.length === 0 ? (
            <Button size="big" kind="primary" onClick={appState.acknowledgeLoss}>
              {words('emptied').goOn}
            </Button>
          ) : (
            <InMemory />
          )}
        </Page>
      </PageNotes>
    </>
  );
}

/** The calls that the page still has: they are to be saved before it goes on without them. */
function InMemory() {
  const appState = useAppState();
  const { emptied: calls = [] } = useView(appState.notices);
  const mover = useQueueMover();
  const { file, problem, save } = useSavedFile();
  return (
    <>
      <p>{words('emptied').inMemory({ calls: calls.length })}</p>
      <Button
        size="big"
        kind={file ? 'plain' : 'primary'}
        icon={icons.saveFile}
        onClick={() => void save(async () => mover.fileOfCopies(calls))}
      >
        {words('rescue').saveFile}
      </Button>
      <output>{file && `${words('rescue').exported({ name: file.name })} ${words('emptied').takeOver}`}</output>
      <Alert text={problem} />
      {file ? (
        <>
          <ShareButton file={file} />
          <Button size="big" kind="primary" onClick={appState.acknowledgeLoss}>
            {words('emptied').goOn}
          </Button>
        </>
      ) : (
        <AskFirst
          button={{ children: words('emptied').goOn }}
          ask={words('emptied').unsaved}
          yes={words('emptied').goOn}
          kind="danger"
          onYes={appState.acknowledgeLoss}
        />
      )}
      <CallRows name={words('emptied').calls} calls={calls} isLinked={false} />
    </>
  );
}
