import { NoticesWhereDue } from './NoticesWhereDue.tsx';
import { useAppView } from './appContext.ts';
import { words } from '#i18n/words.ts';

/** The header of a screen from which no way leads to another one yet. */
export function BareHeader({ title }: { readonly title: string }) {
  const { site } = useAppView();
  return (
    <header className="top">
      <div className={site.demo ? 'top-row is-training' : 'top-row'}>
        <div className="top-name">
          <h1>{title}</h1>
          {site.demo && <p className="top-words">{words('status').standIn}</p>}
        </div>
      </div>
      <NoticesWhereDue />
    </header>
  );
}
