import { describe, expect, test } from 'vitest';
import { readZpl } from './zpl.ts';

describe('a label of ZPL', () => {
  test('has its size, its texts and its bars where they are printed', () => {
    const zpl =
      '^XA^CI28^PW800^LL400\n^FO40,40^A0N,40,40^FH^FDCN _e6_b5_8b^FS\n^FO40,120^BY3^BCN,160,Y,N,N^FH^FDDD-1001^FS\n^FO640,350^A0N,24,24^FDcopy 2^FS\n^XZ';
    expect(readZpl(zpl)).toEqual([
      {
        width: 800,
        height: 400,
        leftOut: [],
        items: [
          { kind: 'text', x: 40, y: 40, isBase: false, height: 40, orientation: 0, text: 'CN 测' },
          {
            kind: 'bars',
            symbology: 'code128',
            x: 40,
            y: 120,
            isBase: false,
            height: 160,
            module: 3,
            orientation: 0,
            isRead: true,
            text: 'DD-1001',
          },
          { kind: 'text', x: 640, y: 350, isBase: false, height: 24, orientation: 0, text: 'copy 2' },
        ],
      },
    ]);
  });

  test('has so many codes, and so many letters in them, that its picture keeps nobody waiting', () => {
    const code = (text: string): string => `^FO1,1^BQN,2,3^FDQA,${text}^FS`;
    const [many] = readZpl(`^XA${code('1').repeat(60)}^XZ`);
    expect([many?.items.length, many?.leftOut]).toEqual([40, ['^BQ']]);
    const [long, next] = readZpl(
      `^XA${code('a'.repeat(900))}${code('b'.repeat(101))}^XZ^XA${code('c'.repeat(101))}^XZ`,
    );
    expect([long?.items.length, next?.items.length, next?.leftOut]).toEqual([1, 0, ['^BQ']]);
  });

  test('has boxes, codes of two dimensions, turned and standing texts', () => {
    const [label] = readZpl(
      '^XA^LH10,20^FO0,0^GB300,5,5^FS^FO5,5^BQN,2,6^FDQA,HELLO^FS^FO9,9^BXN,5,200^FDDM^FS^CFA,18^FT50,80^FDon line^FS^FO1,1^A0R,30^FDdown^FS^XZ',
    );
    expect(label?.items).toMatchObject([
      { kind: 'box', x: 10, y: 20, width: 300, height: 5, line: 5 },
      { kind: 'bars', symbology: 'qrcode', module: 6, text: 'HELLO' },
      { kind: 'bars', symbology: 'datamatrix', module: 5, text: 'DM' },
      { kind: 'text', x: 60, y: 100, isBase: true, height: 18, text: 'on line' },
      { kind: 'text', orientation: 90, height: 30, text: 'down' },
    ]);
  });

  test('names what the preview leaves out, once', () => {
    expect(readZpl('^XA^GFA,8,8,1,FF^FS^GFA,8^FS^FO1,1^FDx^FS^XZ')[0]?.leftOut).toEqual(['^GF']);
  });

  test('may be one of several, and what is outside of them is none', () => {
    expect(readZpl('x^XA^FO1,1^FDa^FS^XZ^XA^FO1,1^FDb^FS^XZ^FDc^FS')).toHaveLength(2);
    expect(readZpl('')).toEqual([]);
    expect(readZpl('^XA^XZ'.repeat(1_000))).toHaveLength(10);
  });

  test('is never larger, nor longer to read, than what a screen can show', () => {
    const [label] = readZpl(
      `^XA^PW99999999^FO99999999,1^FD${'x'.repeat(100_000)}^FS${'^FO1,1^FDa^FS'.repeat(2_000)}^XZ`,
    );
    expect(label?.width).toBe(5_000);
    expect(label?.items).toHaveLength(500);
  });
});
