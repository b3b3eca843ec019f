import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionNames } from '../../src/content/catalog/paths.js';
import { anySection } from '../support/any-section.js';
import { runs, seed } from '../support/effort.js';
import { clone, git } from '../support/git.js';
import { Pen } from '../support/pen.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, confirm, follow, undoIn } from '../support/workspace-people.js';

const brand = '/brands/northlight';
const at = (section: string): string => `${brand}/language/${section}/edit`;
const sectionNow = async (name: string) => (await client.get(`/brand/cl/${name}`)).body[name];
const pathOf = (name: string): string => `corporate-language/${name}.json`;
const fileOf = (name: string): string => git(portal.gitdir('northlight'), ['show', `main:${pathOf(name)}`]);
const opened = async (section: string) => Pen.open(await as('editor'), at(section));

function push(sections: Readonly<Record<string, string>>): void {
  const work = clone(portal.gitdir('northlight'));
  mkdirSync(join(work, 'corporate-language'), { recursive: true });
  for (const [name, text] of Object.entries(sections)) writeFileSync(join(work, pathOf(name)), text);
  git(work, ['add', '--all']);
  git(work, ['commit', '--quiet', '-m', 'Pushed']);
  git(work, ['push', '--quiet', 'origin', 'HEAD:main']);
}

describe('writing the corporate language', () => {
  portalForEach({ real: true, example: 'northlight' });

  it('makes no commit when nothing was written, for every section of the example and what git brought', async () => {
    const ada = await as('editor');
    const saveAll = async (): Promise<void> => {
      const head = portal.head('northlight');
      for (const name of sectionNames) {
        const pen = await Pen.open(ada, at(name));
        const { location } = await pen.send('save', 303);
        expect([name, location]).toEqual([name, `${workspaceAddress(brand)}/language?same=yes`]);
      }
      expect(portal.head('northlight')).toBe(head);
    };
    await saveAll();
    push({
      voice: `{"dos":["A\\r\\nB"," C",""],"tone":[],"":{"a":[1,null,{"b":-0}]}, "a\\u202eb":"\\ufdd0","principles":[{},{"x y":1}],"z":"\\nZ"}`,
      notation: `{"examples":[{"wrong":"a\\u0085b","weight":1.50}],"dates":"","voice":{"x":true}}`,
    });
    const files = ['voice', 'notation'].map(fileOf);
    await saveAll();
    expect(['voice', 'notation'].map(fileOf)).toEqual(files);
    const { numRuns } = runs(100, 10);
    const anything = sectionNames.map((name) => fc.sample(anySection(name), { numRuns, seed }));
    for (let at = 0; at < numRuns; at += 1) {
      const texts = sectionNames.map((name, which) => [name, `${JSON.stringify(anything[which]?.[at], null, 2)}\n`]);
      push(Object.fromEntries(texts));
      await saveAll();
      for (const [name = '', text] of texts) expect(fileOf(name)).toBe(text);
    }
    expect((await ada.get(`${brand}/language?same=yes`)).text).toContain('Nothing was different');
  });

  it('changes what was written by the person, keeps the rest by bytes, and can be undone', async () => {
    const before = fileOf('voice');
    const pen = await opened('voice');
    pen.type('d.section.dos', 'Say who acts.\r\n\r\n  Say when.  \r\n');
    pen.type('d.section.summary', '');
    await pen.press('Down principle 1');
    await pen.press('Add a principle');
    pen.type(/^d\.section\.principles\.n\d+\.title$/, 'Last');
    const rows = (await sectionNow('voice')).principles;
    const saved = await pen.send('save', 303);
    const { summary, dos, principles, ...rest } = await sectionNow('voice');
    expect([summary, dos]).toEqual([undefined, ['Say who acts.', 'Say when.']]);
    expect(principles).toEqual([rows[1], rows[0], ...rows.slice(2), { title: 'Last' }]);
    expect({ ...JSON.parse(before), ...rest }).toEqual(JSON.parse(before));
    expect(git(portal.gitdir('northlight'), ['log', '-1', '--format=%an %s'])).toMatch(/^Ada Lind .*voice/);
    expect((await confirm(pen.client, undoIn(await follow(pen.client, saved)))).done.status).toBe(303);
    expect(JSON.parse(fileOf('voice'))).toEqual(JSON.parse(before));
  });

  it('writes free members as texts and as JSON, in rows too, and says what is wrong with them', async () => {
    const pen = await opened('terminology');
    await pen.press('Add a field', 200);
    const added = async (name: string, value: string, json = ''): Promise<void> => {
      await pen.send('row+:section.*', 200);
      const [row] = pen.names(/^d\.section\.\*\.n\d+\.name$/).slice(-1);
      pen.type(row ?? '', name);
      pen.type((row ?? '').replace(/name$/, 'value'), value);
      pen.type((row ?? '').replace(/name$/, 'json'), json);
    };
    await added('owner', 'Mia');
    await added('limits', '{"words": 20}', 'yes');
    await added('preferred', 'twice');
    await added('', 'nameless');
    await added('broken', '{', 'yes');
    const refused = await pen.send('save', 422);
    for (const said of ['a field “preferred” already', 'Give it a name', 'This is not JSON']) {
      expect(refused.text.split(said).length, said).toBe(3);
    }
    expect(refused.text).toMatch(/aria-invalid="true"[^>]*>\s*\{<\/textarea>/);
    const [twice = '', , nameless = ''] = pen.names(/^d\.section\.\*\.n\d+\.name$/).slice(-3);
    expect(pen.fields.find(([name]) => name === twice)).toEqual([twice, 'preferred']);
    const key = (name: string): string => /n\d+/.exec(name)?.[0] ?? '';
    for (const name of pen.names(/^d\.section\.\*\.n\d+\.name$/).slice(-3))
      await pen.send(`row-:section.*|${key(name)}`, 200);
    expect(nameless).not.toBe('');
    await pen.send('row+:section.preferred.0.*', 200);
    pen.type(/^d\.section\.preferred\.0\.\*\.n\d+\.name$/, 'since');
    pen.type(/^d\.section\.preferred\.0\.\*\.n\d+\.value$/, '2019');
    pen.type(/^d\.section\.preferred\.0\.\*\.n\d+\.json$/, 'yes');
    pen.type('d.section.preferred.0.instead_of', 'sleeper');
    await pen.send('save', 303);
    const now = await sectionNow('terminology');
    expect(now).toMatchObject({ owner: 'Mia', limits: { words: 20 } });
    expect(now.preferred[0]).toMatchObject({ since: 2019, instead_of: ['sleeper'] });
    expect('broken' in now).toBe(false);
    const again = await Pen.open(pen.client, at('terminology'));
    again.type(/^d\.section\.\*\.\d+\.value$/, '{"__proto__": {}}', -1);
    const hazard = await again.send('save', 422);
    expect(hazard.text).toMatch(/href="#f-section\.\*\.\d+\.value"/);
    expect(await sectionNow('terminology')).toEqual(now);
  });

  it('is refused with every message, each at its field or at the form', async () => {
    const pen = await opened('terminology');
    const step = await pen.send('row+:section.preferred', 200);
    expect(step.text).toContain('Added a term.');
    for (const [name, value] of [
      ['n'.repeat(256), 'x'],
      ['limits', '{"a":"\\u0000","b":12345678901234567890}'],
    ] as const) {
      await pen.send('row+:section.*', 200);
      const [row = ''] = pen.names(/^d\.section\.\*\.n\d+\.name$/).slice(-1);
      pen.type(row, name);
      pen.type(row.replace(/name$/, 'value'), value);
      if (value !== 'x') pen.type(row.replace(/name$/, 'json'), 'yes');
    }
    const refused = await pen.send('save', 422);
    expect(refused.text).not.toContain('“”');
    for (const [, to = ''] of refused.text.matchAll(/<a href="#([^"]*)"/g))
      expect(refused.text).toContain(`id="${to}"`);
  });

  it('fills an empty section, and meta, which the API does not write', async () => {
    await client.patch('/brand/cl/notation', {});
    const pen = await opened('notation');
    expect(pen.html).toContain('Nothing is written here yet');
    pen.type('d.section.dates', '3 March');
    await pen.send('row+:section.examples', 200);
    await pen.send('save', 303);
    expect(await sectionNow('notation')).toEqual({ dates: '3 March', examples: [] });
    const meta = await Pen.open(pen.client, at('meta'));
    const version = meta.fields.find(([, value]) => value === 'version')?.[0] ?? '';
    meta.type(version.replace(/name$/, 'value'), '5');
    await meta.send('save', 303);
    expect((await client.get('/brand/cl')).body.meta).toMatchObject({ version: '5', owner: 'Editorial desk, Linz' });
  });

  it('shows the change of another, keeps what was written, and saves it on top', async () => {
    const pen = await opened('voice');
    await client.patch('/brand/cl/voice', { ...(await sectionNow('voice')), summary: 'Theirs.' });
    pen.type('d.section.summary', 'Mine \u2067so\u2069.');
    const stale = await pen.send('save', 412);
    expect(stale.text).toContain('It was changed meanwhile');
    expect(stale.text).toMatch(/<ins[^>]*>Theirs|>Theirs\./);
    expect(pen.fields).toContainEqual(['d.section.summary', 'Mine \ufffdso\ufffd.']);
    expect((await sectionNow('voice')).summary).toBe('Theirs.');
    await pen.send('save', 303);
    expect((await sectionNow('voice')).summary).toBe('Mine \u2067so\u2069.');
  });

  it('loses nothing when the session ends, and asks when another person sends it', async () => {
    const pen = await opened('voice');
    pen.type('d.section.summary', 'Kept.');
    const gone = await pen.send('save', 401, WorkspaceClient.nobody(portal));
    expect(gone.text).toContain('Send again');
    const eva = await as('editor', 'Eva');
    const sent = pen.fields;
    for (const action of ['preview', 'row+:section.*', 'save']) {
      pen.fields = sent;
      const { text } = await pen.send(action, 200, eva);
      const isAsked = text.includes('<bdi>Ada Lind</bdi> wrote this, and you are <bdi>Eva</bdi>');
      expect([action, isAsked]).toEqual([action, true]);
    }
    await pen.send('save', 303, eva);
    expect((await sectionNow('voice')).summary).toBe('Kept.');
    expect(git(portal.gitdir('northlight'), ['log', '-1', '--format=%an'])).toBe('Eva\n');
  });

  it('is published and made a draft, and the API says so', async () => {
    const ada = await as('editor');
    const status = `${brand}/language/status`;
    const version = async (): Promise<string> =>
      /name="version" value="([^"]*)"/.exec((await ada.get(status)).text)?.[1] ?? '';
    expect((await ada.get(status)).text).toContain('It is published now.');
    const old = await version();
    expect((await ada.post(status, { version: old, status: 'draft' })).status).toBe(303);
    expect((await client.get('/brand/cl')).body.status).toBe('draft');
    expect((await ada.get(`${brand}/language`)).text).toContain('>Publish</a>');
    expect((await ada.post(status, { version: old, status: 'published' })).status).toBe(412);
    expect((await ada.post(status, { version: await version(), status: 'loud' })).status).toBe(422);
    expect((await ada.post(status, { version: await version(), status: 'published' })).status).toBe(303);
    expect((await client.get('/brand/cl')).body.status).toBe('published');
  });

  it('has its terms changed, added and removed one at a time; the rest of the section stays as it is', async () => {
    const ada = await as('editor');
    const first = { term: 'cabin', instead_of: ['room'], weight: 1.5 };
    push({ terminology: JSON.stringify({ preferred: [first, { term: 'bunk' }], forbidden: [], more: [1] }) });
    const found = (await ada.get(`${brand}/language?q=ROOM`)).text;
    expect(found).toContain('cabin</bdi></a></b> instead of room');
    expect(found).not.toContain('bunk</bdi>');
    const terms = `${brand}/language/terms`;
    const old = fieldsOf((await ada.get(`${terms}/preferred.0`)).text, 'set');
    await fill(ada, `${terms}/preferred.0`, 'set', { instead_of: 'room\r\n\r\n berth ' });
    expect((await ada.post(`${terms}/preferred.0`, { ...old, term: 'Late' })).status).toBe(412);
    await fill(ada, `${terms}/preferred`, 'set', { term: 'coach', note: 'New.' });
    expect((await fill(ada, `${terms}/preferred`, 'set', { term: ' ' })).status).toBe(422);
    await fill(ada, `${terms}/preferred.1`, 'remove');
    expect(JSON.parse(fileOf('terminology'))).toEqual({
      preferred: [
        { ...first, instead_of: ['room', 'berth'] },
        { term: 'coach', note: 'New.' },
      ],
      forbidden: [],
      more: [1],
    });
    for (const path of ['preferred.9', 'preferred.x', 'constructor', 'more.0', 'forbidden.0']) {
      expect([path, (await ada.get(`${terms}/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('is compared with a text, which is not stored', async () => {
    const ada = await as('editor');
    const head = portal.head('northlight');
    const check = async (text: string) => (await ada.post(`${brand}/language/check`, { text })).text;
    const found = await check('Ask the Conductor.\r\nOr <b>another</b> conductor, or conductor.');
    expect(found.match(/<del>.*?<\/ins>/g)?.map((row) => row.replaceAll(/<\/?bdi>/g, ''))).toEqual([
      '<del>Conductor</del> → <ins>night host</ins>',
      '<del>conductor</del> → <ins>night host</ins>',
    ]);
    expect(found).toContain('3 findings. Nothing was stored.');
    expect(found).toContain('2 times');
    expect(found).toContain('<mark>Conductor</mark>.\nOr &lt;b>another&lt;/b> <mark>conductor</mark>');
    expect(await check('Ask the night host.')).toContain('No findings.');
    expect((await ada.post(`${brand}/language/check`, { text: 'x'.repeat(1_048_577) })).status).toBe(422);
    expect(portal.head('northlight')).toBe(head);
    push({ terminology: '{}', company_name: '{}', notation: '{}' });
    expect(await check('Ask the conductor.')).toContain('Nothing to compare with.');
  });

  it('of a section too large for a form is left to the API', async () => {
    push({
      terminology: JSON.stringify({ forbidden: [], texts: Array.from({ length: 4 }, () => 'x'.repeat(1_000_000)) }),
    });
    const { status, text } = await (await as('editor')).get(at('terminology'));
    expect([status, text.includes('too large for a form'), text.includes('class="write"')]).toEqual([200, true, false]);
  });
});
