import { describe, expect, it } from 'vitest';
import { setBrand, showSettings } from '../../src/operations/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import { listFullColors, setColor } from '../../src/operations/colors.js';
import { addEntry, listAllEntries } from '../../src/operations/context.js';
import { addMedia } from '../../src/operations/media.js';
import { setFont } from '../../src/operations/theme.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, confirm, follow, subject, undoIn } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['brand_agent', 'corporate_language'] });

const brand = '/brands/acme';

it('forms for what another has removed meanwhile keep what was typed', async () => {
  const editor = await as('editor');
  await operate(setFont, { role: 'headline' }, { family: 'Inter' });
  const theme = (await editor.get(`${brand}/theme`)).text;
  const action = /value="(set\.[\w-]+)"/.exec(theme)?.[1] ?? '';
  const form = { ...fieldsOf(theme, action), family: 'Typed' };
  await fill(editor, `${brand}/theme`, action.replace('set', 'remove'));
  const stale = await editor.post(`${brand}/theme`, form);
  expect(stale.status).toBe(412);
  expect(fieldsOf(stale.text, 'add')).toMatchObject({ role: 'headline', family: 'Typed' });
  expect((await editor.post(`${brand}/theme`, fieldsOf(stale.text, 'add'))).status).toBe(303);

  for (const key of ['one', 'two']) await fill(editor, `${brand}/context/categories`, 'add', { key, label: key });
  const fact = {
    ...fieldsOf((await editor.get(`${brand}/context`)).text, 'add'),
    title: 'T',
    body: 'B',
    category: 'two',
  };
  const remove = `remove.${Buffer.from('two').toString('base64url')}`;
  await fill(editor, `${brand}/context/categories`, remove);
  const gone = await editor.post(`${brand}/context`, fact);
  expect([gone.status, gone.text.includes('two (no longer exists)')]).toEqual([422, true]);
  expect(fieldsOf(gone.text, 'add')).toMatchObject({ title: 'T', category: 'two' });

  await client.post('/pages', { title: 'Page', blocks: [] });
  const edit = `${brand}/pages/1/edit`;
  const rename: Record<string, string> = { ...fieldsOf((await editor.get(edit)).text, 'rename'), title: 'Typed title' };
  const blank = await editor.post(edit, { ...rename, title: ' ' });
  await client.patch('/pages/1', { title: 'Of another' });
  expect(fieldsOf(blank.text, 'rename').version).toBe(rename.version);
  const again = await editor.post(edit, { ...rename, title: ' ' });
  expect([again.status, fieldsOf(again.text, 'rename').version]).toEqual([422, rename.version]);
  await client.delete('/pages/1');
  const lost = await editor.post(edit, rename);
  expect([lost.status, lost.text.includes('value="Typed title"')]).toEqual([404, true]);
});

it('saving one field of a record leaves texts alone that no form can carry', async () => {
  const editor = await as('editor');
  await fill(editor, `${brand}/context/categories`, 'add', { key: 'a', label: 'A' });
  const stored = { body: 'Call \u202a+47 55\u202c\u0085now\nor later', category: 'a' };
  const source = { title: 'Isolated \u2066source\u2069', url: 'https://a.example/' };
  await operate(addEntry, {}, { ...stored, title: 'One', sources: [source] });
  const [commit, at] = [portal.head('acme'), `${brand}/context/one/edit`];
  await fill(editor, at, 'set');
  expect(portal.head('acme')).toBe(commit);
  await fill(editor, at, 'set', { title: 'Two', 'sources.0.url': 'https://b.example/' });
  expect(await operate(listAllEntries)).toMatchObject([
    { ...stored, title: 'Two', sources: [{ ...source, url: 'https://b.example/' }] },
  ]);
  const admin = await as('admin');
  await operate(setBrand, {}, { name: 'Acme \u2067now\u2069' });
  await fill(admin, `${brand}/settings`, 'brand', { default_visibility: 'internal' });
  expect(await operate(showSettings)).toMatchObject({ name: 'Acme \u2067now\u2069', default_visibility: 'internal' });
});

it('a form names its writer only where that person has a role in the brand', async () => {
  const editor = await as('editor');
  const [known, stranger] = [
    await addPerson(portal, 'Kim Known', { acme: 'viewer' }),
    await addPerson(portal, 'Zoe Zeta', {}),
  ];
  const add = { ...fieldsOf((await editor.get(`${brand}/colors`)).text, 'add'), name: 'Fjord', hex: '#112233' };
  expect((await editor.post(`${brand}/colors`, { ...add, as: known.id })).text).toContain('Kim Known wrote this');
  const reply = await editor.post(`${brand}/colors`, { ...add, as: stranger.id });
  expect([reply.text.includes('someone else wrote this'), reply.text.includes('Zoe')]).toEqual([true, false]);
  const step = { action: `up.${Buffer.from('x').toString('base64url')}`, version: 'x', as: known.id };
  for (const [path, form] of [
    ['/context', { action: 'verify', entry: 'a b', as: known.id }],
    ['/context/categories', step],
  ] as const) {
    expect((await editor.post(brand + path, form)).text).toContain('Kim Known wrote this');
  }
});

describe('colours', () => {
  const colors = `${brand}/colors`;

  it('are added, shown in all notations with their contrasts, changed, and taken out of the pages that use them', async () => {
    const editor = await as('editor');
    expect((await editor.get(colors)).text).toContain('No colour yet');
    const reply = await fill(editor, colors, 'add', {
      ...{ name: 'Fjord “Blue”', hex: '767676', rgb: '118, 118, 117', cmyk: '100 0 0 0' },
      description: 'For\r\ntrains.',
      ...{ 'shades.1.opacity': '20%', 'shades.1.hex': '#ddd' },
    });
    expect(reply.location).toContain('/colors/1?done=');
    expect(subject()).toBe('Ada Lind: Add colour 1 "Fjord “Blue”"');
    const { text } = await follow(editor, reply);
    for (const shown of [
      '#767676',
      '100 0 0 0',
      '20%',
      'value="#ddd"',
      '4.54 : 1',
      'RGB says 118, 118, 117; the hex is 118, 118, 118',
      '>AA<',
      '4.62 : 1',
      'For\ntrains.</textarea>',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('fill="#767676"');
    expect(await operate(listFullColors)).toMatchObject([
      { description: 'For\ntrains.', shades: [{ opacity: '20%', hex: '#ddd' }], rgb: '118, 118, 117' },
    ]);

    await fill(editor, colors, 'add', { name: 'Sea', hex: '#01020a' });
    await fill(editor, `${colors}/2`, 'set', { hex: '#01020b' });
    const rgb = async () => (await operate(listFullColors)).find(({ id }) => id === 2)?.rgb;
    expect(await rgb()).toBe('1, 2, 11');
    await fill(editor, `${colors}/2`, 'set', { rgb: '1 2 12' });
    await fill(editor, `${colors}/2`, 'set', { hex: '#01020c' });
    expect(await rgb()).toBe('1 2 12');
    await fill(editor, `${colors}/2`, 'remove');

    const before = portal.head('acme');
    await fill(editor, `${colors}/1`, 'set');
    expect(portal.head('acme')).toBe(before);

    const block = { type: 'color_palette', data: { color_ids: [1] } };
    for (const title of ['One', 'Two']) await client.post('/pages', { title, blocks: [block] });
    await client.delete('/pages/2');
    const used = (await editor.get(`${colors}/1`)).text;
    expect(used).toContain('Take it out of 2 pages');
    expect(used).toContain('(in the trash)');
    expect((await fill(editor, `${colors}/1`, 'remove')).status).toBe(422);
    const removed = await fill(editor, `${colors}/1`, 'remove', { force: 'yes' });
    const gone = portal.head('acme');
    expect([removed.status, await operate(listFullColors)]).toEqual([303, []]);

    const undo = undoIn(await follow(editor, removed));
    const { preview, done } = await confirm(editor, undo);
    expect([preview, done.status]).toEqual([expect.stringContaining('Restore colour 1?'), 303]);
    expect(await operate(listFullColors)).toMatchObject([{ name: 'Fjord “Blue”', hex: '#767676' }]);
    expect(subject()).toContain('Restore colour 1 "Fjord “Blue”" to ');
    const change = (await editor.get(`${brand}/changes/${gone}`)).text;
    expect(change).toContain(`href="${workspaceAddress(undo).replaceAll('&', '&amp;')}"`);
    expect(change).not.toContain('Highest ids');
    expect((await editor.get(`${colors}/1/versions`)).text).toContain('Fjord “Blue”');
  });

  it('list the pages that use them to the last, a part at a time', async () => {
    await operate(setColor, {}, { name: 'Red', hex: '#cc0000' });
    const blocks = [{ type: 'color_palette', data: { color_ids: [1] } }];
    const numbers = Array.from({ length: 101 }, (_, at) => at + 1);
    await Promise.all(
      numbers.map((number) => client.page({ title: `Page no. ${number}.`, slug: `page-${number}`, blocks })),
    );
    const editor = await as('editor');
    const first = (await editor.get(`${colors}/1`)).text;
    expect([first.includes('Page no. 100.'), first.includes('Page no. 101.')]).toEqual([true, false]);
    expect(first).toContain('101 pages, 1 to 100 shown');
    const next = /href="([^"]*)">More pages/.exec(first)?.[1] ?? '';
    const second = (await editor.get(next)).text;
    expect([second.includes('Page no. 100.'), second.includes('Page no. 101.')]).toEqual([false, true]);
  });

  it('say the name of a notation once, however its value was written', async () => {
    const editor = await as('editor');
    const written = {
      ...{ ral: ['RAL 5011', 'ral5011', '5011'], pantone: ['Pantone 295 C', 'PANTONE: 295 C', '295 C'] },
      ...{ rgb: ['rgb(1, 2, 3)', 'RGB 1, 2, 3', '1, 2, 3'], cmyk: ['CMYK 100 / 0 / 0 / 0', 'cmyk(1)', '1 %'] },
    };
    for (const at of [0, 1, 2]) {
      const values = Object.entries(written).map(([name, list]) => [name, list[at] as string] as const);
      await fill(editor, colors, 'add', { name: `C${at}`, hex: '#112233', ...Object.fromEntries(values) });
    }
    const { text } = await editor.get(colors);
    const shown = text.replace(/<form[\s\S]*?<\/form>/g, '').replace(/<[^>]*>/g, ' ');
    expect(shown.match(/RAL\s+5011/g)).toHaveLength(3);
    expect(shown).not.toMatch(/\b(RAL|RGB|CMYK|Pantone|Hex)\b\s*:?\s*\1/i);
  });

  it('keep what was sent when a field is wrong, each mistake at its field, and are saved when another colour was changed', async () => {
    const editor = await as('editor');
    const wrong = await fill(editor, colors, 'add', { name: ' ', hex: 'blue', 'shades.1.hex': 'x', ral: 'RAL 5005' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('href="#add-hex"');
    expect(wrong.text).toContain('id="add-shades.0.hex-problem"');
    expect(fieldsOf(wrong.text, 'add')).toMatchObject({ hex: 'blue', 'shades.0.hex': 'x', ral: 'RAL 5005' });
    await operate(setColor, {}, { name: 'Fjord', hex: '#112233' });
    const early = fieldsOf((await editor.get(`${colors}/1`)).text, 'set');
    await operate(setColor, {}, { name: 'Another', hex: '#445566' });
    expect((await editor.post(`${colors}/1`, { ...early, pantone: '295 C' })).status).toBe(303);
    expect((await editor.get(`${colors}/7`)).status).toBe(404);
  });

  it('with a wrong field stay of the version that they were made from: a change of another is not overwritten unseen', async () => {
    const editor = await as('editor');
    await operate(setColor, {}, { name: 'Fjord', hex: '#112233' });
    const form = fieldsOf((await editor.get(`${colors}/1`)).text, 'set');
    await operate(setColor, { id: '1' }, { role: 'Theirs' });
    const wrong = await editor.post(`${colors}/1`, { ...form, role: 'Mine', hex: 'blue' });
    expect(wrong.status).toBe(422);
    const stale = await editor.post(`${colors}/1`, { ...fieldsOf(wrong.text, 'set'), hex: '#445566' });
    expect([stale.status, stale.text.includes('Colour changed')]).toEqual([412, true]);
    expect(await operate(listFullColors)).toMatchObject([{ role: 'Theirs', hex: '#112233' }]);
    expect((await editor.post(`${colors}/1`, fieldsOf(stale.text, 'set'))).status).toBe(303);
    expect(await operate(listFullColors)).toMatchObject([{ role: 'Mine', hex: '#445566' }]);
  });

  it('a form that another person wrote asks first, and is then the change of who sends it again', async () => {
    const [ada, eva] = [await as('editor'), await as('editor', 'Eva')];
    await operate(setColor, {}, { name: 'Fjord', hex: '#112233' });
    await fill(ada, `${brand}/context/categories`, 'add', { key: 'a', label: 'A' });
    const { id } = await client.page();
    const medium = await operate(addMedia, {}, { type: 'image', title: 'Tram' });
    const forms: [string, string | undefined, Record<string, string>][] = [
      [`${brand}/pages/new`, undefined, { title: 'Two' }],
      [`${brand}/pages/${id}/edit`, 'rename', { title: 'One' }],
      [`${brand}/media/${medium.id}`, 'set', { title: 'Train' }],
      [colors, 'add', { name: 'Moss', hex: '#336633' }],
      [`${colors}/1`, 'set', { name: 'Sea' }],
      [`${brand}/context`, 'add', { title: 'One', body: 'It is.', category: 'a' }],
      [`${brand}/context/categories`, 'add', { key: 'b', label: 'B' }],
      [`${brand}/theme`, 'theme', { link: '#000001' }],
      [`${brand}/language/voice/edit`, 'set', { summary: 'Calm.' }],
    ];
    for (const [path, action, fields] of forms) {
      const before = portal.head('acme');
      const form = { ...fieldsOf((await ada.get(path)).text, action), ...fields };
      const asked = await eva.post(path, form);
      const isAsked = asked.text.includes('Ada Lind wrote this, and you are Eva. Sent again, it is your change.');
      expect([path, asked.status, isAsked, portal.head('acme')]).toEqual([path, 422, true, before]);
      const again = fieldsOf(asked.text, action);
      expect(again).toMatchObject(fields);
      expect([path, (await eva.post(path, again)).status]).toEqual([path, 303]);
      expect(subject()).toMatch(/^Eva: /);
    }
  });
});

describe('the theme', () => {
  const theme = `${brand}/theme`;

  it('shows its defaults and contrasts; colours, the stack and fonts are set', async () => {
    const editor = await as('editor');
    const { text } = await editor.get(theme);
    expect(text).toContain('these are the defaults');
    expect(text).toContain('Text on Background');
    expect((await fill(editor, theme, 'theme', { accent: 'blue' })).text).toContain('id="theme-accent-problem"');
    await fill(editor, theme, 'theme', { accent: '#c00', font: 'Inter, serif' });
    await operate(setFont, { role: 'body copy' }, { family: 'Roma', faces: [{ weight: 700, style: 'normal' }] });
    const shown = (await editor.get(theme)).text;
    expect(shown).toContain('Texts show it as #');
    expect(shown).not.toContain('#CC0000');
    expect(shown).toContain('700 normal');
    expect(shown).toContain('Shown in a stand-in: this font’s file is not stored');
    expect(shown).not.toContain('these are the defaults');
    const opened = '<details open><summary>Edit or remove';
    const key = Buffer.from('body copy').toString('base64url');
    await fill(editor, theme, `set.${key}`, { base_weight: '450', 'faces.0.weight': '', 'faces.0.style': '' });
    expect((await operate(showSettings)).theme).toMatchObject({
      colors: { accent: '#c00', primary: '#1a1a1a' },
      font: 'Inter, serif',
      fonts: [{ role: 'body copy', family: 'Roma', base_weight: 450, faces: [] }],
    });
    const wrong = await fill(editor, theme, `set.${key}`, { base_weight: 'bold' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('value="bold"')]);
    expect(wrong.text).toContain(opened);
    await fill(editor, theme, `remove.${key}`);
    expect((await operate(showSettings)).theme.fonts).toEqual([]);
  });
});

it('what belongs to a module that is off says so and changes nothing, while its history stays readable', async () => {
  const ada = await as('editor', 'Ada Lind');
  const olaf = await as('operator', 'Olaf');
  await operate(setCategory, { category: 'co' }, { label: 'Company' });
  await operate(addEntry, {}, { id: 'one', title: 'Uno', body: 'B', category: 'co' });
  const to = portal.head('acme');
  await client.patch('/brand/cl/voice', { summary: 'Loud.' });
  const head = portal.head('acme');
  await portal.service.setBrandSettings('acme', { modules: [] });

  const fact = `${brand}/context/one`;
  const voice = `${brand}/language/voice`;
  const pages = [`${brand}/context`, `${brand}/context/categories`, `${fact}/edit`, `${fact}/restore?to=${to}`];
  for (const path of [
    ...pages,
    `${brand}/language`,
    `${brand}/language/check`,
    `${voice}/edit`,
    `${voice}/restore?to=${to}`,
  ]) {
    const [seen, settled] = [await ada.get(path), await olaf.get(path)];
    expect([path, seen.status]).toEqual([path, 404]);
    expect(seen.text).toMatch(/<h1>The module “[A-Z][ \w]+” is off in this brand<\/h1>/);
    expect(seen.text).toContain('An operator can switch it on');
    const way = `<a href="${workspaceAddress(brand)}/settings">Modules and API</a>`;
    expect([path, seen.text.includes(way), settled.text.includes(way)]).toEqual([path, false, true]);
  }

  const version = 'v';
  const writes: [path: string, form: Record<string, string>][] = [
    [`${brand}/context`, { action: 'add', once: 'o', title: 'Two', body: 'B', category: 'co', sources: '0' }],
    [`${brand}/context`, { action: 'verify', entry: `one ${version}` }],
    [`${brand}/context/categories`, { action: 'add', version, key: 'k', label: 'K' }],
    [
      `${fact}/edit`,
      { action: 'set', version, title: 'Other', body: 'B', category: 'co', sources: '0', verified: 'no' },
    ],
    [`${fact}/edit`, { action: 'remove', version }],
    [`${fact}/restore?to=${to}`, { plan: 'p' }],
    [`${voice}/restore?to=${to}`, { plan: 'p' }],
  ];
  for (const [path, form] of writes) expect([path, (await ada.post(path, form)).status]).toEqual([path, 404]);
  expect(portal.head('acme')).toBe(head);

  for (const base of [fact, voice]) {
    expect((await ada.get(`${base}/versions`)).status).toBe(200);
    expect((await ada.get(`${base}/compare?from=${to}`)).status).toBe(200);
  }
  for (const commit of [to, head]) {
    const change = (await ada.get(`${brand}/changes/${commit}`)).text;
    const link = /href="([^"]*\/compare\?[^"]*)"/.exec(change)?.[1] ?? '';
    expect([link !== '', (await ada.get(link)).status]).toEqual([true, 200]);
  }
  expect((await operate(listAllEntries)).map(({ id }) => id)).toEqual(['one']);
});
