/**
 * The paths at which handhelds ask for labels on paper. `PRINTS_PATH`: makes a job. `ASKED_PATH`: how jobs stand. `WORD_PATH`: a person's
 * word on one. `PRINTERS_PATH`: how the printers stand. `GRANT_PATH` and `PRINTED_PATH`: for a printer that hangs at the handheld.
 */
export const PRINTS_PATH = '/gateway/prints';
export const ASKED_PATH = '/gateway/prints/asked';
export const WORD_PATH = '/gateway/prints/word';
export const PRINTERS_PATH = '/gateway/prints/printers';
export const GRANT_PATH = '/gateway/prints/grant';
export const PRINTED_PATH = '/gateway/prints/printed';
/** The path at which a label is drawn: its text goes there, an SVG comes back. */
export const PICTURE_PATH = '/gateway/labels/picture';
