import { type ScannerInput, type Stream, beginsAnew } from './scannerInput.ts';
import { createKeyReader } from '#scan/wedge/keys.ts';

/** Longer than a scanner ever halts: what comes after it is the next pull of the trigger, whatever came before. */
const QUIET_MS = 700;
/** Fewer characters are a person's finger. */
const SHORTEST = 4;

/**
 * Listens beside the wedge to what a scanner does, and takes nothing away from it.
 *
 * @param onStream - gets all that one pull of the trigger made, once it is quiet or the next one begins.
 */
export function startScannerListener(page: Window, onStream: (stream: Stream) => void): () => void {
  const reader = createKeyReader();
  let stream: ScannerInput[] = [];
  let isUnnamed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hear(heard: ScannerInput): void {
    if (beginsAnew(stream, heard)) end();
    stream.push(heard);
    clearTimeout(timer);
    timer = setTimeout(end, QUIET_MS);
  }
  function end(): void {
    const heard = stream;
    stream = [];
    const length = heard.reduce((sum, one) => sum + (one.kind === 'text' ? one.text.length : 0), 0);
    if (length >= SHORTEST) onStream(heard);
  }
  function hearText(text: string, by: (ScannerInput & { kind: 'text' })['by'], atMs: number): void {
    const only = /^(?:\r\n|\r|\n|\t)$/u.exec(text);
    if (only) hear({ kind: 'end', by: text === '\t' ? 'tab' : 'enter', atMs });
    else if (text !== '') hear({ kind: 'text', text, by, atMs });
  }

  const listeners = {
    keydown(event: KeyboardEvent) {
      isUnnamed = event.keyCode === 229 || event.key === 'Unidentified';
      const atMs = event.timeStamp;
      const key = reader.press(event, () => stream.length > 0);
      if (key.kind === 'character') hearText(key.text, 'key', atMs);
      else if (key.kind === 'end' && stream.length > 0) hear({ kind: 'end', by: key.by, atMs });
    },
    keyup(event: KeyboardEvent) {
      isUnnamed = false;
      const key = reader.release(event, () => stream.length > 0);
      if (key.kind === 'character') hearText(key.text, 'key', event.timeStamp);
    },
    beforeinput(event: InputEvent) {
      if (event.isComposing || event.inputType.includes('Composition')) return;
      if (event.inputType === 'insertLineBreak') hearText('\n', 'text', event.timeStamp);
      else hearText(event.data ?? '', isUnnamed ? 'unnamed-key' : 'text', event.timeStamp);
    },
    compositionend: (event: CompositionEvent) => hearText(event.data, 'composition', event.timeStamp),
  };
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of entries) page.addEventListener(type, listener, true);
  return () => {
    clearTimeout(timer);
    for (const [type, listener] of entries) page.removeEventListener(type, listener, true);
  };
}
