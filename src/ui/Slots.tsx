import type { ReactNode } from 'react';
import { taskScreenWords } from '#i18n/words/taskScreen.ts';

/** The place of one of a screen's codes: as large empty as it is filled. */
export interface Slot {
  /** Names its code as a person does. */
  readonly word: string;
  readonly code?: ReactNode;
  /** In place of word and code: a button with both in it. */
  readonly whole?: ReactNode;
  /** `saved`: it is on the disk; `kept`: it stays for the calls that follow. Only the fill tells, nothing moves. */
  readonly fill?: 'filled' | 'saved' | 'kept' | undefined;
  readonly isNext: boolean;
  /** Under the code: what can be done about it. */
  readonly foot?: ReactNode;
}

export interface SlotsProps {
  readonly slots: readonly Slot[];
  /** Stands in the slot that is asked for, in place of its code: what is typed so far, or what is to be done first. */
  readonly inNext: ReactNode;
}

/** The places of the codes that make one call, in their order. */
export function Slots({ slots, inNext }: SlotsProps) {
  return (
    <ol className="slots">
      {slots.map(({ word, code, whole, fill, isNext, foot }, index) => {
        const coming = isNext ? inNext : undefined;
        return (
          <li
            key={index} // its word is another one in another language, and what was opened stays so
            className="slot"
            data-fill={coming ? undefined : fill}
            aria-current={isNext ? 'step' : undefined}
          >
            {(!coming && whole) || (
              <>
                <span className="slot-word">
                  {word}
                  <span className="vh">: </span>
                </span>
                <div className="slot-code">
                  {coming || code || (
                    <span className="slot-room">
                      <span className="vh">{taskScreenWords().emptySlot}</span>
                    </span>
                  )}
                </div>
              </>
            )}
            {foot}
          </li>
        );
      })}
    </ol>
  );
}
