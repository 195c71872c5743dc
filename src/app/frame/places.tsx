import { words } from '#i18n/words.ts';

/** A place to go to; its name is read while it is drawn, as the language may have changed. */
export interface Place {
  readonly to: string;
  readonly name: string;
}

/** The way back from every screen but home. */
export const toHome: Place = {
  to: '/',
  get name() {
    return words('home').back;
  },
};
