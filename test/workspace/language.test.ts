import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionNames } from '../../src/content/catalog/paths.js';
import { anySection } from '../support/any-section.js';
import { runs, seed } from '../support/effort.js';
import { git, pushFiles } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { words, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, confirm, field, follow, undoIn } from '../support/workspace-people.js';

const brand = '/brands/northlight';
const at = (section: string): string => `${brand}/language/${section}/edit`;
const sectionNow = async (name: string) => (await client.get(`/brand/cl/${name}`)).body[name];
const pathOf = (name: string): string => `corporate-language/${name}.json`;
const fileOf = (name: string): string => git(portal.gitdir('northlight'), ['show', `main:${pathOf(name)}`]);

const push = (sections: Readonly<Record<string, string>>) =>
  pushFiles(
    portal.gitdir('northlight'),
    Object.fromEntries(Object.entries(sections).map(([name, text]) => [pathOf(name), text])),
  );

describe('writing the corporate language', () => {
  portalForEach({ real: true, example: 'northlight' });

  it('makes no commit when nothing was written, for every section of the example and what git brought', async () => {
    const ada = await as('editor');
    const saveAll = async (): Promise<void> => {
      const head = portal.head('northlight');
      for (const name of sectionNames) {
        const { status, location } = await fill(ada, at(name), 'set');
        expect([name, status, location]).toEqual([name, 303, `${workspaceAddress(brand)}/language?same=yes`]);
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

  it('changes what was written by the person, keeps the rest, and can be undone', async () => {
    const ada = await as('editor');
    const before = fileOf('voice');
    const rows = (await sectionNow('voice')).principles;
    const blank = rows.length;
    const saved = await fill(ada, at('voice'), 'set', {
      dos: 'Say who acts.\r\n\r\n  Say when.  \r\n',
      summary: '',
      'principles.0.title': '',
      'principles.0.description': ' ',
      [`principles.${blank}.title`]: 'Last',
    });
    const { summary, dos, principles, ...rest } = await sectionNow('voice');
    expect([summary, dos]).toEqual([undefined, ['Say who acts.', 'Say when.']]);
    expect(principles).toEqual([...rows.slice(1), { title: 'Last' }]);
    expect({ ...JSON.parse(before), ...rest }).toEqual(JSON.parse(before));
    expect(git(portal.gitdir('northlight'), ['log', '-1', '--format=%an %s'])).toMatch(/^Ada Lind .*voice/);
    expect((await confirm(ada, undoIn(await follow(ada, saved)))).done.status).toBe(303);
    expect(JSON.parse(fileOf('voice'))).toEqual(JSON.parse(before));
  });

  it('writes its own fields as texts and as JSON, keeps those of a row, and says what is wrong with them', async () => {
    const ada = await as('editor');
    push({
      terminology: '{"preferred":[{"term":"a","since":2019},{"term":"b","since":2020}],"owner":"Mia","limits":1.50}',
    });
    const own = (...rows: (readonly [name: string, value: string, json: 'yes' | 'no'])[]) => {
      const fields = rows.flatMap(([name, value, json], row) => [
        ...[[`*.${row}.name`, name] as const, [`*.${row}.value`, value] as const, [`*.${row}.json`, json] as const],
      ]);
      return Object.fromEntries(fields);
    };
    const refused = await fill(ada, at('terminology'), 'set', {
      ...own(['preferred', 'x', 'no'], ['broken', '{', 'yes'], ['', 'nameless', 'no']),
      '*.3.name': 'owner',
      '*.3.value': 'again',
    });
    expect(refused.status).toBe(422);
    for (const said of ['a field “preferred” already', 'Give it a name', 'This is not JSON']) {
      expect(refused.text.split(said).length, said).toBe(3);
    }
    expect(refused.text).toMatch(/aria-invalid="true"[^>]*>\s*\{<\/textarea>/);
    const sent = { ...own(['owner', 'Eva', 'no'], ['limits', '{"words": 20}', 'yes']), 'preferred.0.term': '' };
    expect((await fill(ada, at('terminology'), 'set', { ...sent, 'preferred.1.instead_of': 'c\r\nd' })).status).toBe(
      303,
    );
    const now = await sectionNow('terminology');
    expect(now).toEqual({
      preferred: [{ term: 'b', since: 2020, instead_of: ['c', 'd'] }],
      owner: 'Eva',
      limits: { words: 20 },
    });
    const hazard = await fill(ada, at('terminology'), 'set', own(['owner', '{"__proto__": {}}', 'yes']));
    expect([hazard.status, hazard.text.includes('href="#set-*.0.value"')]).toEqual([422, true]);
    expect(await sectionNow('terminology')).toEqual(now);
  });

  it('is refused with every message, each at its field or at the form', async () => {
    const refused = await fill(await as('editor'), at('voice'), 'set', {
      '*.0.name': 'n'.repeat(256),
      '*.0.value': 'x',
      '*.1.name': 'limits',
      '*.1.value': '{"a":"\\u0000","b":12345678901234567890}',
      '*.1.json': 'yes',
    });
    expect([refused.status, refused.text.includes('“”')]).toEqual([422, false]);
    for (const [, to = ''] of refused.text.matchAll(/<a href="#([^"]*)"/g))
      expect(refused.text).toContain(`id="${to}"`);
  });

  it('fills an empty section, and meta, which the API does not write', async () => {
    const ada = await as('editor');
    await client.patch('/brand/cl/notation', {});
    expect((await ada.get(at('notation'))).text).toContain('Nothing is written here yet');
    await fill(ada, at('notation'), 'set', { dates: '3 March', 'examples.0.right': '1,000' });
    expect(await sectionNow('notation')).toEqual({ dates: '3 March', examples: [{ right: '1,000' }] });
    const { text } = await ada.get(at('meta'));
    const [field = ''] = Object.entries(fieldsOf(text, 'set')).find(([, value]) => value === 'version') ?? [];
    await fill(ada, at('meta'), 'set', { [field.replace(/name$/, 'value')]: '5' });
    expect((await client.get('/brand/cl')).body.meta).toMatchObject({ version: '5', owner: 'Editorial desk, Linz' });
  });

  it('is published and made a draft, and the API says so', async () => {
    const ada = await as('editor');
    const status = `${brand}/language/status`;
    const version = async () => field((await ada.get(status)).text, 'version');
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

  it('is written whole in each language, which begins with what readers get, and has versions of its own', async () => {
    const ada = await as('editor');
    const list = `${brand}/language?lang=de`;
    const [notation, voice] = [await sectionNow('notation'), await sectionNow('voice')];
    const german = async (name: string) => client.get(`/brand/cl/${name}?lang=de`);
    await client.patch('/brand/cl/voice?lang=de', {});
    const first = await ada.get(list);
    expect(words(first.text)).toContain('This is not written in German yet');
    expect(first.text).toContain(`href="${workspaceAddress(brand)}/language/de.voice/edit"`);
    expect(first.text).not.toContain('/language/terms/');

    const saved = await fill(ada, at('de.voice'), 'set', { summary: 'Ruhig, wach, nah.' });
    expect(saved.location).toMatch(/\/language\?lang=de&done=/);
    expect((await german('voice')).body.voice).toEqual({ ...voice, summary: 'Ruhig, wach, nah.' });
    expect((await german('notation')).body.notation).toEqual(notation);
    expect(await sectionNow('voice')).toEqual(voice);
    await fill(ada, at('de.voice'), 'set', { summary: 'Ruhig.' });

    const versions = await ada.get(`${brand}/language/de.voice/versions`);
    const [, compare = ''] = /href="[^"]*(\/language\/de\.voice\/compare\?to=[^"]*)"/.exec(versions.text) ?? [];
    const compared = await ada.get(brand + compare);
    expect([compared.status, words(compared.text)]).toEqual([200, expect.stringContaining('Ruhig.')]);
    for (const key of ['en.voice', 'es.voice', 'de.meta', 'de.none', 'x.de.voice', 'voice.de'])
      expect([key, (await ada.get(at(key))).status]).toEqual([key, 404]);
  });

  it('of a section too large for a form is left to the API', async () => {
    push({
      terminology: JSON.stringify({ forbidden: [], texts: Array.from({ length: 4 }, () => 'x'.repeat(1_000_000)) }),
    });
    const { status, text } = await (await as('editor')).get(at('terminology'));
    expect([status, text.includes('too large for a form'), text.includes('name="action" value="set"')]).toEqual([
      200,
      true,
      false,
    ]);
  });
});
