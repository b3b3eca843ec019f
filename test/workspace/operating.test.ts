import { describe, expect, it, vi } from 'vitest';
import { feedKinds } from '../../src/content/feed.js';
import { versionOfRecord } from '../../src/registry/registry.js';
import { git } from '../support/git.js';
import { anotherPortal, client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';
import { fieldsOf } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['brand_agent'] });

const [keys, people] = ['/brands/acme/keys', '/brands/acme/people'];

it('a form that shows a secret or sends a test counts as a write; a refused one does not', async () => {
  const rateLimits = { requestsPerKey: 0, writesPerKey: 1, failedLoginsPerAddress: 0 };
  const { portal: own } = await anotherPortal({ rateLimits, config: { webhook_allow: ['127.0.0.1'] } });
  const { service } = own;
  const key = (await service.keys.issue({ brand: 'acme', name: 'K', rights: ['read'], expiresAt: null })).record;
  const bo = await addPerson(own, 'Bo', { acme: 'viewer' });
  const url = 'http://127.0.0.1:1/';
  const added = { brand: 'acme', url, events: null, version: own.head('acme'), allow: ['127.0.0.1'] };
  const hook = (await service.webhooks.add(added)).record;
  const version = versionOfRecord(hook);
  const forms: [string, Record<string, string>][] = [
    ['/keys', { name: 'K', rights: 'read', days: '', once: '1' }],
    [`/keys/${key.id}`, { action: 'rotate', version: versionOfRecord(key), overlap: '1', once: '2' }],
    ['/people', { action: 'invite', name: 'Eva', role: 'viewer', once: '3' }],
    ['/people', { action: 'link', person: bo.id }],
    [
      '/webhooks',
      {
        ...Object.fromEntries(feedKinds.map((kind) => [`on-${kind}`, 'no'])),
        ...{ url, name: '', proposals: 'no', once: '4' },
      },
    ],
    [`/webhooks/${hook.id}`, { action: 'test', version }],
    [`/webhooks/${hook.id}`, { action: 'rotate', version, overlap: '0', once: '5' }],
  ];
  for (const [path, sent] of forms) {
    const admin = await WorkspaceClient.signIn(own, await addPerson(own, 'Ada', { acme: 'admin' }));
    const refused = await admin.post(`/brands/acme${path}`);
    expect([path, refused.status]).toEqual([path, expect.toBeOneOf([400, 404, 422])]);
    const answers = [await admin.post(`/brands/acme${path}`, sent), await admin.post(`/brands/acme${path}`, sent)];
    expect([path, sent, ...answers.map(({ status }) => status)]).toEqual([path, sent, 200, 429]);
  }
});

describe('settings', () => {
  it('are the name for admins, and modules and the API for operators', async () => {
    const [admin, operator] = [await as('admin'), await as('operator', 'Boss')];
    const settings = '/brands/acme/settings';
    const stale = fieldsOf((await admin.get(settings)).text, 'brand');
    const sent = { ...stale, name: 'Acme & Co', default_visibility: 'public' };
    const wrong = await admin.post(settings, { ...sent, name: '' });
    expect([wrong.status, wrong.text.includes('id="brand-name-problem"')]).toEqual([422, true]);
    expect((await admin.post(settings, sent)).location).toMatch(/settings\?done=[0-9a-f]{40}/);
    expect((await client.get('/brand')).body.name).toBe('Acme & Co');
    const refused = await admin.post(settings, { ...sent, name: 'Mine' });
    expect([refused.status, refused.text.includes('value="Mine"')]).toEqual([412, true]);

    expect((await admin.get(settings)).text).not.toContain('value="modules"');
    const none = { api: 'no', 'module-brand_agent': 'no' };
    const form = { ...fieldsOf((await operator.get(settings)).text, 'modules'), ...none };
    expect((await admin.post(settings, { ...form, as: '', api: 'yes' })).status).toBe(403);
    expect((await operator.post(settings, { ...form, 'module-corporate_language': 'yes' })).status).toBe(303);
    expect((await portal.service.listBrands())[0]).toMatchObject({
      modules: ['corporate_language'],
      api_enabled: false,
    });
  });
});

it('a form of a key, a person, a webhook or the settings that is stale names who of the brand made it so', async () => {
  const [eva, boss] = [await as('admin', 'Eva'), await as('operator', 'Boss')];
  const { people: everyone, webhooks, provisioning } = portal.service;
  await provisioning.createEmpty('other', 'Other', []);
  const { id } = await addPerson(portal, 'Bo', { acme: 'viewer', other: 'viewer' });
  const [key] = await portal.service.keys.list('acme');
  const version = portal.head('acme') ?? '';
  const hook = { brand: 'acme', url: 'https://site.example/', events: null, version, allow: [] };
  const { record } = await webhooks.add(hook);
  const [person, settings] = [`${people}/${id}`, '/brands/acme/settings'];
  const stale = async (by: WorkspaceClient, path: string, action: string, sent: Record<string, string>) => {
    const form = { ...fieldsOf((await by.get(path)).text, action), ...sent };
    expect([path, (await by.post(path, form)).status]).toEqual([path, expect.toBeOneOf([200, 303])]);
    return (sender = by) => sender.post(path, { ...form, as: '', once: 'other' });
  };
  const said = async (reply: Promise<WorkspaceReply>): Promise<[number, string | undefined]> => {
    const { status, text } = await reply;
    return [status, /It was changed meanwhile(.*?)\.<\/h2>/.exec(text)?.[1]?.replace(/<[^>]*>/g, '')];
  };
  const ada = await as('admin');
  const rotated = await stale(eva, `${keys}/${key?.id}`, 'rotate', { overlap: '7' });
  expect(await said(rotated(ada))).toEqual([412, ' by Eva']);
  const restarted = await stale(eva, `/brands/acme/webhooks/${record.id}`, 'rotate', { overlap: '1' });
  expect(await said(restarted(ada))).toEqual([412, ' by Eva']);
  const switched = await stale(boss, settings, 'modules', { 'module-corporate_language': 'yes' });
  expect(await said(switched())).toEqual([412, ' by Boss']);
  const given = await stale(eva, person, 'role', { role: 'editor' });
  await everyone.set(id, { name: 'Bo Berg' });
  expect(await said(given(ada))).toEqual([412, ' by Operator and Eva']);
  const fresh = fieldsOf((await ada.get(person)).text, 'role');
  await everyone.set(id, { roles: { other: 'editor' } });
  expect(await said(ada.post(person, { ...fresh, role: 'admin' }))).toEqual([303, undefined]);
});

describe('an operator', () => {
  it('begins a brand, which is the operator’s commit, and sees all without their content being read', async () => {
    const operator = await as('operator', 'Boss');
    expect((await operator.get('/')).location).toBe('/-/workspace/operator');
    const path = '/operator/brands/new';
    const form = fieldsOf((await operator.get(path)).text, undefined);
    const sent = { ...form, name: 'Über & Söhne', slug: '', 'module-brand_agent': 'yes' };
    const [made, again] = await Promise.all([operator.post(path, sent), operator.post(path, sent)]);
    expect([made.location, again.location]).toEqual(Array(2).fill('/brands/ueber-and-soehne/-/workspace'));
    const log = git(portal.gitdir('ueber-and-soehne'), [
      'log',
      '--format=%an|%ae|%(trailers:key=Via,valueonly)',
      'main',
    ]);
    expect(log.trim()).toBe(`Boss|${operator.person?.id}@ueber-and-soehne.invalid|backend`);
    expect((await portal.service.people.find('Boss')).roles).toEqual({ 'ueber-and-soehne': 'admin' });
    const taken = await operator.post(path, { ...form, name: 'Again', slug: 'acme', once: 'y' });
    expect([taken.status, taken.text.includes('id="slug-problem"'), taken.text.includes('value="Again"')]).toEqual([
      422,
      true,
      true,
    ]);
    for (const [name, slug, field] of [
      ['', 'x', 'name'],
      ['A', 'Ä b', 'slug'],
      ['☃', '', 'slug'],
    ] as const) {
      const { status, text } = await operator.post(path, { ...form, name, slug, once: `${name}${slug}` });
      expect([name, status, text.includes(`id="${field}-problem"`)]).toEqual([name, 422, true]);
    }

    await portal.service.brands.closeIdle(-1);
    const { text } = await operator.get('/operator');
    expect(text).toMatch(/<bdi>Acme<\/bdi>[\s\S]*<bdi>Über &amp; Söhne<\/bdi>/);
    expect(portal.service.brands.getNow('acme')?.isLoaded).toBe(false);
    await expect.poll(async () => (await operator.get('/operator/health')).text).toContain('Healthy');
  });

  it('begins a brand like another, with a first admin who is invited', async () => {
    const operator = await as('operator', 'Boss');
    const path = '/operator/brands/new';
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const acme = await portal.service.exportBrand('acme');
    const { text } = await operator.get(path);
    expect([...text.matchAll(/<option value="(\w+)"/g)].map(([, slug]) => slug)).toEqual(['acme', 'other']);
    const form = { ...fieldsOf(text, undefined), name: 'Shop', slug: '', begin: 'like', first_admin: '' };
    for (const [changed, field] of [
      [{ like: 'nobody' }, 'like'],
      [{ like: 'acme', first_admin: 'a\u2028b' }, 'first_admin'],
    ] as const) {
      const { status, text } = await operator.post(path, { ...form, ...changed });
      const isKept = /value="like" checked/.test(text);
      expect([status, text.includes(`id="${field}-problem"`), isKept]).toEqual([422, true, true]);
    }
    expect(await portal.service.provisioning.has('shop')).toBe(false);

    const sent = { ...form, like: 'acme', first_admin: ' Ada First ' };
    const made = await operator.post(path, sent);
    expect([made.status, made.text.includes('<h1>Invitation link for Ada First</h1>')]).toEqual([200, true]);
    expect(made.text).toMatch(/value="http[^"]*\/sign-in#bp_\w+"/);
    expect(made.text).toContain('href="/brands/shop/-/workspace"');
    expect((await operator.post(path, sent)).text).toBe(made.text);
    const shop = await portal.service.exportBrand('shop');
    expect([shop.modules, shop.brand]).toEqual([['brand_agent'], { ...acme.brand, name: 'Shop' }]);
    const { people: everyone } = portal.service;
    expect((await everyone.find('Ada First')).roles).toEqual({ shop: 'admin' });
    expect((await everyone.find('Boss')).roles).toEqual({});
  });

  it('sees everyone with their roles, and finds them by name', async () => {
    const operator = await as('operator', 'Boss <b>');
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer', other: 'admin' });
    const former = await addPerson(portal, 'Former', {});
    await portal.service.people.disable(former.id);
    const { text } = await operator.get('/people');
    for (const [slug, role] of Object.entries(bo.roles)) {
      expect(text).toContain(`<a href="/brands/${slug}/-/workspace/people/${bo.id}">${slug}</a> (${role})`);
      expect((await operator.get(`/brands/${slug}/people/${bo.id}`)).status).toBe(200);
    }
    expect(text).toMatch(/Boss &lt;b><\/bdi><\/b> <span class="tag">Operator/);
    expect(text).toMatch(/Former.*disabled since/);
    const found = (await operator.get('/people?q=bErg')).text;
    expect([found.includes('Bo Berg'), found.includes('Former')]).toEqual([true, false]);
    expect((await operator.get(`/people?q=${former.id}%20`)).text).toContain('Former');
    for (let at = 0; at < 100; at += 1) await addPerson(portal, `Many ${at}`, {});
    const next = /href="([^"]*\/people\?[^"]*start=100)"/.exec((await operator.get('/people?q=')).text)?.[1] ?? '';
    expect((await operator.get(next)).text).toContain('Many 99');
  });

  it('who is none any more at the last moment leaves no half-made brand in the way', async () => {
    const operator = await as('operator', 'Boss');
    const path = '/operator/brands/new';
    const sent = { ...fieldsOf((await operator.get(path)).text, undefined), name: 'Shop', slug: 'shop' };
    const { provisioning, people: everyone } = portal.service;
    const create = provisioning.createEmpty.bind(provisioning);
    vi.spyOn(provisioning, 'createEmpty').mockImplementationOnce(async (...brand) => {
      await everyone.set(operator.person?.id ?? '', { operator: false });
      return create(...brand);
    });
    expect((await operator.post(path, sent)).status).toBe(403);
    expect((await portal.service.listBrands()).map(({ slug }) => slug)).toEqual(['acme']);
    expect((await portal.fs.promises.readdir(`${portal.data}/brands`)).sort()).toEqual(['acme.git']);
    const next = await as('operator', 'Next');
    expect((await next.post(path, sent)).location).toBe('/brands/shop/-/workspace');
  });

  it('sees 25 brands a page, in their order, and from a page that is not there any more the last', async () => {
    for (let number = 1; number <= 51; number += 1) {
      await portal.service.provisioning.createEmpty(`b${100 + number}`, `Brand ${100 + number}`, []);
    }
    const operator = await as('operator', 'Boss');
    const shown = (html: string): string[] =>
      [...html.matchAll(/<bdi>((?:Acme|Brand) ?\d*)<\/bdi>/g)].map(([, name]) => name ?? '');
    const link = (html: string, text: string): string =>
      new RegExp(`href="([^"]*)"[^>]*>[^<]*${text}`).exec(html)?.[1] ?? '';
    const first = (await operator.get('/operator')).text;
    expect([shown(first).length, shown(first)[0], shown(first).at(-1)]).toEqual([25, 'Acme', 'Brand 124']);
    expect(first).not.toContain('‹ Before');
    const second = (await operator.get(link(first, 'More brands'))).text;
    const third = (await operator.get(link(second, 'More brands'))).text;
    expect(shown(third)).toEqual(['Brand 150', 'Brand 151']);
    expect(third).not.toContain('More brands');
    expect(shown((await operator.get(link(second, 'Before'))).text)).toEqual(shown(first));
    expect(shown((await operator.get('/operator?start=5000')).text)).toEqual(['Brand 151']);
    expect((await operator.get('/brands/b151')).status).toBe(200);
  });

  it('without a brand is led to the first one', async () => {
    await portal.service.provisioning.remove('acme');
    expect((await (await as('operator')).get('/operator')).text).toContain('Create the first brand');
  });
});

it('first steps tick themselves, and are hidden in a browser that says so', async () => {
  const admin = await as('admin');
  const overview = (cookie = admin.cookie) => admin.get('/brands/acme', { Cookie: cookie ?? '' });
  const open = async (cookie = admin.cookie): Promise<string[]> => {
    const list = /<ol class="steps">(.*?)<\/ol>/s.exec((await overview(cookie)).text)?.[1] ?? '';
    return [...list.matchAll(/<a [^>]*href="[^"]*\/acme\/-\/workspace([^"]*)"/g)].map(([, path]) => path ?? '');
  };
  expect(await open()).toEqual(['/logo', '/colors', '/theme', '/pages/new', '/people#new']);
  const page = { title: 'Logo', parent_id: '', type: 'guideline', template: '', chapter: '', once: 'first' };
  expect((await admin.post('/brands/acme/pages/new', page)).status).toBe(303);
  await addPerson(portal, 'Bo', { acme: 'editor' });
  // One step is marked: the next.
  expect(await open()).toEqual(['/logo']);
  const hidden = await admin.post('/brands/acme', { action: 'hide' });
  const cookie = hidden.headers.getSetCookie()[0] ?? '';
  expect(cookie).toMatch(/^steps-acme=hidden; Max-Age=31536000; Path=\/; HttpOnly/);
  expect(await open(`${admin.cookie}; ${cookie.split(';')[0]}`)).toEqual([]);
});
