import { Frame } from '#app/frame/Frame.tsx';
import { toRescue } from '#app/queue/queuePlaces.ts';
import { useTakeOver } from './useTakeOver.ts';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { CameraPlace, CameraToggle, useAids } from '#tasks/intake/ScanDock.tsx';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { FileChoice } from '#ui/FileChoice.tsx';
import { Page } from '#ui/Page.tsx';
import { ResultBanner } from '#ui/ResultBanner.tsx';
import { words } from '#i18n/words.ts';
import { LinkButton } from '#app/frame/LinkButton.tsx';

const rules = { formats: ['QRCode'], itfLengths: [] } as const;

/** Takes over the queue of another handheld: by the codes on its screen, or by its file. */
export function TakeOverScreen() {
  const aids = useAids();
  const { said, isDone, addCode, addFile, startAnew } = useTakeOver();
  const scanning = useScans({ onScan: ({ text }) => addCode(text) });

  const dock = (
    <div className="buttons">
      <CameraToggle aids={aids} />
      <FileChoice onFile={addFile}>{words('rescue').chooseFile}</FileChoice>
    </div>
  );
  return (
    <Frame title={words('rescue').takeOver} back={toRescue}>
      <Page line={<ScanHero scanning={scanning} isSmall prompt={words('rescue').takePrompt} />} dock={dock}>
        <ResultBanner said={said} words={words('taskScreen').tones} rest={words('rescue').takeOverHint} />
        {startAnew && (
          <Button size="big" wide onClick={startAnew}>
            {words('rescue').startAnew}
          </Button>
        )}
        {isDone && (
          <LinkButton href="/queue" kind="primary" wide>
            {words('rescue').toQueue}
          </LinkButton>
        )}
        <CameraPlace aids={aids} rules={rules} />
      </Page>
    </Frame>
  );
}
