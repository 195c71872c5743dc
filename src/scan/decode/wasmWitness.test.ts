import { expect, test } from 'vitest';
import { judgeFrame, nothingSeen } from '#scan/camera/agreement.ts';
import type { BarcodeFormat } from '#contract/barcodeFormats.ts';
import { type Pass, fastPasses, ladder } from '#scan/vision/passes.ts';
import { enlarged, halved } from '#scan/vision/pictures.ts';
import type { FrameRead } from './frameRead.ts';
import { warehouseRules } from './formats.ts';
import type { WasmReader } from './wasmReader.ts';
import { createItfGuard, createWitness } from './wasmWitness.ts';
import type { ZXingReadResult } from 'zxing-wasm/reader';

const picture = { data: new Uint8Array(64 * 64).fill(200), width: 64, height: 64 };
const rules = { ...warehouseRules, formats: ['EAN13', 'Code128', 'Code39', 'ITF', 'QRCode'] as const };
const plain = fastPasses(['EAN13'])[0] as Pass;
const turned = ladder(['Code128']).find(({ along }) => along === 90) as Pass;

const at = { x: 0, y: 0 };
/** @param long - pixels of its length: more than two and a half for each module, if not said. */
const found = (text: string, format = 'EAN13', kind: string = format, long = 400): ZXingReadResult =>
  ({
    text,
    format: kind,
    symbology: format,
    symbologyIdentifier: '',
    extra: '',
    rotation: 0,
    isInverted: false,
    position: { topLeft: at, topRight: { x: long, y: 0 }, bottomRight: { x: long, y: 0 }, bottomLeft: at },
  }) as unknown as ZXingReadResult;

/** Looks with a reader that says these to one look after the other, and nothing after those; counts how often it was asked. */
function readBy(says: readonly (ZXingReadResult | undefined)[][], pass = plain, itfLengths: readonly number[] = []) {
  let asked = 0;
  const reader: WasmReader = { read: () => (says[(asked += 1) - 1] ?? []).filter((one) => one !== undefined) };
  const [read] = createWitness({ ...rules, itfLengths }).read(reader, picture, pass);
  return { read, asked };
}

test('bars that one look has read are believed by another look at the same frame, and not before', () => {
  const code = [found('5901234123457')];
  expect(readBy([code]).read).toMatchObject({ text: '5901234123457', trust: 'agree', pass: 'plain' });
  expect(readBy([code, [], code]).read).toMatchObject({ trust: 'sure', pass: 'plain, fine' });
});

test('looks that read something else, or another kind of code, confirm nothing', () => {
  const others = [[found('5901234123464')], [found('5901234123457', 'Code39')], [], []];
  expect(readBy([[found('5901234123457')], ...others]).read).toMatchObject({ text: '5901234123457', trust: 'agree' });
});

test.each([
  ['EAN13', '5901234123457', 400, 'plain, rows'],
  ['EAN13', '5901234123457', 230, 'plain, fine'],
  ['EAN8', '55123457', 80, 'plain, rows'],
  ['Code39', 'D-1001', 400, 'plain, fine'],
])('%s %s of %i pixels: rows that misread alike are one witness', (format, text, long, pass) => {
  const code = [found(text, format, format, long)];
  const [read] = createWitness({ ...rules, formats: ['EAN13', 'EAN8', 'Code39'] }).read(
    { read: () => code },
    picture,
    plain,
  );
  expect(read).toMatchObject({ text, trust: 'sure', pass });
});

test('a small EAN that sharpened bars have read waits for a look of another kind, in another frame too', () => {
  const { read } = readBy([[found('5901234123457', 'EAN13', 'EAN13', 230)]], { ...plain, witness: 'bars sharpest' });
  expect(read).toMatchObject({ trust: 'agree', pass: 'bars sharp' }); // by which it waits for another
});

test('a UPC-E narrower than all looks together can read is not told', () => {
  const code = (long: number) => ({ ...found('01234565', 'UPCE', 'UPCE', long), extra: '{"UPCE":"01234565"}' });
  const told = (long: number) =>
    createWitness({ ...rules, formats: ['UPCE'] }).read({ read: () => [code(long)] }, picture, plain).length;
  expect([told(66), told(67)]).toEqual([0, 1]);
});

test('the checksum of a Code 128 with few pixels a module proves nothing by itself', () => {
  const small = [found('D-1001', 'Code128', 'Code128', 190)];
  expect(readBy([small])).toMatchObject({ read: { trust: 'agree' } });
  expect(readBy([small, small]).read).toMatchObject({ trust: 'sure', pass: 'plain, fine' });
});

test('the checksum of Code 128 proves it in the picture as it came, and not in one that was made of it', () => {
  const code = [found('D-1001', 'Code128')];
  expect(readBy([code])).toMatchObject({ read: { trust: 'sure' }, asked: 1 });
  expect(readBy([code], turned).read).toMatchObject({ trust: 'agree' });
});

test('bars that are sharpened, without their blur, averaged: each is a witness of its own, and all sums of frames are one', () => {
  const ofBars = ladder(['EAN13']).filter(({ along }) => typeof along === 'string');
  const names = ofBars.flatMap(({ witness, isFine }) => (isFine === true ? [] : [witness]));
  expect(names).toEqual([
    'bars sharpest',
    'bars sharp',
    'bars blurred',
    'bars sharpest',
    'bars small',
    'bars soft',
    'bars blurred',
  ]);
  for (const { witness } of ofBars) expect(names).toContain(witness); // with more pixels it is no other one
});

test('error correction proves squares; the kinds with hardly any must be agreed on', () => {
  expect(readBy([[found('A', 'QRCode')]]).read).toMatchObject({ trust: 'sure' });
  expect(readBy([[found('A', 'QRCode', 'MicroQRCode')]]).read).toMatchObject({ trust: 'agree' });
});

/** Returns what the camera takes of one frame after another, each looked at once: what its looks say, or nothing. */
function taken(frames: readonly (readonly (readonly [format: string, text: string] | undefined)[])[]): string[] {
  const pdfRules = { ...rules, formats: ['PDF417', 'QRCode', 'DataMatrix', 'Aztec'] satisfies BarcodeFormat[] };
  const witness = createWitness(pdfRules);
  const pass = fastPasses(pdfRules.formats)[0] as Pass;
  let sight = nothingSeen;
  return frames.flatMap((looks, index) => {
    let asked = 0;
    const read = (): ZXingReadResult[] => [looks[asked++]].flatMap((said) => (said ? [found(said[1], said[0])] : []));
    const reads = witness.read({ read }, picture, pass);
    const judged = judgeFrame(sight, { reads, laps: 0 }, index * 33, pdfRules);
    sight = judged.sight;
    return judged.accepted.map(({ text }) => text);
  });
}

const a = ['PDF417', 'A'] as const;
const b = ['PDF417', 'B'] as const;

test.each<[string, Parameters<typeof taken>[0], string[]]>([
  ['one look', [[a]], []],
  ['one look, on however many frames', Array.from({ length: 50 }, () => [a]), []],
  ['two looks that agree', [[a, a]], ['A']],
  ['two looks that agree, others between that see nothing', [[a, undefined, undefined, a]], ['A']],
  ['two looks that differ', [[a, b]], []],
  [
    'looks that differ, frame after frame',
    [
      [a, b],
      [b, a],
      [a, b],
    ],
    [],
  ],
  ['two looks at the same text of another kind of code', [[a, ['QRCode', 'A']]], []],
])('a PDF417 is believed when two different looks have read it: %s', (_, frames, texts) => {
  expect(taken(frames)).toEqual(texts);
});

test.each(['QRCode', 'DataMatrix', 'Aztec'])('one look is enough for %s: its error correction proves it', (format) => {
  expect(taken([[[format, 'A']]])).toEqual(['A']);
});

test('a part of a longer ITF in sight is not taken for a code, wherever the longer one is found', () => {
  const [part, whole] = [found('30012345', 'ITF'), found('10012345678902', 'ITF')];
  const longer = found('1300123456', 'ITF');
  expect(readBy([[part], [part, longer]], plain, [8]).read).toBeUndefined();
  expect(readBy([[part], [], [longer]], plain, [8]).read).toBeUndefined();
  expect(readBy([[part], [], [], [longer]], plain, [8]).read).toBeUndefined(); // by a look that should confirm it
  expect(readBy([[part], [whole], [], [whole]], plain, [14]).read).toMatchObject({ text: whole.text, trust: 'sure' });
  expect(readBy([[part]], plain, [14]).read).toBeUndefined(); // a length that the site does not have
});

test('a part of an ITF that was seen is none of its own, the whole one is', () => {
  const guard = createItfGuard();
  expect(guard.isPart('1334')).toBe(false);
  guard.note('2167361334');
  expect(guard.isPart('1334')).toBe(true);
  expect(guard.isPart('2167361334')).toBe(false);
  expect(guard.isPart('2167361335')).toBe(false);
});

test('what was seen long ago says nothing', () => {
  const guard = createItfGuard();
  guard.note('12345678');
  for (let code = 0; code < 7; code += 1) guard.note(`99${code}0`);
  guard.note('9900'); // seen again: no new one
  expect(guard.isPart('3456')).toBe(true);
  guard.note('9970');
  expect(guard.isPart('3456')).toBe(false);
});

test.each<[said: string | undefined, formats: readonly BarcodeFormat[], read: string]>([
  ['5901234123457', ['EAN13'], 'EAN13 5901234123457 sure'],
  ['0036000291452', ['EAN13'], 'EAN13 0036000291452 sure'],
  ['0036000291452', ['EAN13', 'UPCA'], 'UPCA 036000291452 sure'],
  ['5901234123457', ['UPCA'], 'nothing'],
  [undefined, ['EAN13'], 'nothing'],
])('an EAN by fit, %s where %j are asked for, is the code that is printed and asked for', (said, formats, read) => {
  const fit = ladder(['EAN13']).find(({ ean }) => ean) as Pass;
  const reader: WasmReader = { read: () => [] };
  const [seen] = createWitness({ ...rules, formats }).read(reader, picture, {
    ...fit,
    ean: () => (said === undefined ? undefined : { text: said, corners: [at, at, at, at] }),
  });
  expect(seen ? `${seen.format} ${seen.text} ${seen.trust}` : 'nothing').toBe(read);
});

test('an EAN is looked for by fit where EAN-13 or UPC-A is asked for, and nowhere else', () => {
  const isFitted = (formats: readonly BarcodeFormat[]): boolean => ladder(formats).some(({ ean }) => ean);
  expect(
    [['EAN13'], ['UPCA'], ['EAN8', 'Code128', 'QRCode']].map((formats) => isFitted(formats as BarcodeFormat[])),
  ).toEqual([true, true, false]);
});

const corner = (x: number, y: number) => ({ x, y });
const upright = {
  topLeft: corner(16, 8),
  topRight: corner(48, 8),
  bottomRight: corner(48, 40),
  bottomLeft: corner(16, 40),
};
const thin = {
  topLeft: corner(12, 32),
  topRight: corner(52, 32),
  bottomRight: corner(52, 32),
  bottomLeft: corner(12, 32),
};

test.each<[what: string, format: string, position: object, made: Pass['made'], corners: string]>([
  ['squares', 'QRCode', upright, undefined, '0.25,0.13 0.75,0.13 0.75,0.63 0.25,0.63'],
  ['squares in the picture halved', 'QRCode', { ...upright }, halved, '0.5,0.25 1.5,0.25 1.5,1.25 0.5,1.25'],
  [
    'squares in the middle enlarged',
    'QRCode',
    upright,
    (one) => enlarged(one, 64 * 64),
    '0.38,0.31 0.63,0.31 0.63,0.56 0.38,0.56',
  ],
  ['bars of one row', 'Code128', thin, undefined, '0.19,0.44 0.81,0.44 0.81,0.56 0.19,0.56'],
])('a read has its four corners, in parts of the picture: %s', (_, format, position, made, corners) => {
  const result = { ...found('A', format), position };
  const pass = { ...plain, ...(made && { made }) };
  const [read] = createWitness(rules).read({ read: () => [result] as never }, picture, pass);
  expect(read?.corners.map(({ x, y }) => `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`).join(' ')).toBe(corners);
});

/** Returns what one witness says of looks at many codes: of each pass of a frame, texts that a reader gives look after look. */
function trusts(...frames: readonly (readonly (readonly string[])[])[]): string[] {
  const witness = createWitness(rules);
  return frames.map((looks) => {
    let asked = 0;
    const read = () => (looks[asked++] ?? []).map((text) => found(text, text.startsWith('C') ? 'Code128' : 'EAN13'));
    const reads = witness.read({ read }, picture, plain);
    return `${reads.map(({ text, trust }) => `${text} ${trust}`).join(', ')} (${asked} looks)`;
  });
}

test('of many codes in a picture each is believed for itself, by the looks that have read it', () => {
  const looks = [['A', 'B', 'C', 'D'], ['B'], ['X'], ['A', 'B'], [], [], [], [], [], []];
  expect(trusts(looks)).toEqual(['A sure, B sure, C sure, D agree (6 looks)']);
  expect(
    trusts([
      ['A', 'B'],
      ['B', 'A'],
    ]),
  ).toEqual(['A sure, B sure (2 looks)']);
});

test('a code that was proved needs no other look until another picture is looked at', () => {
  expect(trusts([['A'], ['A']], [['A', 'B']])).toEqual(['A sure (2 looks)', 'A sure, B agree (6 looks)']);
  const witness = createWitness(rules);
  const says = (...looks: string[][]): FrameRead[] => {
    let asked = 0;
    return [...witness.read({ read: () => (looks[asked++] ?? []).map((text) => found(text)) }, picture, plain)];
  };
  expect(says(['A'], ['A'])).toMatchObject([{ trust: 'sure' }]);
  witness.forget();
  expect(says(['A'])).toMatchObject([{ trust: 'agree' }]);
});

test('two labels of one text are one code', () => {
  expect(trusts([['C', 'C']])).toEqual(['C sure (1 looks)']);
});
