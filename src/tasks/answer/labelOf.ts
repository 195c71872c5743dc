import { createContext, useContext } from 'react';

const LabelContext = createContext<string | undefined>(undefined);

/** Says of which code the labels under it are: what prints them names it. */
export const LabelOf = LabelContext.Provider;

export function useLabelCode(): string | undefined {
  return useContext(LabelContext);
}

const HandedContext = createContext<(() => void) | undefined>(undefined);

/** Says what is told when a label under it was handed over: printed, shared or put into a file. */
export const LabelHanded = HandedContext.Provider;

export function useLabelHanded(): (() => void) | undefined {
  return useContext(HandedContext);
}

const PrintButtonContext = createContext(false);

/** Says whether the screen has a button of its own that prints the labels under it. */
export const HasPrintButton = PrintButtonContext.Provider;

export function useHasPrintButton(): boolean {
  return useContext(PrintButtonContext);
}

const NotPrintedHereContext = createContext(false);

/** Says whether the labels under it are left to a printer of the site: nothing prints them here. They are shown, shared and saved. */
export const NotPrintedHere = NotPrintedHereContext.Provider;

export function useIsNotPrintedHere(): boolean {
  return useContext(NotPrintedHereContext);
}

const PictureAskedContext = createContext(false);

/** Says whether somebody has asked to see the labels under it: else, where labels come out of a printer, no picture of one is fetched. */
export const PictureAsked = PictureAskedContext.Provider;

export function useIsPictureAsked(): boolean {
  return useContext(PictureAskedContext);
}

/** The end of a code tells two labels apart where a button has no room for all of it. */
const SHOWN = 16;

/** A code as a button names it. */
export function onButton(code: string): string {
  return code.length <= SHOWN ? code : `…${code.slice(-SHOWN)}`;
}
