import { expect, test } from 'vitest';
import { markupOf } from './markup.ts';
import { AsItIs, FormChoice, FormInput, PostForm, Table, Time, filled } from './parts.tsx';

test('a message has a part that is drawn where its fact stands, and what is said is escaped', () => {
  const say = ({ when, many }: { when: string; many: number }): string => `<${many}> times, ${when} last`;
  expect(markupOf(<p>{filled(say, { when: <Time at={0} /> }, { many: 3 })}</p>)).toBe(
    '<p>&lt;3&gt; times, <time dateTime="1970-01-01T00:00:00Z">1970-01-01 00:00:00 UTC</time> last</p>',
  );
  expect(markupOf(<p>{filled(({ name }: { name: string }) => `${name}!`, { name: <AsItIs text="<b>&" /> })}</p>)).toBe(
    '<p><span translate="no">&lt;b&gt;&amp;</span>!</p>',
  );
});

test('a fact loses nothing that looks like the place of a part', () => {
  const say = ({ name, status }: { name: string; status: string }): string => `${name}: ${status}`;
  const status = '\uE000other\uE001\uE000\uE001\uE000name';
  expect(markupOf(<p>{filled(say, { name: <b>A</b> }, { status })}</p>)).toBe(`<p><b>A</b>: ${status}</p>`);
});

test('fields, choices and forms hold what they were given, and work without a script', () => {
  const form = (
    <PostForm action="/x" hidden={{ id: '"1"' }}>
      <FormInput caption="Name" name="name" value="<A>" maxLength={60} required />
      <FormChoice caption="Order" name="sort" choices={{ a: 'A', b: 'B' }} none="–" chosen="b" />
    </PostForm>
  );
  expect(markupOf(form)).toBe(
    '<form action="/x" method="post"><input type="hidden" name="id" value="&quot;1&quot;"/>' +
      '<label>Name<input maxLength="60" required="" name="name" value="&lt;A&gt;"/></label>' +
      '<label>Order<select name="sort"><option value="">–</option><option value="a">A</option>' +
      '<option value="b" selected="">B</option></select></label></form>',
  );
});

test('each cell of a table has its column’s name, and one that is empty is empty', () => {
  const rows = [[<b key="one">1</b>, ''], [{ shown: 'x', tag: { 'data-long': true } as const }]];
  expect(markupOf(<Table names={['One', 'Two']} rows={rows} rowTags={[{ id: 'd7' }]} />)).toBe(
    '<table><thead><tr><th scope="col">One</th><th scope="col">Two</th></tr></thead><tbody>' +
      '<tr id="d7"><td data-name="One"><b>1</b></td><td></td></tr><tr><td data-name="One" data-long="true">x</td></tr>' +
      '</tbody></table>',
  );
});
