import type { ReactElement } from 'react';
import { fitsCode } from '#site/codes.ts';
import { type SitePrinter, printerTells } from '#site/printers.ts';
import { Refused } from '#office/pages/page.ts';
import type { Asking, PersonPages } from '#office/people/personPages.ts';
import { ListPage } from './ListPage.tsx';
import { pastedList } from './pastedList.ts';
import { cellsOf, listNames, siteLists } from './siteLists.ts';
import { type SetupParts, putMembers } from './siteParts.tsx';
import { stepAt } from './stepFrame.tsx';
import { type SetupWords } from './setupPlaces.ts';
import { TRY_PATH, TriedNote, TryPrinters } from './TryPrinters.tsx';

/** Adds the steps that write a list of the site's file each, pasted as a table; the printers can be tried too. */
export function addListParts({ page, form }: PersonPages, parts: SetupParts): void {
  const { site, printers, people } = parts;

  for (const list of listNames) {
    const { member } = siteLists[list];
    const place = stepAt(list);
    const shown = (asking: Asking, pasted?: string): ReactElement => {
      const texts = asking.facts.words.setup;
      return (
        <>
          <ListPage texts={texts} list={list} rows={cellsOf(list, site()[member])} pasted={pasted} />
          {list === 'printers' && <TryPrinters texts={texts} asking={asking} printers={site().printers} />}
        </>
      );
    };
    page(place, (asking) => shown(asking));
    form(
      place,
      async (asking) => {
        const items = pastedList(list, asking);
        if (list === 'printers') await refusePrinters(items ?? [], parts);
        return putMembers(asking, parts, { [member]: items }, () => shown(asking));
      },
      (asking) => shown(asking, asking.fields['lines'] ?? ''),
    );
  }
  if (!printers) return;

  const triedPage = (asking: Asking, tried?: ReactElement): ReactElement => (
    <>
      {tried}
      <ListPage texts={asking.facts.words.setup} list="printers" rows={cellsOf('printers', site().printers)} />
      <TryPrinters texts={asking.facts.words.setup} asking={asking} printers={site().printers} />
    </>
  );
  form(
    stepAt('printers', TRY_PATH),
    async (asking) => {
      const { facts, fields, person } = asking;
      const printer = printerIn(site().printers, fields['code'], facts.words.setup);
      const tells = printerTells.find((one) => one === fields['tells']);
      if (tells) {
        const told = (site().printers ?? []).map((one) => (one.code === printer.code ? { ...one, tells } : one));
        return putMembers(asking, parts, { printers: told }, () => triedPage(asking));
      }
      const tried = await printers.tryPrinter(printer);
      await people.audit.note('printer-tried', person, `${printer.name}: ${tried.end.is}`);
      return triedPage(asking, <TriedNote facts={facts} printer={printer} tried={tried} />);
    },
    (asking) => triedPage(asking),
  );
}

/** Finds the printer of a form. @throws Refused */
function printerIn(
  printers: readonly SitePrinter[] | undefined,
  code: string | undefined,
  texts: SetupWords,
): SitePrinter {
  const printer = printers?.find((one) => one.code === code);
  if (!printer) throw new Refused(texts.printers.unknownPrinter);
  return printer;
}

/** A text that is no code: a pattern that fits it says nothing of how codes look. */
const NO_CODE = 'a sticker of a printer';

/** Refuses printers that no line would be opened to, and stickers that look like a code of the work. @throws Refused naming the member */
async function refusePrinters(
  items: readonly Readonly<Record<string, unknown>>[],
  { printers, site }: SetupParts,
): Promise<void> {
  for (const [index, { name, code, way, language, address }] of items.entries()) {
    const like = Object.entries(site().codes ?? {}).find(
      ([, rule]) => fitsCode(rule, String(code)) && !fitsCode(rule, NO_CODE),
    );
    if (like)
      throw new Refused(
        `printers[${index}].code: “${String(code)}” looks like the site’s ${like[0]}; expected a code that no order, bag or shelf has.`,
      );
    if (typeof address !== 'string') continue;
    const printer = { name, code, way, language, address } as SitePrinter;
    const why = await printers.whyRefused(printer);
    if (why !== undefined) throw new Refused(`printers[${index}].address: “${address}” is refused. ${why}`);
  }
}
