import { type ShownValue, createShown } from '#contract/listeners.ts';
import { type SitePrinter, printerOf } from '#site/printers.ts';
import { unknownSite } from '#site/site.ts';
import type { Cues } from '#device/cues.ts';
import { draftName } from '#tasks/task/draft.ts';
import type { Draft } from '#tasks/task/handheld.ts';
import type { ScreenFound } from '#tasks/scanner/scanner.ts';
import type { NoticesView } from './appState.ts';
import type { AppView } from './appView.ts';

interface ChoicePorts {
  readonly app: Pick<ShownValue<AppView>, 'view' | 'subscribe'>;
  readonly notices: Pick<ShownValue<NoticesView>, 'change'>;
  readonly cues: Pick<Cues, 'play'>;
  readonly draft: (name: string, userId: string) => Draft;
}

/**
 * Creates what knows the printer that the labels of the worker at work come out of: chosen by a scan of its sticker, wherever that is made, or by
 * hand, until another is. One that the site has no more is forgotten, and a person is told.
 */
export function createPrinterChoice({ app, notices, cues, draft }: ChoicePorts) {
  const shown = createShown<SitePrinter | undefined>(undefined);
  let stop = (): void => undefined;
  let worker: string | undefined;
  const kept = (): Draft => draft(draftName('printer', ''), worker ?? '');

  function look(): void {
    const { site, settings, stage } = app.view();
    if (site === unknownSite || stage === 'starting') return;
    const userId = settings?.userId ?? '';
    if (userId !== worker) {
      worker = userId;
      stop();
      stop = kept().watch(look);
    }
    const before = chosenIn(kept().read());
    const printer = before && printerOf(site.printers, before.code);
    if (printer !== shown.view()) shown.show(printer);
    if (!before || printer) return;
    kept().write(undefined);
    notices.change({ printer: { is: 'gone', name: before.name } });
  }
  app.subscribe(look);

  function choose(code: string | undefined): void {
    const printer = code === undefined ? undefined : printerOf(app.view().site.printers, code);
    kept().write(printer && `${printer.code}\n${printer.name}`);
    shown.show(printer);
    notices.change({ printer: undefined });
  }

  return {
    view: shown.view,
    subscribe: shown.subscribe,
    choose,
    /** Takes a scan that is a printer's sticker, whichever screen is shown: it is never a code of a task. @returns whether it is one */
    takeSticker(text: string, screen: ScreenFound | undefined): boolean {
      const { site, stage } = app.view();
      const printer = stage === 'ready' ? printerOf(site.printers, text) : undefined;
      if (!printer) return false;
      const came = screen?.told.onSticker?.(printer, screen.isCovered);
      if (came === 'asked' || screen?.isCovered) cues.play('asked'); // a dialog is a question too
      else if (!came) {
        choose(printer.code);
        cues.play('step');
        notices.change({ printer: { is: 'chosen', name: printer.name } });
      }
      return true;
    },
  };
}

/** Reads a choice as it is kept: the code and the name, a line each. */
function chosenIn(kept: string | undefined): { readonly code: string; readonly name: string } | undefined {
  const [code = '', name = code] = kept?.split('\n') ?? [];
  return code === '' ? undefined : { code, name };
}
