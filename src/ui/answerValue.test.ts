import { describe, expect, test } from 'vitest';
import { answerValue } from './answerValue.ts';

const hosts = ['img.example.com', 'files.example.com:8443'];
const kindOf = (text: string): string => answerValue(text, hosts).kind;

describe('an answer is shown as', () => {
  test.each([
    ['https://img.example.com/a/b.png', 'image'],
    ['https://IMG.example.com/b.JPEG?size=2', 'image'],
    ['http://img.example.com/b.webp', 'image'],
    ['https://img.example.com:443/b.gif', 'image'],
    ['https://img.example.com/page?id=1', 'link'],
    [' https://files.example.com:8443/report ', 'link'],
    ['data:image/png;base64,iVBORw0KGgo=', 'image'],
    ['data:image/webp;base64,UklGRg==', 'image'],
    ['^XA^FO1,1^FDx^FS^XZ', 'zpl'],
    ['~SD15^XA^FO1,1^FDx^FS\n^XZ\n', 'zpl'],
    [btoa('%PDF-1.4\n%%EOF\n'), 'pdf'],
    [btoa(`%PDF-1.4\n${'x'.repeat(5_000)}%%EOF`), 'pdf'],
    [btoa(`%PDF-1.4\n${'x'.repeat(5_000)}`), 'cut'],
    [btoa('%PDF-1.4\n%%EOF').slice(0, -3), 'cut'],
    [`data:application/pdf;base64,${btoa('%PDF-1.4\n%%EOF')}`, 'pdf'],
  ])('%s: %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('stays text:', () => {
  test.each([
    '',
    'OK',
    'javascript:alert(1)',
    'JavaScript:alert(1)//img.example.com/',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:x',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<a href="https://img.example.com/">x</a>',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:image/png,<script>',
    'data:image/png;base64,x"onerror="alert(1)',
    'data:image/png;charset=x;base64,iVBORw0KGgo=',
    `data:image/png;base64,${'A'.repeat(4_000_001)}`,
    'data:application/pdf;base64,PHNjcmlwdD4=',
    'https://evil.example/a.png',
    'https://img.example.com.evil.example/a.png',
    'https://evil.example/img.example.com/a.png',
    'https://img.example.com@evil.example/a.png',
    'https://user:word@img.example.com/a.png',
    'https://evil.example\\@img.example.com/a.png',
    'https://img.example.com:8443/a.png',
    'https://files.example.com/report',
    '//img.example.com/a.png',
    'ftp://img.example.com/a.png',
    'blob:https://img.example.com/1',
    'file:///etc/passwd',
    'see https://img.example.com/a.png',
    `https://img.example.com/${'a'.repeat(2_000)}`,
    '^XA and no end',
    'x ^XA^XZ',
    'JVBERi0<script>',
  ])('%s', (text) => {
    expect(kindOf(text)).toBe('text');
  });

  test('everything with an address, where the site names no hosts', () => {
    expect(answerValue('https://img.example.com/a.png', []).kind).toBe('text');
  });
});
