import { expect, test } from 'vitest';
import { tellNotes, tellPicture } from './notes.ts';

const note = { id: 'note-0001', key: 'call-0007', text: 'damaged', by: 'Zoë', at: 5 };
const { text: _text, ...facts } = { ...note, id: 'picture-1' };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

/** A network that answers all with one reply, and what was asked of it. */
function answering(reply: Response | Error) {
  const asked: [string, RequestInit][] = [];
  const fetch = async (url: string, how: RequestInit): Promise<Response> => {
    asked.push([url, how]);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { asked, options: { fetch: fetch as typeof globalThis.fetch, signal: new AbortController().signal } };
}

const json = (value: unknown): Response => Response.json(value);
const problem = (status: number, type = 'application/problem+json'): Response =>
  new Response('{}', { status, headers: { 'content-type': type } });

test('notes are told as JSON, and what is not understood of the answer is told again', async () => {
  const { asked, options } = answering(
    json({ notes: [{ id: 'note-0001', is: 'kept' }, { id: 'note-0002', is: 'maybe' }, null] }),
  );
  expect(await tellNotes(options, { notes: [note] })).toEqual({ notes: [{ id: 'note-0001', is: 'kept' }] });
  expect(asked.map(([url, { body }]) => [url, JSON.parse(body as string)])).toEqual([
    ['/gateway/notes', { notes: [note] }],
  ]);
});

test.each([
  ['nobody', new TypeError('network')],
  ['a gateway of before', problem(404)],
  ['a page in its place', new Response('<html>')],
  ['another JSON', json({ ok: true })],
])('notes are told again where %s answers', async (_, reply) => {
  expect(await tellNotes(answering(reply).options, { notes: [note] })).toBeUndefined();
});

test('the name of whoever took a picture stands in no address, which a proxy may log', async () => {
  const { asked, options } = answering(json({ kept: 'picture-1' }));
  expect(await tellPicture(options, facts, JPEG)).toBe('kept');
  const [[url, how] = ['', {}]] = asked;
  expect(url).toBe('/gateway/pictures?id=picture-1&key=call-0007&at=5');
  expect(how.headers).toMatchObject({ 'content-type': 'image/jpeg', 'scanline-taken-by': 'Zo%C3%AB' });
});

test('a name that was cut in half of a letter is told all the same', async () => {
  const { asked, options } = answering(json({ kept: 'picture-1' }));
  expect(await tellPicture(options, { ...facts, by: 'Zo😀'.slice(0, 3) }, JPEG)).toBe('kept');
  expect(asked[0]?.[1].headers).toMatchObject({ 'scanline-taken-by': 'Zo%3F' });
});

test.each([
  ['it is kept', json({ kept: 'picture-1' }), 'kept'],
  ['another one is kept', json({ kept: 'picture-2' }), 'later'],
  ['its call is not there', problem(409), 'unknown'],
  ['there is no room', problem(507), 'no-room'],
  ['it is refused', problem(422), 'refused'],
  ['a front refuses it', problem(422, 'text/html'), 'later'],
  ['a gateway of before', problem(404), 'later'],
  ['too many at once', problem(429), 'later'],
  ['a page in its place', new Response('<html>'), 'later'],
  ['nobody answers', new TypeError('network'), 'later'],
])('a picture: %s', async (_, reply, word) => {
  expect(await tellPicture(answering(reply).options, facts, JPEG)).toBe(word);
});
