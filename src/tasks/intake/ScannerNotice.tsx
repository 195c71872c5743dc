import type { Scanning } from './useScans.ts';
import { Link } from '#ui/Link.tsx';
import { scannerNoticeWords } from '#i18n/words/scannerNotice.ts';

type Notice = NonNullable<Scanning['notice']>;

/** A word about a scanner that is set up wrongly. */
export function ScannerNotice({ notice }: { readonly notice: Notice }) {
  return (
    <p className="hero-hint">
      {sentenceOf(notice)}{' '}
      {(notice.kind === 'literal-ending' ||
        notice.kind === 'doubled' ||
        notice.kind === 'split' ||
        notice.kind === 'altered') && <Link href="/settings/calibration">{scannerNoticeWords().setUpScanner}</Link>}
    </p>
  );
}

function sentenceOf(notice: Notice): string {
  switch (notice.kind) {
    case 'literal-ending':
      return scannerNoticeWords().notices['literal-ending']({ ending: notice.ending });
    case 'doubled':
      return scannerNoticeWords().notices.doubled;
    case 'unfinished':
      return scannerNoticeWords().notices.unfinished({ text: notice.text });
    case 'full-ascii':
      return scannerNoticeWords().notices['full-ascii']({ text: notice.text });
    case 'charset':
      return scannerNoticeWords().notices.charset({ charset: notice.charset });
    case 'altered':
      return scannerNoticeWords().notices.altered;
    case 'split':
      return scannerNoticeWords().notices.split;
    case 'invisible':
      return scannerNoticeWords().notices.invisible({ many: notice.codePoints.length });
  }
}
