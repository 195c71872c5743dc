import { DECISION_TEXTS } from '#contract/decision.ts';
import { NOTE_LIMITS } from '#contract/note.ts';
import { oneLine } from '#http/tidied.ts';
import type { ReadNote, ReadNotes } from '#ledger/callNotesReader.ts';
import { callAddress, pathOfPage } from '#office/pages/page.ts';
import { AsItIs, ButtonLink, Time } from '#office/pages/parts.tsx';
import { type LedgerView, askerText } from './callTable.tsx';

/** The address of a picture, from the root of the gateway. */
export function pictureAddress(id: string): string {
  return `${pathOfPage('ledger')}/picture?id=${encodeURIComponent(id)}`;
}

interface NotesProps {
  readonly of: ReadNotes;
  /** The key of the call. */
  readonly callKey: string;
  readonly view: LedgerView;
}

/** On a call's page: what workers added to it, in words and in pictures that open large. */
export function NotesOfCall({ of: { notes, pictures }, callKey, view }: NotesProps) {
  const { texts } = view;
  return (
    <section className="panel">
      <h2>{texts.notes.title}</h2>
      {notes.map((note, index) => (
        <p key={index}>
          <strong>{oneLine(note.text, NOTE_LIMITS.words)}</strong>
          <br />
          <AddedBy who={note} view={view} />
        </p>
      ))}
      {pictures.length > 0 && (
        <ul className="pictures">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <a href={`${callAddress(callKey)}&picture=${encodeURIComponent(picture.id)}`}>
                <img
                  src={pictureAddress(picture.id)}
                  alt={texts.notes.opens({ number: String(index + 1), of: String(pictures.length) })}
                  loading="lazy"
                />
              </a>
              <p className="hint">
                {isOf(picture, notes[0] ?? pictures[0]) && (notes.length > 0 || index > 0) ? (
                  <Time at={picture.at} />
                ) : (
                  <AddedBy who={picture} view={view} />
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface LargePictureProps extends NotesProps {
  /** The id of one of its pictures. */
  readonly id: string;
}

/** A page of its own for one picture of a call, as large as there is room, with the way back to the call. */
export function LargePicture({ of: { pictures }, id, callKey, view }: LargePictureProps) {
  const { notes } = view.texts;
  const index = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[index];
  if (!picture) return null;
  const name = notes.picture({ number: String(index + 1), of: String(pictures.length) });
  return (
    <section className="picture-large">
      <p className="buttons">
        <ButtonLink to={callAddress(callKey)}>{notes.back}</ButtonLink>
      </p>
      <figure>
        <img src={pictureAddress(id)} alt={name} />
        <figcaption>
          {name}
          <br />
          <span className="hint">
            <AddedBy who={picture} view={view} />
          </span>
        </figcaption>
      </figure>
    </section>
  );
}

/** Tells whether both are of one person at one handheld: then that is said once. */
function isOf(one: Omit<ReadNote, 'text'>, other: Omit<ReadNote, 'text'> | undefined): boolean {
  return one.by === other?.by && one.asker === other.asker;
}

/** Says whose it is, as the gateway knows it and as it was told there, and when it was made. */
function AddedBy({
  who: { by, asker, at },
  view,
}: {
  readonly who: Omit<ReadNote, 'text'>;
  readonly view: LedgerView;
}) {
  const told = oneLine(by, DECISION_TEXTS.by);
  const name = view.workers.get(by);
  return (
    <>
      <AsItIs text={name ? `${name} (${told})` : told} /> · <AsItIs text={askerText(asker, view)} /> · <Time at={at} />
    </>
  );
}
