import { useHandheld, useView } from '#tasks/task/handheld.ts';
import { Choice } from '#ui/Choice.tsx';
import { settingsPartsWords } from '#i18n/words/settingsParts.ts';

/** Chooses by hand the printer that the labels of the worker at work come out of; not there where the site has none. */
export function PrinterSection() {
  const { printers, site } = useHandheld();
  const chosen = useView(printers);
  const all = site().printers ?? [];
  if (all.length === 0) return null;
  return (
    <Choice
      caption={settingsPartsWords().printer}
      hint={settingsPartsWords().printerHint}
      options={[
        ['', settingsPartsWords().noPrinter],
        ...all.map(
          ({ code, name }) =>
            [
              code,
              <bdi translate="no" key={code}>
                {name}
              </bdi>,
            ] as const,
        ),
      ]}
      value={chosen?.code ?? ''}
      onChange={(code) => printers.choose(code === '' ? undefined : code)}
    />
  );
}
