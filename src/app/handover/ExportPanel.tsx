import { ShareButton, useSavedFile } from '#app/frame/savedFile.tsx';
import { useQueueMover } from './useQueueMover.ts';
import { useAppState } from '#app/frame/useAppState.ts';
import type { ExportKind } from '#outbox/export/exportRows.ts';
import { Button } from '#ui/Button.tsx';
import { rescueWords } from '#i18n/words/rescue.ts';
import { Alert } from '#ui/Problem.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';

const kinds = ['json', 'calls', 'tries'] as const satisfies readonly ExportKind[];

/** Every call and every try as a file. It works also where this page can write nothing any more. */
export function ExportPanel() {
  const appState = useAppState();
  const mover = useQueueMover();
  const { file, problem, isBusy, save } = useSavedFile();

  const saveAs = (kind: ExportKind): Promise<void> =>
    save(async () => {
      const newest = await appState.handheld.outbox.newest().catch(() => undefined); // a storage that takes nothing
      const made = await mover.exportFile(kind);
      if (newest !== undefined && kind !== 'tries') appState.remembered.exported = { file: made.name, newest };
      return made;
    });

  return (
    <Section title={rescueWords().export} hint={rescueWords().exportHint}>
      <div className="buttons">
        {kinds.map((kind) => (
          <Button key={kind} icon={icons.saveFile} onClick={() => void saveAs(kind)}>
            {rescueWords().kinds[kind]}
          </Button>
        ))}
      </div>
      <output>
        {isBusy && rescueWords().exporting}
        {file && rescueWords().exported({ name: file.name })}
      </output>
      {file && <ShareButton file={file} />}
      <Alert text={problem} />
    </Section>
  );
}
