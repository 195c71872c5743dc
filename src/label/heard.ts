/** A thing that a printer said: a text between STX and ETX, one in quotation marks, or a label's number that came back. */
export interface Said {
  readonly kind: 'frame' | 'quoted' | 'number';
  readonly text: string;
}

/** The characters of an unfinished thing that are kept: nothing that a printer says is longer. */
const MOST = 4_096;

/**
 * Makes a reader of what one line brings, however its bytes are cut. What is no thing that a printer says is dropped, and no more of it
 * is kept than one such thing is long.
 */
export function createReader(): (bytes: Uint8Array) => readonly Said[] {
  let rest = '';
  return (bytes) => {
    let text = rest;
    for (const byte of bytes) text += String.fromCharCode(byte);
    const said: Said[] = [];
    let from = 0;
    for (const found of text.matchAll(/\u0002([^\u0002\u0003]*)\u0003|"([^"\r\n]*)"|SL\[([0-9A-Za-z-]*)\]/g)) {
      const [whole, frame, quoted, number] = found;
      from = found.index + whole.length;
      if (frame !== undefined) said.push({ kind: 'frame', text: frame });
      else if (quoted !== undefined) said.push({ kind: 'quoted', text: quoted });
      else if (number !== undefined) said.push({ kind: 'number', text: number });
    }
    rest = text.slice(from).slice(-MOST);
    return said;
  };
}
