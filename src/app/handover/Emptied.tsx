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
import { beforeWords } from '#i18n/words/before.ts';
import { emptiedWords } from '#i18n/words/emptied.ts';
import { noticesWords } from '#i18n/words/notices.ts';
import { rescueWords } from '#i18n/words/rescue.ts';
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
      <PageNotes value={<NotTakenHere why={beforeWords().setUpFirst} />}>
        <Page line={<Hero isSmall prompt={beforeWords().blockedTitle} problem={beforeWords().off} typed="" />}>
          <p role="alert">
            <b>{noticesWords().lost}</b>{' '}
            {loss && noticesWords().lostCalls({ open: loss.open, seq: loss.seq, at: shownMoment(loss.at) })}
          </p>
          {calls.length === 0 ? (
            <Button size="big" kind="primary" onClick={appState.acknowledgeLoss}>
              {emptiedWords().goOn}
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
      <p>{emptiedWords().inMemory({ calls: calls.length })}</p>
      <Button
        size="big"
        kind={file ? 'plain' : 'primary'}
        icon={icons.saveFile}
        onClick={() => void save(async () => mover.fileOfCopies(calls))}
      >
        {rescueWords().saveFile}
      </Button>
      <output>{file && `${rescueWords().exported({ name: file.name })} ${emptiedWords().takeOver}`}</output>
      <Alert text={problem} />
      {file ? (
        <>
          <ShareButton file={file} />
          <Button size="big" kind="primary" onClick={appState.acknowledgeLoss}>
            {emptiedWords().goOn}
          </Button>
        </>
      ) : (
        <AskFirst
          button={{ children: emptiedWords().goOn }}
          ask={emptiedWords().unsaved}
          yes={emptiedWords().goOn}
          kind="danger"
          onYes={appState.acknowledgeLoss}
        />
      )}
      <CallRows name={emptiedWords().calls} calls={calls} isLinked={false} />
    </>
  );
}
