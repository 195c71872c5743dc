import { describe, expect, test } from 'vitest';
import { readStringDocument, writeStringDocument } from '#wire/stringDocument.ts';
import { type XmlElement, escapeXml, isNil, parseXml, MalformedXml } from './xml.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

function read(document: string, charset?: string): XmlElement {
  return parseXml(new TextEncoder().encode(document), charset);
}

describe('text stays text', () => {
  test.each([
    ['000123', '000123'],
    ['0E68', '0E68'],
    ['0x1F', '0x1F'],
    ['+123', '+123'],
    ['1.10', '1.10'],
    ['true', 'true'],
    ['null', 'null'],
    [' +123 ', ' +123 '],
    ['\t\n ', '\t\n '],
    ['', ''],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a&#13;&#10;b&#xD;', 'a\r\nb\r'],
    ['A&#x1D;10ABC', 'A\u001d10ABC'],
    ['A\u001d10ABC', 'A\u001d10ABC'],
    ['&#0;&#x1;&#xFFFE;&#xFFFF;', '\u0000\u0001\ufffe\uffff'],
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&amp;lt;', '&lt;'],
    ['&#38;lt;', '&lt;'],
    ['&#x1f4e6;', '📦'],
    ['a > b ]]> c', 'a > b ]]> c'],
    ['a<![CDATA[<b>&amp;\r\n]]>z', 'a<b>&amp;\nz'],
    ['a<![CDATA[]]>b', 'ab'],
    ['<![CDATA[<!DOCTYPE x><?pi?>]]>', '<!DOCTYPE x><?pi?>'],
    ['a<!-- &nbsp; <!DOCTYPE x> -->b', 'ab'],
    ['\ufeffa\u0085\u2028', '\ufeffa\u0085\u2028'],
  ])('%j is read as %j', (inside, text) => {
    expect(read(`<string>${inside}</string>`).text).toBe(text);
  });
});

test.each([' ', '\r\n\r\n', '\uFEFF \n', '\t'.repeat(1_000)])(
  'blanks before a document are none of it: %j',
  (blanks) => {
    expect(read(`${blanks}<?xml version="1.0" encoding="utf-8"?><a>ä</a>`).text).toBe('ä');
    const latin1 = Buffer.from(
      `${blanks.replace('\uFEFF', '')}<?xml version="1.0" encoding="iso-8859-1"?><a>ä</a>`,
      'latin1',
    );
    expect(parseXml(latin1).text).toBe('ä');
    expect(parseXml(Buffer.from(`${blanks.replace('\uFEFF', '')}<a>ä</a>`, 'utf16le')).text).toBe('ä');
  },
);

test('a text is looked at as strictly where it is long, and blanks round a document may be long too', () => {
  const long = 'ä b '.repeat(2_000);
  const blanks = '\r\n'.repeat(5_000);
  expect(read(`${blanks}<a>${long}<b/>${blanks}</a>${blanks}`).text).toBe(long + blanks.replaceAll('\r', ''));
  expect(() => read(`<a>${long}&nbsp;</a>`)).toThrow('&nbsp; is not one of XML');
  for (const wrong of ['& ', '&', '&#xD800;']) expect(() => read(`<a>${long}${wrong}</a>`)).toThrow(MalformedXml);
  expect(() => read(`${long}<a/>`)).toThrow(MalformedXml);
});

test('a prefix means what the nearest element around it declares, whatever its name is', () => {
  const prefixes = ['a', '__proto__', 'constructor', 'toString'];
  for (const prefix of prefixes) {
    const root = read(
      `<${prefix}:r xmlns:${prefix}="u:1" xmlns="u:0"><${prefix}:i xmlns:${prefix}="u:2"><${prefix}:j/><k/></${prefix}:i><${prefix}:l/></${prefix}:r>`,
    );
    const [inner, last] = root.children;
    expect([root, inner, inner?.children[0], inner?.children[1], last].map((one) => one?.namespace)).toEqual([
      'u:1',
      'u:2',
      'u:2',
      'u:0',
      'u:1',
    ]);
    expect(() => read(`<r><${prefix}:i/></r>`)).toThrow(`the prefix ${prefix} is not declared`);
  }
});

describe('what is no XML is refused, with a reason', () => {
  test.each([
    ['nothing', '', 'Start tag expected'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE is not accepted'],
    ['a DOCTYPE in small letters', '<!doctype a><a/>', ''],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', 'DOCTYPE is not accepted'],
    ['an entity that reads a file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'DOCTYPE'],
    ['a processing instruction before', '<?xml-stylesheet href="a"?><a/>', 'processing instruction'],
    ['a processing instruction inside', '<a><?php x ?></a>', 'processing instruction'],
    ['a processing instruction after', '<a/><?p?>', 'processing instruction'],
    ['a second XML declaration', '<?xml version="1.0"?><a><?xml version="1.0"?></a>', 'processing instruction'],
    ['an HTML entity', '<a>&nbsp;</a>', '&nbsp; is not one of XML'],
    ['a word of JavaScript as an entity', '<a>&toString;</a>', '&toString; is not one of XML'],
    ['an entity in capitals', '<a>&AMP;</a>', '&AMP; is not one of XML'],
    ['half a character', '<a>&#xD800;</a>', '&#xD800; is not one of XML'],
    ['a character beyond Unicode', '<a>&#x110000;</a>', '&#x110000; is not one of XML'],
    ['a bare ampersand', '<a>R&D</a>', ''],
    ['an entity without its name', '<a>&;</a>', ''],
    ['two roots', '<a/><b/>', ''],
    ['text before the root', 'x<a/>', ''],
    ['text after the root', '<a></a>x', 'Extra text'],
    ['an open element', '<a><b></b>', ''],
    ['crossed elements', '<a><b></a></b>', ''],
    ['an open comment', '<a>x<!-- </a>', ''],
    ['an open CDATA', '<a>x<![CDATA[ </a>', ''],
    ['an attribute twice', '<a b="1" b="2"/>', 'repeated'],
    ['an attribute without quotes', '<a b=1/>', ''],
    ['a prefix that nobody declared', '<p:a/>', 'prefix p is not declared'],
    ['a prefix that nobody declared, on an attribute', '<a p:b="1"/>', 'prefix p is not declared'],
    ['a name that would change every object', '<a><__proto__>x</__proto__></a>', ''],
    ['elements nested too deep', '<a>'.repeat(100) + '</a>'.repeat(100), ''],
    ['elements nested far too deep', '<a>'.repeat(50_000) + '</a>'.repeat(50_000), ''],
  ])('%s', (_, document, reason) => {
    expect(() => read(document)).toThrow(MalformedXml);
    expect(() => read(document)).toThrow(reason);
  });

  test('bytes that are not of the charset, and a charset that nobody knows', () => {
    expect(() => parseXml(new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow('not utf-8');
    expect(() => read('<a/>', 'klingon')).toThrow(MalformedXml);
  });
});

describe('names are resolved, not guessed', () => {
  test('a namespace comes from a prefix, from the element itself, or from around it', () => {
    const root = read('<p:a xmlns:p="urn:p" xmlns="urn:d"><b/><c xmlns=""/><q:d xmlns:q="urn:q"/><p:e/></p:a>');
    expect([root, ...root.children].map(({ name, namespace }) => `${namespace} ${name}`)).toEqual([
      'urn:p a',
      'urn:d b',
      ' c',
      'urn:q d',
      'urn:p e',
    ]);
  });

  test('a namespace is decoded before it is compared', () => {
    expect(read('<a xmlns="http://a/?b=1&amp;c&#61;2"/>').namespace).toBe('http://a/?b=1&c=2');
  });

  test('nil is what the schema instance namespace says, by whatever prefix', () => {
    expect(isNil(read(`<a xmlns:x="${XSI}" x:nil="true"/>`))).toBe(true);
    expect(isNil(read(`<a xmlns:x="${XSI}" x:nil="1"/>`))).toBe(true);
    expect(isNil(read(`<a xmlns:x="${XSI}" x:nil="false"/>`))).toBe(false);
    expect(isNil(read('<a xmlns:xsi="urn:other" xsi:nil="true"/>'))).toBe(false);
    expect(isNil(read('<a nil="true"/>'))).toBe(false);
  });

  test('another charset and a byte order mark are read as they say', () => {
    const utf16 = new Uint16Array([0xfeff, 0x3c, 0x61, 0x3e, 0x4e2d, 0x3c, 0x2f, 0x61, 0x3e]);
    expect(parseXml(new Uint8Array(utf16.buffer), 'utf-16').text).toBe('中');
    expect(parseXml(new Uint8Array([0x3c, 0x61, 0x3e, 0xd6, 0xd0, 0x3c, 0x2f, 0x61, 0x3e]), 'gb2312').text).toBe('中');
    expect(parseXml(new Uint8Array([0xef, 0xbb, 0xbf, 0x3c, 0x61, 0x2f, 0x3e])).name).toBe('a');
  });
});

describe('writing', () => {
  test.each<[string | null, string]>([
    ['OK', '<string xmlns="http://tempuri.org/">OK</string>'],
    ['', '<string xmlns="http://tempuri.org/" />'],
    ['a<b>&"\'', '<string xmlns="http://tempuri.org/">a&lt;b&gt;&amp;"\'</string>'],
    [']]>', '<string xmlns="http://tempuri.org/">]]&gt;</string>'],
    [' a\r\nb ', '<string xmlns="http://tempuri.org/"> a\r\nb </string>'],
    ['\u0001\u001d\ufffe', '<string xmlns="http://tempuri.org/">&#x1;&#x1D;&#xFFFE;</string>'],
    [
      null,
      '<string xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
        'xsi:nil="true" xmlns="http://tempuri.org/" />',
    ],
  ])('%j is written as an ASMX host does', (text, element) => {
    expect(writeStringDocument(text, 'http://tempuri.org/')).toBe(
      `<?xml version="1.0" encoding="utf-8"?>\r\n${element}`,
    );
  });

  test('a namespace with an ampersand is one that is read again', () => {
    const namespace = 'http://logistics.example/?a=1&b=2';
    const body = new TextEncoder().encode(writeStringDocument('OK', namespace));
    expect(readStringDocument({ status: 200, contentType: 'text/xml', body }, namespace)).toBe('OK');
  });

  test('a carriage return in a parameter is written so that a parser keeps it', () => {
    expect(escapeXml('a\r\nb<&>')).toBe('a&#13;\nb&lt;&amp;&gt;');
    expect(read(`<a>${escapeXml('a\r\nb<&>')}</a>`).text).toBe('a\r\nb<&>');
  });
});

describe('a long text is read as a short one', () => {
  test.each(['x', ' ', '\t', 'a\r\nb\rc', '&amp;&#0;0&#0;', 'жé', '>', '"', '0'])('%j without end', (piece) => {
    const times = 6_000;
    const once = read(`<a>${piece}</a>`).text;
    expect(read(`<a>${piece.repeat(times)}</a>`).text).toBe(once.repeat(times));
  });

  test('between markup of all kinds', () => {
    const long = 'x'.repeat(5_000);
    const root = read(`<a b=">${long}">${long}<c>${long}1</c>${long}<![CDATA[<${long}]]><!--${long}-->${long}</a>`);
    expect(root.text).toBe(`${long}${long}<${long}${long}`);
    expect(root.attributes.get('b')).toBe(`>${long}`);
    expect(root.children.map(({ text }) => text)).toEqual([`${long}1`]);
  });

  test('outside of the root it is none', () => {
    const spaces = ' '.repeat(5_000);
    expect(read(`<?xml version="1.0"?>${spaces}<a>x</a>${spaces}`).text).toBe('x');
    expect(() => read(`<a>x</a>${'y'.repeat(5_000)}`)).toThrow(MalformedXml);
    expect(() => read(`<a>${'y'.repeat(5_000)}`)).toThrow(MalformedXml);
  });
});
