import { expect, test } from 'vitest';
import { labelPictures } from './LabelPicture.tsx';

test('a label is drawn as a picture that stands alone, and says what is on it and what it leaves out', () => {
  const [picture = '', ...others] = labelPictures(
    '^XA^PW400^LL240^FO20,20^A0N,36,36^FDa < b^FS^FO20,70^BY2^BCN,90,N,N^FDD-1001^FS^GFA,8,8,1,FF^FS^XZ',
  );
  expect(others).toEqual([]);
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="400" height="240"/);
  expect(picture).toContain('<title>a &lt; b, D-1001</title><desc>^GF</desc>');
  expect(picture).toMatch(/<image href="data:image\/svg\+xml,[^"<]+" x="20" y="70"/);
});

test('each label of a text is a picture, and a text without one is none', () => {
  expect(labelPictures('^XA^FDa^FS^XZ^XA^FDb^FS^XZ')).toHaveLength(2);
  expect(labelPictures('OK: printed')).toEqual([]);
});

test('what no symbol can hold stands there as a text', () => {
  expect(labelPictures('^XA^FO1,1^BEN,90^FDnot a number^FS^XZ')[0]).toContain('[ean13] not a number');
});
