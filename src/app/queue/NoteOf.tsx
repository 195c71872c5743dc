import './note.css';
import { useEffect, useRef, useState } from 'react';
import { useAppView } from '#app/frame/useAppState.ts';
import type { CameLate, NotesHere } from '#app/core/notesHere.ts';
import { NOTE_LIMITS } from '#contract/note.ts';
import { workerName } from '#device/workers.ts';
import type { KeptNote, KeptPicture } from '#outbox/notes/notesDatabase.ts';
import { NoRoomForPictures } from '#outbox/notes/pictureRoom.ts';
import type { QueuedCall } from '#outbox/state/queuedCall.ts';
import { useHandheld } from '#tasks/task/handheld.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Alert } from '#ui/Problem.tsx';
import { icons } from '#ui/icons.ts';
import { shownMoment } from '#i18n/moments.ts';
import { noteWords } from '#i18n/words/note.ts';
import { TakePicture } from './TakePicture.tsx';
import { type AddedNow, useAdded } from './useAdded.ts';

/** On a call's page: what was added to it beside it, and the way to add words and pictures. It changes nothing of the call. */
export function NoteOf({ call }: { readonly call: QueuedCall }) {
  const { added, notes } = useAdded(call.callId);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const canReach = canReachSupervisor(call);
  if (!added || !notes) {
    return canReach ? (
      <Button size="big" disabled>
        {noteWords().button}
      </Button>
    ) : null; // its place from the first: what stands below it does not move under a thumb
  }
  const hasAll = added.note !== undefined && added.pictures.length >= NOTE_LIMITS.pictures;
  return (
    <>
      <AddedHere call={call} added={added} />
      <Alert text={problem} />
      {!isOpen && !hasAll && canReach && (
        <Button
          size="big"
          expanded={false}
          onClick={() => {
            setProblem(undefined);
            setOpen(true);
          }}
        >
          {added.note ? noteWords().more : noteWords().button}
        </Button>
      )}
      {isOpen && (
        <AddPanel
          call={call}
          added={added}
          notes={notes}
          onClose={(said) => {
            setProblem(said);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface AddPanelProps {
  readonly call: QueuedCall;
  readonly added: AddedNow;
  readonly notes: NotesHere;
  /** @param said - what a person has to know of it; absent: all is well. */
  readonly onClose: (said?: string) => void;
}

/** The panel in which words are entered and pictures are taken. Nothing is kept before it is said so. */
function AddPanel({ call, added, notes, onClose }: AddPanelProps) {
  const { settings } = useHandheld();
  const { problem, setProblem, isBusy, attempt } = useAttempt();
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<readonly Blob[]>([]);
  const [isTaking, setTaking] = useState(false);
  const left = NOTE_LIMITS.pictures - added.pictures.length - pictures.length;
  const open = (): Promise<boolean> =>
    attempt(async () => {
      if (await notes.hasRoom()) setTaking(true);
      else setProblem(noteWords().noRoom);
    });
  const keep = (): Promise<boolean> =>
    attempt(async () => {
      try {
        onClose(saidLate(await notes.keep(call, { text, pictures, operator: settings().userId })));
      } catch (error) {
        if (!(error instanceof NoRoomForPictures)) throw error;
        onClose(noteWords().noRoom);
      }
    });
  return (
    <Panel title={added.note ? noteWords().more : noteWords().button}>
      <p>{noteWords().hint({ pictures: NOTE_LIMITS.pictures, words: NOTE_LIMITS.words })}</p>
      {!added.note && <Words text={text} onText={setText} />}
      <Taken pictures={pictures} onRemove={(gone) => setPictures(pictures.filter((one) => one !== gone))} />
      <Alert text={problem} />
      {isTaking ? (
        <TakePicture
          onTaken={(jpeg) => {
            setPictures([...pictures, jpeg]);
            setTaking(false);
          }}
          onClose={() => setTaking(false)}
        />
      ) : (
        <>
          {left > 0 && (
            <Button size="big" icon={icons.camera} disabled={isBusy} onClick={() => void open()}>
              {noteWords().take({ number: NOTE_LIMITS.pictures - left + 1, all: NOTE_LIMITS.pictures })}
            </Button>
          )}
          <Button
            size="big"
            kind="primary"
            icon={icons.done}
            disabled={isBusy || (text.trim() === '' && pictures.length === 0)}
            onClick={() => void keep()}
          >
            {noteWords().keep}
          </Button>
          <Button size="big" onClick={() => onClose()}>
            {noteWords().leave}
          </Button>
        </>
      )}
    </Panel>
  );
}

/** Says what was not kept, as another page had added its own before; nothing where all was. */
function saidLate({ text, pictures }: CameLate): string | undefined {
  const { lateWords, latePictures } = noteWords();
  const said = [
    ...(text === undefined ? [] : [lateWords({ text })]),
    ...(pictures > 0 ? [latePictures({ pictures })] : []),
  ];
  return said.length > 0 ? said.join(' ') : undefined;
}

/** The field for a few words, with those that are said often. A scan never enters it. */
function Words({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const { often, words } = noteWords();
  return (
    <>
      <fieldset className="often" aria-label={words}>
        {Object.values(often).map((word) => (
          <Button key={word} onClick={() => onText(withWord(text, word))}>
            {word}
          </Button>
        ))}
      </fieldset>
      <Field caption={words} value={text} isTyped onChange={(next) => onText(next.slice(0, NOTE_LIMITS.words))} />
    </>
  );
}

/** Returns the text with a word that is said often: after what stands there, once. */
function withWord(text: string, word: string): string {
  const before = text.trim();
  if (before.includes(word)) return before;
  return (before === '' ? word : `${before}, ${word}`).slice(0, NOTE_LIMITS.words);
}

interface TakenProps {
  readonly pictures: readonly Blob[];
  readonly onRemove: (picture: Blob) => void;
}

/** The pictures that were taken and are not kept yet, each with a way to take it out. */
function Taken({ pictures, onRemove }: TakenProps) {
  if (pictures.length === 0) return null;
  return (
    <ul className="taken">
      {pictures.map((picture, index) => (
        <li key={index}>
          <Thumb jpeg={picture} number={index + 1} />
          <Button onClick={() => onRemove(picture)}>{noteWords().remove({ number: index + 1 })}</Button>
        </li>
      ))}
    </ul>
  );
}

/** A picture whose bytes are here. */
function Thumb({ jpeg, number }: { readonly jpeg: Blob; readonly number: number }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(jpeg);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [jpeg]);
  return <img ref={image} alt={noteWords().picture({ number })} />;
}

/** Shows all that was added to the call on this handheld, and how far it is told. */
function AddedHere({ call, added }: { readonly call: QueuedCall; readonly added: AddedNow }) {
  const { site } = useAppView();
  const { note, pictures, isCrowded } = added;
  const first = note ?? pictures[0];
  if (!first) return null;
  const all = [...(note ? [note] : []), ...pictures];
  const here = pictures.filter((picture) => picture.jpeg);
  const away = here.length === 0 ? pictures : pictures.filter(({ toldAt }) => toldAt !== undefined);
  return (
    <output className="row standing is-plain">
      {note && <strong>{note.text}</strong>}
      {here.length > 0 && (
        <span className="taken">
          {here.map((picture, index) => (
            <KeptThumb key={picture.id} picture={picture} number={index + 1} />
          ))}
        </span>
      )}
      {away.length > 0 && (
        <span className="with-icon">
          <Icon of={icons.images} />
          {(here.length === 0 ? noteWords().pictures : noteWords().gone)({ count: away.length })}
        </span>
      )}
      <span>{standingOf(call, all, isCrowded)}</span>
      <span className="hint">
        {workerName(site.workers, first.by)} · {shownMoment(first.at)}
      </span>
    </output>
  );
}

/** A picture that is kept here: its bytes are one object as long as the row is. */
function KeptThumb({ picture: { jpeg }, number }: { readonly picture: KeptPicture; readonly number: number }) {
  const [blob] = useState(() => new Blob(jpeg ? [jpeg] : [], { type: 'image/jpeg' }));
  return <Thumb jpeg={blob} number={number} />;
}

/** Says how far it is told, in one sentence. */
function standingOf(call: QueuedCall, all: readonly (KeptNote | KeptPicture)[], isCrowded: boolean): string {
  const { told, kept, keptForCall, crowded, refused, notSent } = noteWords();
  const isOwed = all.some((one) => one.owed === 1);
  if (!isOwed) return all.some((one) => one.isRefused) ? refused : told;
  if (!canReachSupervisor(call)) return notSent;
  if (isCrowded) return crowded;
  return call.tries === 0 ? keptForCall : kept;
}

/** Tells whether what is added can reach the supervisor: the ledger never hears of a call that was ended before it was sent. */
function canReachSupervisor({ state, tries }: QueuedCall): boolean {
  return tries > 0 || (state !== 'cancelled' && state !== 'discarded');
}
