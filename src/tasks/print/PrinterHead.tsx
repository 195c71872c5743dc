import { useEffect, useState } from 'react';
import type { PrinterStanding } from '#contract/printJob.ts';
import { type PrinterAtHand, useHandheld, useView } from '#tasks/task/handheld.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { icons } from '#ui/icons.ts';
import { printWords } from '#i18n/words/print.ts';
import { printerWords } from '#i18n/words/printer.ts';
import { printingWhyWords } from '#i18n/words/printingWhy.ts';

/** Milliseconds between two questions while the screen is seen. */
const EVERY_MS = 10_000;

/**
 * Shows the printer that labels come out of and how it stands, or how one is chosen; nothing where the site has none.
 *
 * @param of - where its label stands: it is asked anew when that changes.
 */
export function PrinterHead({ of }: { readonly of: string }) {
  const { printers, site } = useHandheld();
  const chosen = useView(printers);
  const standing = useStanding(chosen?.code, of);
  if (!site().printers?.length) return null;
  if (!chosen) return <p className="hint printer-head">{printWords().noPrinter}</p>;
  return (
    <>
      <p className="printer-head" aria-label={printerWords().chosen({ name: chosen.name })}>
        <Icon of={icons.print} />
        <b translate="no">{chosen.name}</b> <span className={stateOf(standing)}>{saidOf(standing)}</span>
      </p>
      {chosen.way === 'handheld' && <AtHand />}
    </>
  );
}

/** Returns how a printer stands, asked while the screen is seen. `away`: the gateway does not answer. */
function useStanding(code: string | undefined, of: string): PrinterStanding | 'away' | undefined {
  const { printers } = useHandheld();
  const [found, setFound] = useState<readonly PrinterStanding[] | 'away'>();
  const asking = `${code ?? ''} ${of}`;
  useEffect(() => {
    if (asking.startsWith(' ')) return undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const heard = await printers.standings();
      if (!isOver) setFound(heard ?? 'away');
    };
    const timer = setInterval(() => void ask(), EVERY_MS);
    void ask();
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [printers, asking]);
  return found === 'away' ? found : found?.find(({ printer }) => printer === code);
}

function stateOf(standing: PrinterStanding | 'away' | undefined): string {
  if (!standing) return 'hint';
  return standing === 'away' || standing.is === 'waits' || standing.unknown > 0 ? 'state is-check' : 'state is-plain';
}

/** Says how a printer stands in a few words: what keeps it, and how many labels wait. */
function saidOf(standing: PrinterStanding | 'away' | undefined): string {
  if (!standing) return printWords().asksPrinter;
  if (standing === 'away') return printWords().printerAway;
  const { is, cause, queued, unknown } = standing;
  const { standings, causes } = printingWhyWords();
  return [
    cause ? causes[cause] : standings[is],
    ...(queued > 0 ? [printWords().waiting({ many: queued })] : []),
    ...(unknown > 0 ? [printWords().toCheck({ many: unknown })] : []),
  ].join(' · ');
}

/** The way to a printer that hangs at this handheld: its port is chosen once. */
function AtHand() {
  const { atHand } = useHandheld().printers;
  const [found, setFound] = useState<{ readonly port: PrinterAtHand | undefined; readonly isThere: boolean }>();
  useEffect(() => {
    async function look(): Promise<void> {
      const port = await atHand();
      setFound({ port, isThere: (await port?.isThere()) === true });
    }
    look().catch(() => undefined); // its file is not there now
  }, [atHand]);
  if (!found || found.isThere) return null;
  const { port } = found;
  if (!port) return <p className="hint">{printWords().noSerial}</p>;
  return (
    <Button
      size="big"
      kind="primary"
      icon={icons.print}
      onClick={() => void port.choose().then((isThere) => isThere && setFound({ port, isThere }))}
    >
      {printWords().connect}
    </Button>
  );
}
