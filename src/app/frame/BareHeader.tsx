import { NoticesWhereDue } from './NoticesWhereDue.tsx';
import { useAppView } from './appContext.ts';
import { words } from '#i18n/words.ts';

/** The header of a screen from which no way leads to another one yet. */
export function BareHeader({ title }: { readonly title: string }) {
  const { site } = useAppView();
  return (
    <header className="top">
      {site.demo && <p className="stand-in">{words('status').standIn}</p>}
      <div className="top-row">
        <h1>{title}</h1>
      </div>
      <NoticesWhereDue />
    </header>
  );
}
