import { useState } from 'react';
import { answerWords } from '#i18n/words/answer.ts';

/** Leads out of the app, to a host that the site names. */
export function OutsideLink({ url, text }: { readonly url: string; readonly text: string }) {
  return (
    <a className="answer-link" href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {text}
    </a>
  );
}

interface PictureProps {
  readonly url: string;
  readonly text: string;
  /** The code that it belongs to, where the answer names one. */
  readonly of?: string | undefined;
}

/** Shows a picture of an answer, with the way to it where it comes from outside. */
export function Picture({ url, text, of }: PictureProps) {
  const [failed, setFailed] = useState(false);
  const isOutside = !url.startsWith('data:');
  return (
    <>
      {failed ? (
        <span className="hint">{answerWords().noPicture}</span>
      ) : (
        <img
          className="answer-picture"
          src={url}
          alt={of === undefined ? answerWords().picture : answerWords().pictureOf({ code: of })}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
      {isOutside && <OutsideLink url={url} text={text} />}
    </>
  );
}
