import { describe, expect, it } from 'vitest';
import { listCategories } from '../../src/operations/categories.js';
import { editEntry, listAllEntries } from '../../src/operations/context.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { words, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill, own } from '../support/workspace-forms.js';
import { as, follow, subject } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['brand_agent'] });

const context = '/brands/acme/context';
const categories = `${context}/categories`;

describe('facts', () => {
  it('need a category first; categories are added, renamed, ordered and removed', async () => {
    const editor = await as('editor');
    const { text } = await editor.get(context);
    expect(text).toContain('Add a category first');
    expect(text).not.toContain('Add fact');
    for (const key of ['a', 'b', 'c']) await fill(editor, categories, 'add', { key, label: key.toUpperCase() });
    const action = (verb: string, key: string) => `${verb}.${Buffer.from(key).toString('base64url')}`;
    await fill(editor, categories, action('up', 'c'));
    await fill(editor, categories, action('down', 'a'));
    await fill(editor, categories, action('set', 'a'), { label: 'First' });
    await fill(editor, categories, action('remove', 'b'));
    expect(await operate(listCategories)).toEqual([
      { key: 'c', label: 'C' },
      { key: 'a', label: 'First' },
    ]);
    const bad = await fill(editor, categories, 'add', { key: '–', label: '…' });
    expect([bad.status, bad.text]).toEqual([422, expect.stringContaining('value="–"')]);
    const named = await follow(editor, await fill(editor, categories, 'add', { key: '', label: 'Our Company' }));
    expect(named.text).toContain('>Add a fact</a>');
    await fill(editor, categories, 'add', { key: 'Offices', label: 'Where we are' });
    expect((await operate(listCategories)).slice(2).map(({ key }) => key)).toEqual(['our-company', 'offices']);
    await fill(editor, context, 'add', { title: 'Fact', body: 'It is.', category: 'a' });
    expect((await editor.get(categories)).text).toContain('This category has 1 fact. Move or remove them first.');
  });

  it('are added with sources, edited, verified together, and say by whom they were', async () => {
    const [editor, other] = [await as('editor'), await as('editor', 'Bo')];
    await fill(editor, categories, 'add', { key: 'a', label: 'A' });
    const facts = {
      body: 'Line\r\ntwo',
      category: 'a',
      'sources.1.title': 'Report',
      'sources.1.url': 'https://example.org/r',
    };
    const wrong = await fill(editor, context, 'add', { ...facts, title: 'One', 'sources.1.url': 'javascript:x' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('id="add-sources.0.url-problem"')]);
    expect(fieldsOf(wrong.text, 'add').body).toBe('Line\r\ntwo');
    for (const title of ['One', 'Two', 'Three']) await fill(editor, context, 'add', { ...facts, title });
    const bare = await fill(editor, context, 'add', { ...facts, title: 'Bare', 'sources.1.url': 'example.org/r' });
    expect([bare.status, bare.text.includes('Write the whole address: https://example.org/r')]).toEqual([422, true]);
    const list = (await editor.get(`${context}?show=unverified`)).text;
    expect(list).toMatch(/To verify <span[^>]*>3</);
    expect(list).toContain('Line\ntwo</span>');
    expect(list.match(/href="https:\/\/example\.org\/r"/g)).toHaveLength(3);
    const [one, two, three] = ['one', 'two', 'three'].map(
      (id) => new RegExp(`value="(${id} \\w+)"`).exec(list)?.[1] ?? '',
    );
    const verifyAt = (address: string, ...entries: (string | undefined)[]) => {
      const body = new URLSearchParams([['action', 'verify'], ...entries.map((entry) => ['entry', entry ?? ''])]);
      return other.send('POST', address, { body, headers: own() });
    };
    const verify = (...entries: (string | undefined)[]) => verifyAt(context, ...entries);
    await operate(editEntry, { entry: 'three' }, { body: 'Theirs' });
    const stale = await verify(one, three);
    expect([stale.status, (await operate(listAllEntries)).some(({ verified }) => verified)]).toEqual([412, false]);
    expect(stale.text).toContain('Fact changed');
    expect([
      stale.text.includes(`value="${one}" checked`),
      stale.text.includes('value="three') && stale.text.match(/ checked[ />]/g)?.length,
    ]).toEqual([true, 1]);
    expect((await verify('one ')).status).toBe(400);
    expect((await verify()).status).toBe(422);
    expect((await verify(...Array.from({ length: 51 }, () => one))).status).toBe(422);
    const verified = await verifyAt(`${context}?show=unverified&start=50`, one, two);
    expect([verified.status, verified.location]).toEqual([
      303,
      expect.stringContaining('?show=unverified&start=50&verified='),
    ]);
    expect(subject()).toBe('Bo: Verify brand context entries: 2');
    const notice = await follow(other, verified);
    expect(notice.text).toContain('Verified: <bdi>One, Two</bdi>');
    const undone = await fill(other, verified.location ?? '', 'unverify');
    expect([undone.status, subject()]).toEqual([303, 'Bo: Unverify brand context entries: 2']);
    const read = (await editor.get(context)).text;
    const newest = ['one', 'two'].map((id) => new RegExp(`value="(${id} \\w+)"`).exec(read)?.[1]);
    expect((await verify(...newest)).status).toBe(303);
    const head = portal.head('acme');
    const again = await verify(one, two);
    expect([again.status, again.location, portal.head('acme')]).toEqual([
      303,
      `${workspaceAddress(context)}?same=yes`,
      head,
    ]);
    expect((await operate(listAllEntries)).map(({ id, verified }) => [id, verified])).toEqual([
      ['one', true],
      ['three', false],
      ['two', true],
    ]);
    await fill(editor, `${context}/one/edit`, 'set', { body: 'Newer' });
    const shown = words((await editor.get(`${context}/one/edit`)).text);
    expect(shown).toMatch(/Verified by Bo.* on .*, changed since by Ada Lind.* on /);
    expect((await editor.get(`${context}/three/edit`)).text).toContain('Not verified: only editors');
    expect((await editor.get('/brands/acme')).text).toContain(`href="${workspaceAddress(context)}?show=unverified"`);
    const form = fieldsOf((await editor.get(`${context}/one/edit`)).text, 'set');
    const emptied = { verified: 'no', 'sources.0.title': '', 'sources.0.url': '' };
    await editor.post(`${context}/one/edit`, { ...form, ...emptied });
    const entries = await operate(listAllEntries);
    expect(entries.find(({ id }) => id === 'one')).toMatchObject({ verified: false, sources: [], body: 'Newer' });
    await fill(editor, `${context}/two/edit`, 'remove');
    expect((await operate(listAllEntries)).map(({ id }) => id)).toEqual(['one', 'three']);
  });
});
