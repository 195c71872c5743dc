import { catalogue } from '#i18n/language.ts';
const layout = (scanner: string, handheld: string): string =>
  `The scanner presses the keys of a keyboard for ${scanner}; this handheld reads them as ${handheld}. Letters and signs arrive wrong.`;

/** A setting to change: on Zebra's DataWedge, on Honeywell's, or on any device. */
export interface Advice {
  readonly where: string;
  readonly what: string;
}

const zebra = (place: string, what: string): Advice => ({ where: `DataWedge: your profile > ${place}`, what });
/** Menu names from knowledge: they were not checked on a device. */
const honeywell = (place: string, what: string): Advice => ({
  where: `Honeywell: Settings > Scanning > your profile > Data Processing Settings > ${place}`,
  what,
});

const basic = 'Basic data formatting';
const keystroke = 'Keystroke output';

/** Setting up the scanner. Apart from the other messages, as few ever need them. Source: Zebra's DataWedge guides. */
export const calibrationWords = catalogue('calibration', {
  title: 'Set up the scanner',
  open: 'Set up the scanner',
  openHint: 'Three scans of a code on the screen show how this scanner types, and what to change.',
  scan: (done: number, of: number) => `Scan this code: ${done} of ${of}`,
  prompt: (of: number) => `Scan the code ${of} times`,
  hint: 'Turn the screen bright. A laser reads no screen: print this page for it.',
  picture: (text: string) => `Barcode ${text}`,
  otherCode: (text: string) => `That was another code, or its letters were changed: ${text}`,
  different: 'The scans did not say the same. Nothing was learned.',
  anew: 'Start anew',
  found: 'What was found',
  fine: 'Nothing needs to be changed.',
  change: 'Change this on the scanner',
  blank: 'Nothing came before the ending. Scan the code on the screen.',
  first: 'Change the scanner first, as it says here; then start anew. Until then letters arrive wrong.',
  use: 'Use what was found',
  allTheSame: 'Use it all the same',
  done: 'Done: to the tasks',
  used: 'Kept. From now on scans are read this way.',
  reset: 'Back to the default',
  wasReset: 'Kept: Scanline finds out by itself again.',
  separatorPrompt: 'One more: the GS1 separator',

  delivery: {
    key: 'It types key by key.',
    'unnamed-key': 'It types keys without names: only their text arrives.',
    text: 'It puts the whole code in at once, without keys.',
    composition: 'It composes the code like an input method and then puts it in.',
    two: 'It delivers each code twice: as keys and as a text.',
  },
  pace: (medianMs: number, longestMs: number) =>
    `Between two characters: ${medianMs} ms, at the longest ${longestMs} ms.`,
  endings: (endings: readonly string[]) =>
    endings.length === 0
      ? 'Nothing ends a code: Scanline waits for silence, which takes longer.'
      : `A code ends with ${endings.map((ending) => (ending === 'tab' ? 'Tab' : 'Enter')).join(' and ')}.`,
  'literal-ending': (text: string) => `The ending is typed as text: ${text}`,
  prefix: (text: string) => `“${text}” comes before each code. Scanline takes it off.`,
  suffix: (text: string) => `“${text}” comes after each code. Scanline takes it off.`,
  identifier: (text: string) => `${text} before each code names its kind. Scanline reads it and takes it off.`,
  doubled: 'Each code arrives twice in one.',
  case: {
    upper: 'All letters arrive as capitals.',
    lower: 'All letters arrive as small ones.',
    swapped: 'Capitals and small letters are swapped: Caps Lock is on.',
  },
  layout,
  separator: {
    kept: () => 'The GS1 separator arrives.',
    lost: () => 'The GS1 separator is lost: what follows it cannot be told apart.',
    typed: (text: string) => `The GS1 separator arrives as ${text}. Scanline understands it.`,
    changed: (text: string) => `The GS1 separator arrives as “${text}”, which is not understood.`,
  },

  advice: {
    ending: [zebra(basic, 'switch “Send ENTER key” on'), honeywell('Suffix', 'enter \\r (carriage return)')],
    'literal-ending': [
      zebra(basic, 'empty “Suffix to data”, switch “Send ENTER key” on'),
      zebra(keystroke, 'set “Action key character” to “Carriage return”'),
      honeywell('Suffix', 'enter a real carriage return instead of the letters'),
    ],
    pace: [
      zebra(`${keystroke} > Inter-character delay`, 'set it to 0'),
      zebra(`${keystroke} > Key event options`, 'set “Key event delay” to 0'),
    ],
    'unnamed-key': [zebra(`${keystroke} > Key event options`, 'switch “Send Characters as Events” on')],
    two: [
      zebra('Intent output', 'switch “Enabled” off, or switch it off under Keystroke output'),
      honeywell('Scan to Intent', 'switch it off, or switch “Wedge” off'),
    ],
    doubled: [
      zebra('Intent output', 'switch “Enabled” off; look for a second profile or another app that types too'),
      honeywell('Scan to Intent', 'switch it off'),
    ],
    case: [
      { where: 'Keyboard', what: 'switch Caps Lock off; on the scanner, switch conversion to upper or lower case off' },
    ],
    layout: [
      {
        where: 'Android: Settings > System > Languages & input > Physical keyboard',
        what: 'choose the layout that the scanner uses, English (US) as a rule',
      },
      { where: 'Scanner: its “Country keyboard” or “Keyboard layout” code', what: 'choose the same one' },
    ],
    separator: [
      zebra('Barcode input > Decoders', 'switch “GS1-128” on'),
      zebra('Advanced data formatting', 'no rule may take the character 29 out or replace it'),
      {
        where: 'Scanner that types by itself',
        what: 'switch “Function key mapping” or “Control + X” on, so that it sends Ctrl and ]',
      },
    ],
  } satisfies Record<string, readonly Advice[]>,
});
