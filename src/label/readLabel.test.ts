import { expect, test } from 'vitest';
import { readLabel } from './readLabel.ts';

const drawn = '^FO40,40^A0N,40,40^FH^FDD_2d1002^FS';

test.each([
  ['one format', `^XA${drawn}^XZ`, 1],
  ['one that says how many', `^XA${drawn}^PQ3^XZ`, 3],
  ['the last word on how many', `^XA^PQ3${drawn}^PQ2,0,1,Y^XZ`, 2],
  ['a word without a number', `^XA${drawn}^PQ,,,Y^XZ`, 1],
  ['two formats', `^XA^PQ2${drawn}^XZ\r\n^XA${drawn}^XZ\n`, 3],
  ['small letters', '^xa^fo1,1^fdx^fs^pq2^xz', 2],
  ['white space around it, and a line for each command', `\n ^XA\n^PW800\n${drawn}\n^PQ2\n^XZ \n`, 2],
  [
    'bars, boxes, a picture of letters, a stored one',
    '^XA^BY3^BCN,160^FDa^FS^GB9,9,1^FS^GFA,2,2,1,FF00^FS^XGE:L.GRF^FS^XZ',
    1,
  ],
  ['a picture that is packed', '^XA^FO0,0^GFA,8,8,1,:Z64:eJwDAAAAAAE=:1234^FS^XZ', 1],
  ['a text block, characters of every script', '^XA^CI28^FO1,1^TB,300,90^FD中文 Ж é^FS^XZ', 1],
  ['a comment', '^XA^FX a note, ! and ? in it^FS^FO1,1^FDx^FS^XZ', 1],
])('%s is a label, and how many it makes is read', (_, text, labels) => {
  expect(readLabel(text)).toEqual({ labels });
});

test.each([
  ['none', '^PQ0'],
  ['less than none', '^PQ-1'],
  ['half a one', '^PQ1.5'],
  ['words', '^PQtwo'],
  ['a number behind a space, which printers may not read', '^PQ 2'],
  ['each serial number twice', '^PQ4,0,2'],
])('a label of %s may be sent, and how many it makes is not read', (_, quantity) => {
  expect(readLabel(`^XA${drawn}${quantity}^XZ`)).toEqual({});
});

test.each([
  ['a label more', '^PQ101', '^PQ101'],
  ['more digits than a manual has', '^PQ999999999,0,1,Y', '^PQ999999999,0,1,Y'],
  ['a number that a line’s end cuts', '^PQ5\n00', '^PQ5\n00'],
  ['a number that a printer may read to its dot', '^PQ 500.5', '^PQ500.5'],
  ['so many serial numbers, each so often', '^PQ20,0,20', '^PQ20,0,20'],
  ['a word that the next one takes back', '^PQ500^PQ1', '^PQ500'],
])('a label that asks for more than a hundred is refused: %s', (_, quantity, refused) => {
  expect(readLabel(`^XA${drawn}${quantity}^XZ`)).toEqual({ refused });
});

test('so is one that makes more in all its formats, and one of a hundred is not', () => {
  const of = (many: number): string => `^XA^PQ${many}${drawn}^XZ`;
  expect(readLabel(of(60) + of(40))).toEqual({ labels: 100 });
  expect(readLabel(of(60) + of(41))).toEqual({ refused: '^PQ × 101' });
  expect(readLabel(of(1).repeat(101))).toEqual({ refused: '^XA × 101' });
  expect(readLabel(`^XA^PW9^XZ`.repeat(101))).toEqual({ refused: '^XA × 101' });
});

test('a format that draws nothing may make an empty label or none', () => {
  expect(readLabel(`^XA^PW800^XZ^XA${drawn}^XZ`)).toEqual({});
});

test.each(
  [
    '~JR ~JA ~JX ~JS ~JC ~HS ~HI ~HQES ~CC# ~CT# ~CD; ~DGR:A.GRF,2,1,FF ~DYE:A,P,P,1,,x ~DBE:A ~DSE:A ~SD15 ~TA0 ~WC ~PS ~PP ~PR ~RO1',
    '^JUS ^JUF ^JZN ^JMA ^JT0 ^CC# ^CT# ^CD; ^ND2 ^NI1 ^DFE:A.ZPL ^XFE:A.ZPL ^ISE:A.GRF,N ^IME:A.GRF ^ILE:A.GRF ^IDE:A.GRF ^TOE:A,R:A',
    '^KNx ^KP1234 ^SX1 ^SCa ^ST1 ^SE1 ^SZ2 ^SP10 ^SQA ^MFN,N ^MCN ^HV1,8,x,,L ^HZA ^HGE:A ^HHV ^WDE: ^CWA,E:F.TTF ^CN ^PP ^PF10 ^EG ^RFW ^RS8 ^QQ',
  ].flatMap((names) => names.split(' ')),
)('%s is refused, by name', (command) => {
  const name = command.slice(0, 3);
  expect(readLabel(`^XA${drawn}${command}^XZ`)).toEqual({ refused: name });
  expect(readLabel(`^XA${drawn}${command.toLowerCase()}^XZ`)).toEqual({ refused: name });
});

test.each([
  ['what stands before it', `! U1 setvar "x" "y"\r\n^XA${drawn}^XZ`, '! U1'],
  ['words before it', `hello^XA${drawn}^XZ`, 'hello'],
  ['words after it', `^XA${drawn}^XZ hello`, 'hello'],
  ['a word to its settings in it', `^XA${drawn}\n! U1 do "device.reset" ""\n^XZ`, '! U1'],
  ['one in the newer form', `^XA${drawn}{}{"device.reset":null}^XZ`, '{}{'],
  ['a command between two', `^XA${drawn}^XZ^LH0,0^XA${drawn}^XZ`, '^LH'],
  ['one after it', `^XA${drawn}^XZ^PQ2`, '^PQ'],
  ['half a label', `^XA${drawn}`, '^XA'],
  ['one in another', `^XA^XA${drawn}^XZ`, '^XA'],
  ['an end without a beginning', `${drawn}^XZ`, '^FO'],
  ['an end alone', '^XZ', '^XZ'],
  ['nothing', ' ', '^XA'],
  ['a picture of bytes', '^XA^GFB,2,2,1,ab^FS^XZ', '^GFB'],
  ['a packed picture of bytes', '^XA^GFC,2,2,1,ab^FS^XZ', '^GFC'],
  ['a name that a line’s end cuts', '^XA^J\nUS^XZ', '^J\n'],
  ['a prefix without a name', '^XA^^XZ', '^'],
  ['a name of letters that are no capital of any in the list', '^XA^ſN1,1^FS^XZ', '^ſN'],
  ['the field that numbers come back from', `^XA^FN9999^FDx^FS^XZ`, '^FN9999'],
  ['the same by another spelling', `^XA^FN 09999"x"^FDx^FS^XZ`, '^FN9999'],
  ['a control character in place of ^', `^XA${drawn}\u001eJUS^XZ`, '0x1e'],
  ['one in place of ~', `^XA${drawn}\u0010JR^XZ`, '0x10'],
  ['one in place of ^XA', `\u0002${drawn}\u0003`, '0x02'],
])('%s is refused', (_, text, refused) => {
  expect(readLabel(text)).toEqual({ refused });
});

test('what ^FH writes is data, and no data hides a command', () => {
  expect(readLabel('^XA^FO1,1^FH^FD_7eJR _5eJUS^FS^XZ')).toEqual({ labels: 1 });
  expect(readLabel('^XA^FO1,1^FDx~JRy^FS^XZ')).toEqual({ refused: '~JR' });
  expect(readLabel('^XA^FX a note ^JUS^FS^FO1,1^FDx^FS^XZ')).toEqual({ refused: '^JU' });
});
