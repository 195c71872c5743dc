import { useState } from 'react';
import { ShareButton } from '#app/frame/ShareButton.tsx';
import { noteExported } from './exported.ts';
import { download } from '#ui/files.ts';
import { useFloor } from '#app/frame/floor.ts';
import type { ExportKind } from '#outbox/export/exportRows.ts';
import { Button } from '#ui/Button.tsx';
import { words } from '#i18n/words.ts';
import { Alert } from '#ui/Alert.tsx';
import { Section } from '#ui/Section.tsx';

const kinds = ['json', 'calls', 'tries'] as const satisfies readonly ExportKind[];

/** Every call and every try as a file. It works also where this page can write nothing any more. */
export function ExportPanel() {
  const { base } = useFloor();
  const [said, setSaid] = useState<{ readonly file?: File; readonly problem?: string; readonly isBusy?: boolean }>({});

  async function save(kind: ExportKind): Promise<void> {
    setSaid({ isBusy: true });
    try {
      const newest = await base.handheld.outbox.newest().catch(() => undefined); // a storage that takes nothing
      const file = await (await base.mover()).exportFile(kind);
      download(file);
      if (newest !== undefined && kind !== 'tries') noteExported({ file: file.name, newest });
      setSaid({ file });
    } catch (error) {
      setSaid({ problem: base.handheld.explain(error) });
    }
  }

  return (
    <Section title={words('rescue').export} hint={words('rescue').exportHint}>
      <div className="buttons">
        {kinds.map((kind) => (
          <Button key={kind} icon="update" onClick={() => !said.isBusy && void save(kind)}>
            {words('rescue').kinds[kind]}
          </Button>
        ))}
      </div>
      <output>
        {said.isBusy && words('rescue').exporting}
        {said.file && words('rescue').exported({ name: said.file.name })}
      </output>
      {said.file && <ShareButton file={said.file} />}
      <Alert text={said.problem} />
    </Section>
  );
}
