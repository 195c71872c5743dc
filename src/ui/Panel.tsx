import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import type { Drawing } from './icons.ts';
import { askedWords } from '#i18n/words/asked.ts';

/** A part of the page that opens and closes in place; nothing is covered and scanning goes on. */
export function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' }); // it may have opened below what is seen
  }, []);
  return (
    <section className="panel" aria-label={title} ref={panel}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export interface AskFirstProps {
  readonly button: Pick<ButtonProps, 'icon' | 'kind' | 'size'> & { readonly children: string };
  /** `true`: the button stays over the question. */
  readonly isKept?: boolean;
  /** `true`: it asks now, where at most one of several does; absent: it knows by itself. */
  readonly isAsking?: boolean;
  readonly onAsk?: (isAsking: boolean) => void;
  /** Absent: what the button says. */
  readonly title?: string;
  readonly ask: string;
  /** Absent: that it is left. */
  readonly no?: string;
  readonly yes: string;
  /** `plain`: the no is the one that is meant to be tapped. */
  readonly kind: 'primary' | 'danger' | 'plain';
  readonly icon?: Drawing;
  readonly onYes: () => void;
  readonly children?: ReactNode;
}

/** A button that asks in its place before something is done. */
export function AskFirst({ button, isKept, isAsking, onAsk, ...question }: AskFirstProps) {
  const { title = button.children, ask, no = askedWords().no, yes, kind, icon, onYes, children } = question;
  const [isOpen, setOpen] = useState(false);
  const [isShown, show] = onAsk ? [isAsking === true, onAsk] : [isOpen, setOpen];
  return (
    <>
      {(isKept || !isShown) && <Button size="big" {...button} expanded={isShown} onClick={() => show(!isShown)} />}
      {isShown && (
        <Panel title={title}>
          <p>{ask}</p>
          {children}
          <Button size="big" kind={kind === 'plain' ? 'primary' : 'plain'} onClick={() => show(false)}>
            {no}
          </Button>
          <Button size="big" kind={kind} icon={icon} onClick={onYes}>
            {yes}
          </Button>
        </Panel>
      )}
    </>
  );
}
