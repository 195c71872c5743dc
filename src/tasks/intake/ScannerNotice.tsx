import type { Scanning } from './useScans.ts';
import { Link } from '#ui/Link.tsx';
import { words } from '#i18n/words.ts';

type Notice = NonNullable<Scanning['notice']>;

/** A word about a scanner that is set up wrongly. */
export function ScannerNotice({ notice }: { readonly notice: Notice }) {
  return (
    <p className="hero-hint">
      {sentenceOf(notice)}{' '}
      {(notice.kind === 'literal-ending' ||
        notice.kind === 'doubled' ||
        notice.kind === 'split' ||
        notice.kind === 'altered') && <Link href="/settings/calibration">{words('scannerNotice').setUpScanner}</Link>}
    </p>
  );
}

function sentenceOf(notice: Notice): string {
  switch (notice.kind) {
    case 'literal-ending':
      return words('scannerNotice').notices['literal-ending']({ ending: notice.ending });
    case 'doubled':
      return words('scannerNotice').notices.doubled;
    case 'unfinished':
      return words('scannerNotice').notices.unfinished({ text: notice.text });
    case 'full-ascii':
      return words('scannerNotice').notices['full-ascii']({ text: notice.text });
    case 'charset':
      return words('scannerNotice').notices.charset({ charset: notice.charset });
    case 'altered':
      return words('scannerNotice').notices.altered;
    case 'split':
      return words('scannerNotice').notices.split;
    case 'invisible':
      return words('scannerNotice').notices.invisible({ many: notice.codePoints.length });
  }
}
