import { pathOfPage } from '#office/pages/page.ts';
import { PostForm } from '#office/pages/parts.tsx';
import type { BoardEntry } from './board.ts';
import type { FloorView } from './floorCells.tsx';

/** The path to which it is posted that handhelds are asked to take the version that is served. */
export const UPDATE_PATH = `${pathOfPage('floor')}/update`;

interface UpdatesBehindProps {
  /** All of the floor. */
  readonly entries: readonly BoardEntry[];
  readonly view: FloorView;
}

/** Says how many handhelds have a newer version that they do not take yet, and offers to ask them to. Nothing where there is none. */
export function UpdatesBehind({ entries, view: { texts, isUpdateAsked, mayAskUpdate } }: UpdatesBehindProps) {
  // One on which it did not start has none to take: the next version is another one.
  const haveOne = entries.filter(({ revokedAt, report = { update: undefined } }) => {
    return revokedAt === 0 && report.update !== undefined && report.update !== 'failed';
  });
  const many = haveOne.length;
  if (many === 0) return undefined;
  return (
    <section>
      <p>
        {texts.behind({ many })} {texts[isUpdateAsked ? 'updateAsked' : 'updateHelp']}
      </p>
      {mayAskUpdate && !isUpdateAsked && (
        <PostForm action={UPDATE_PATH}>
          <button className="button">{texts.askUpdate}</button>
        </PostForm>
      )}
    </section>
  );
}
