import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import type { Actor } from '../../src/operations/engine/actor.js';
import { type Input, noInput, type Operation } from '../../src/operations/engine/contract.js';
import { resetBrand } from '../../src/operations/reset.js';
import { purgePage, purgeTrash } from '../../src/operations/trash.js';
import { personIn, type Role, versionOfRecord } from '../../src/registry/records.js';
import { addPerson, BackendClient, type BackendReply } from '../support/backend.js';
import { clone, git } from '../support/git.js';
import { TestPortal } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true, modules: ['brand_agent'] });

const [keys, people] = ['/brands/acme/keys', '/brands/acme/people'];

async function as(role: Role | 'operator', name = 'Ada Lind'): Promise<BackendClient> {
  const roles = role === 'operator' ? {} : { acme: role };
  return BackendClient.signIn(portal, await addPerson(portal, name, roles, role === 'operator'));
}

/** The hidden fields of the form with an action, or of the first form. */
function fields(html: string, action?: string): Record<string, string> {
  const forms = html.split('<form').slice(1);
  const form = forms.find((one) => action === undefined || one.includes(`name="action" value="${action}"`)) ?? '';
  const inputs = form.split('</form>')[0]?.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]));
}

const madeIn = ({ text }: BackendReply): string => /id="made"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? '';
const registryHead = (): string => git(`${portal.data}/registry.git`, ['rev-parse', 'main']).trim();
const apiStatus = async (key: string): Promise<number> => (await client.get('/pages', { key })).status;
const once = async (one: BackendClient, path: string): Promise<string> =>
  /name="once" value="([^"]+)"/.exec((await one.get(path)).text)?.[1] ?? '';

describe('keys', () => {
  it('are issued, shown in one answer, replaced with an overlap, and revoked, a used one after a question', async () => {
    const admin = await as('admin');
    expect((await admin.get(keys)).text).toContain('Website');
    const sent = { name: 'Shop', rights: 'read', days: '30', once: await once(admin, keys) };
    const [issued, again] = await Promise.all([admin.post(keys, sent), admin.post(keys, sent)]);
    const key = madeIn(issued);
    expect([issued.status, issued.headers.get('cache-control'), madeIn(again)]).toEqual([200, 'no-store', key]);
    const own = (await portal.service.keys.list('acme')).filter(({ name }) => name === 'Shop');
    expect(own).toMatchObject([{ rights: ['read'], expires_at: '2026-03-31T12:00:00Z' }]);
    const log = git(`${portal.data}/registry.git`, ['log', '-1', '--format=%an|%s', 'main']).trim();
    expect(log).toBe(`Ada Lind|Issue key ${own[0]?.id} "Shop" for acme`);

    const page = `${keys}/${own[0]?.id}`;
    const shown = await admin.get(page);
    const stale = fields(shown.text, 'rotate');
    expect(shown.text).toContain('Not used yet');
    const rotated = await admin.post(page, { ...stale, overlap: '7' });
    const next = madeIn(rotated);
    expect([rotated.status, rotated.headers.get('cache-control'), next === key]).toEqual([200, 'no-store', false]);
    expect([await apiStatus(key), await apiStatus(next)]).toEqual([200, 200]);
    const refused = await admin.post(page, { ...stale, overlap: '1', once: 'another' });
    expect([refused.status, refused.text.includes('It was changed meanwhile')]).toEqual([412, true]);

    const newest = fields((await admin.get(page)).text, 'rotate');
    for (const sent of [newest, { ...newest, overlap: ' ' }]) {
      const { status, text } = await admin.post(page, { ...sent, action: 'rotate' });
      expect([status, text.includes('id="rotate-overlap-problem"')]).toEqual([422, true]);
    }

    const asked = await admin.post(page, fields((await admin.get(page)).text, 'revoke'));
    expect([asked.status, await apiStatus(key)]).toEqual([200, 200]);
    expect(asked.text).toContain('This key is in use');
    expect((await admin.post(page, fields(asked.text, 'revoke'))).location).toContain('/keys?said=revoked');
    expect([await apiStatus(key), await apiStatus(next)]).toEqual([401, 200]);
    const list = (await admin.get(keys)).text;
    expect([list.includes('revoked'), list.includes('bp_')]).toEqual([true, false]);
    expect(list).toMatch(/Issued <time.*<details><summary>1 key that no longer works<\/summary>.*revoked/s);
    const other = list.match(/\/keys\/(\w+)"><bdi>Shop/)?.[1];
    const atOnce = fields((await admin.get(`${keys}/${other}`)).text, 'rotate');
    const over = await admin.post(`${keys}/${other}`, { ...atOnce, overlap: '0', sure: 'yes' });
    expect(over.text).toContain('The old key no longer works.');
  });

  it('that are in use are replaced at once after a question; a stale form is told so before it', async () => {
    const admin = await as('admin');
    const page = `${keys}/${client.keyId}`;
    await client.get('/pages');
    const stale = fields((await admin.get(page)).text, 'rotate');
    const staleRevoke = fields((await admin.get(page)).text, 'revoke');
    const asked = await admin.post(page, { ...stale, overlap: '0' });
    expect([asked.status, asked.text.includes('This key is in use'), madeIn(asked)]).toEqual([200, true, '']);
    expect(asked.text).toContain('<option value="0" selected');
    expect([await apiStatus(client.key), (await portal.service.keys.list('acme')).length]).toEqual([200, 1]);
    const rotated = await admin.post(page, { ...fields(asked.text, 'rotate'), overlap: '0' });
    expect([rotated.status, await apiStatus(client.key)]).toEqual([200, 401]);
    expect(await apiStatus(madeIn(rotated))).toBe(200);
    for (const sent of [{ ...stale, overlap: '0', once: 'new' }, staleRevoke]) {
      const refused = await admin.post(page, sent);
      expect([refused.status, refused.text.includes('This key is in use')]).toEqual([412, false]);
    }
  });

  it('that end within 14 days are named to admins, with their use; one that was replaced while it is in use', async () => {
    const { service } = portal;
    const until = (days: number) => new Date(portal.clock.read().getTime() + days * 86_400_000);
    const issue = (name: string, days: number) =>
      service.keys.issue({ brand: 'acme', name, rights: ['read'], expiresAt: until(days) });
    const [used, replaced] = [await issue('Used', 13), await issue('Replaced', 60)];
    await issue('Soon', 13);
    await issue('Later', 15);
    await service.keys.rotate({ id: replaced.record.id, overlapMs: 86_400_000 });
    await apiStatus(used.key);
    const waits = async (role: Role): Promise<string[]> => {
      const { text } = await (await as(role)).get('/brands/acme');
      const [list = ''] = /<section[^>]*aria-labelledby="waits"[\s\S]*?<\/section>/.exec(text) ?? [];
      return [...list.matchAll(/<bdi>(\w+)<\/bdi>” ends.*?<\/time>([^<]*)/g)]
        .map(([, name, use]) => `${name}${use}`)
        .sort();
    };
    expect(await waits('admin')).toEqual(['Soon', 'Used, and is in use']);
    await apiStatus(replaced.key);
    expect(await waits('admin')).toContain('Replaced, and is in use');
    expect(await waits('editor')).toEqual([]);
  });

  it('are refused while the API is off, which the page says, with a way for who may switch it on', async () => {
    const admin = await as('admin');
    const off = 'The API of this brand is off';
    expect((await admin.get(keys)).text).not.toContain(off);
    await portal.service.setBrandSettings('acme', { api_enabled: false });
    const told = (await admin.get(keys)).text;
    expect([told.includes(off), told.includes('an operator switches it on')]).toEqual([true, true]);
    expect(told).toContain('/acme/settings">Modules and API</a>');
  });

  it('with a wrong name, right or time are refused at the field, with what was sent', async () => {
    const admin = await as('admin');
    const head = registryHead();
    const good = { name: 'Shop', rights: 'read', days: '30', once: 'x' };
    for (const [field, value] of Object.entries({ name: ' ', rights: 'all', days: '1.5' })) {
      const refused = await admin.post(keys, { ...good, [field]: value });
      expect([field, refused.status]).toEqual([field, 422]);
      expect(refused.text).toContain(`id="${field}-problem"`);
    }
    const { days: _, ...without } = good;
    for (const sent of [without, { ...good, days: ' ' }]) {
      const { status, text } = await admin.post(keys, sent);
      expect([status, text.includes('id="days-problem"')]).toEqual([422, true]);
    }
    expect((await admin.post(keys, { ...good, once: ' ' })).status).toBe(400);
    expect(registryHead()).toBe(head);
  });

  it('of a form that comes again after its answer is forgotten are not made twice', async () => {
    const by = await addPerson(portal, 'Ada', { acme: 'admin' });
    const issue = () =>
      portal.service.keys.issue(
        { brand: 'acme', name: 'A', rights: ['read'], expiresAt: null },
        { ...by, newId: 'abcd' },
      );
    await issue();
    await expect(issue()).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('people', () => {
  it('are invited in one step, get another role, and lose it', async () => {
    const admin = await as('admin');
    const sent = { action: 'invite', name: 'Bo Berg', role: 'viewer', once: await once(admin, people) };
    const [invited, again] = await Promise.all([admin.post(people, sent), admin.post(people, sent)]);
    const link = madeIn(invited);
    expect([invited.status, invited.headers.get('cache-control'), madeIn(again)]).toEqual([200, 'no-store', link]);
    const [bo, ...others] = (await portal.service.people.list()).filter(({ name }) => name === 'Bo Berg');
    expect([bo?.roles, others]).toEqual([{ acme: 'viewer' }, []]);
    const used = await BackendClient.nobody(portal).post('/sign-in', { link });
    expect(used.status).toBe(303);

    const page = `${people}/${bo?.id}`;
    const stale = fields((await admin.get(page)).text, 'role');
    expect((await admin.post(page, { ...stale, role: 'editor' })).status).toBe(303);
    const refused = await admin.post(page, { ...stale, role: 'admin' });
    expect([refused.status, refused.text.includes('<option value="admin" selected>')]).toEqual([412, true]);
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({ acme: 'editor' });

    const [session] = await portal.service.sessions.list(bo?.id ?? '');
    expect((await admin.post(page, { action: 'end', session: ' ' })).status).toBe(400);
    expect((await admin.post(page, { action: 'end', session: session?.sha256 ?? '' })).status).toBe(303);
    expect(await portal.service.sessions.list(bo?.id ?? '')).toEqual([]);
    const taken = await admin.post(page, fields((await admin.get(page)).text, 'take'));
    expect(taken.location).toContain('/people?said=gone');
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({});
    expect((await admin.get(page)).status).toBe(404);
  });

  it('get no link by a form that does not say what to do', async () => {
    const admin = await as('admin');
    const head = registryHead();
    for (const action of [{}, { action: 'lnk' }]) {
      expect((await admin.post(people, { ...action, person: admin.person?.id ?? '' })).status).toBe(400);
    }
    expect(registryHead()).toBe(head);
  });

  it('keep a last admin; operators and whoever works elsewhere are the operator’s', async () => {
    const admin = await as('admin');
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const self = `${people}/${admin.person?.id}`;
    for (const action of ['role', 'take']) {
      const sent = { ...fields((await admin.get(self)).text, action), role: 'viewer' };
      const refused = await admin.post(self, sent);
      expect([refused.status, refused.text.includes('last admin')]).toEqual([422, true]);
    }
    const elsewhere = await addPerson(portal, 'Else', { other: 'viewer' });
    const boss = await addPerson(portal, 'Boss', {}, true);
    const head = registryHead();
    const answers = [];
    for (const id of [elsewhere.id, boss.id, 'nobody99']) {
      const { status, text } = await admin.post(people, { action: 'add', person: id, role: 'admin' });
      answers.push([status, /id="add-person-problem">([^<]*)/.exec(text)?.[1]]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect([answers[0]?.[0], registryHead()]).toEqual([422, head]);
    const free = await addPerson(portal, 'Free', {});
    expect((await admin.post(people, { action: 'add', person: free.id, role: 'editor' })).status).toBe(303);
    const operator = await BackendClient.signIn(portal, boss);
    expect((await operator.post(people, { action: 'add', person: elsewhere.id, role: 'viewer' })).status).toBe(303);
    expect((await portal.service.people.find('Else')).roles).toEqual({ acme: 'viewer', other: 'viewer' });
  });

  it('may do to each other what their roles say, in every brand', async () => {
    const { administration, people: records } = portal.service;
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const actors = {
      viewer: await addPerson(portal, 'Viewer', { acme: 'viewer' }),
      editor: await addPerson(portal, 'Editor', { acme: 'editor' }),
      admin: await addPerson(portal, 'Admin', { acme: 'admin' }),
      both: await addPerson(portal, 'Both', { acme: 'admin', other: 'admin' }),
      foreign: await addPerson(portal, 'Foreign', { other: 'admin' }),
      former: await addPerson(portal, 'Former', { acme: 'admin' }),
      operator: await addPerson(portal, 'Operator', {}, true),
    };
    await records.disable(actors.former.id);
    const makeTargets = {
      own: () => addPerson(portal, 'Own', { acme: 'viewer' }),
      shared: () => addPerson(portal, 'Shared', { acme: 'viewer', other: 'viewer' }),
      elsewhere: () => addPerson(portal, 'Elsewhere', { other: 'viewer' }),
      boss: () => addPerson(portal, 'Boss', { acme: 'viewer' }, true),
      free: () => addPerson(portal, 'Free', {}),
    };
    for (const [who, by] of Object.entries(actors)) {
      const may = ['admin', 'both', 'operator'].includes(who);
      const reaches = { admin: ['own'], both: ['own', 'shared'], operator: ['own', 'shared'] }[who] ?? [];
      const gives = { admin: ['free'], both: ['free', 'elsewhere'], operator: ['free', 'elsewhere'] }[who] ?? [];
      for (const [what, make] of Object.entries(makeTargets)) {
        const acting = { by, brand: 'acme' };
        const target = await make();
        const tried = async (work: () => Promise<unknown>): Promise<string> => {
          const head = registryHead();
          const error = await work().then(
            () => null,
            (problem) => problem,
          );
          if (error === null) return 'done';
          expect([error.name, registryHead()]).toEqual(['PortalError', head]);
          return 'refused';
        };
        const version = async (): Promise<string> => versionOfRecord(personIn('acme', await records.find(target.id)));
        const isMember = what === 'own' || what === 'shared';
        const expected = {
          link: reaches.includes(what),
          end: reaches.includes(what),
          give: gives.includes(what),
          set: may && isMember,
          take: may && isMember,
        };
        // A role that was given is no part of what follows.
        const found = {
          link: await tried(() => administration.makeLink(acting, target.id)),
          end: await tried(() => administration.endSessions(acting, target, null)),
          set: await tried(async () => administration.setRole(acting, target.id, await version(), 'editor')),
          take: await tried(async () => administration.setRole(acting, target.id, await version(), null)),
          give: isMember ? 'refused' : await tried(() => administration.addRole(acting, target.id, 'viewer')),
        };
        const words = Object.fromEntries(Object.entries(expected).map(([one, is]) => [one, is ? 'done' : 'refused']));
        expect({ who, what, ...found }).toEqual({ who, what, ...words });
      }
      const acting = { by, brand: 'acme' };
      const isDone = async (work: () => Promise<unknown>): Promise<boolean> =>
        work().then(
          () => true,
          () => false,
        );
      const { record } = await portal.service.keys.issue({
        brand: 'acme',
        name: 'K',
        rights: ['read'],
        expiresAt: null,
      });
      const brand = async () => (await portal.service.listBrands()).find(({ slug }) => slug === 'acme');
      const { name: _, changed_at: __, ...brandRecord } = (await brand()) ?? ({} as never);
      const done = {
        invite: await isDone(async () => administration.invite(acting, 'New', 'admin', `i${who}`)),
        issue: await isDone(async () =>
          administration.issueKey(acting, { name: 'N', rights: 'read', days: 1 }, `k${who}`),
        ),
        rotate: await isDone(() => administration.rotateKey(acting, record.id, versionOfRecord(record), 1, `r${who}`)),
        foreignKey: await isDone(() =>
          administration.revokeKey({ by, brand: 'other' }, record.id, versionOfRecord(record), true),
        ),
        settings: await isDone(() =>
          administration.setBrand(acting, { api_enabled: true }, versionOfRecord(brandRecord as never)),
        ),
        brand: await isDone(() =>
          administration.createBrand(by, { slug: `b-${who}`, name: 'B', modules: [], isAdmin: false }, `b${who}`),
        ),
      };
      const isOperator = who === 'operator';
      const expected = {
        invite: may,
        issue: may,
        rotate: may,
        foreignKey: false,
        settings: isOperator,
        brand: isOperator,
      };
      expect({ who, ...done }).toEqual({ who, ...expected });
    }
  });
});

it('an operation that takes an admin is refused to everyone else at the service, a reset of one page is not', async () => {
  const { service } = portal;
  const actorOf = (role: Role) => ({
    ...({ kind: 'person', id: role, name: role, role } as const),
    rights: role === 'viewer' ? (['read'] as const) : (['read', 'write'] as const),
  });
  const actors: Record<string, Actor> = {
    ...{ viewer: actorOf('viewer'), editor: actorOf('editor'), admin: actorOf('admin') },
    key: { kind: 'key', id: client.keyId, name: 'Website', rights: ['read', 'write'] },
    operator: { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] },
  };
  const trashed = async (): Promise<string> => {
    const { id } = await client.page();
    await client.delete(`/pages/${id}`);
    return String(id);
  };
  const now = () => portal.head('acme');
  const tries: Record<string, () => Promise<[Operation, Partial<Input>]>> = {
    'brand.set': async () => [setBrand, { body: { name: `Name ${now().slice(0, 9)}` } }],
    'trash.purge_page': async () => [purgePage, { params: { page: await trashed() } }],
    'trash.purge': async () => {
      await trashed();
      return [purgeTrash, { body: { all: true } }];
    },
    'brand.reset': async () => [resetBrand, { body: { to: now() } }],
  };
  const run = (actor: Actor, operation: Operation, input: Partial<Input>): Promise<string> =>
    service
      .run(
        operation,
        { slug: 'acme', actor, via: 'backend', requestId: 'r', precondition: null },
        { ...noInput, ...input },
      )
      .then(
        () => 'done',
        ({ code, message }) => `${code}: ${message}`,
      );
  const role = 'forbidden: This takes the role of an admin.';
  const expected = {
    viewer: 'forbidden: You may look at this brand, not change it.',
    ...{ editor: role, admin: 'done', key: role, operator: 'done' },
  };
  for (const [name, make] of Object.entries(tries)) {
    const found: Record<string, string> = {};
    for (const [who, actor] of Object.entries(actors)) {
      const [operation, input] = await make();
      const head = now();
      found[who] = await run(actor, operation, input);
      if (found[who] !== 'done') expect([name, who, now()]).toEqual([name, who, head]);
    }
    expect({ name, ...found }).toEqual({ name, ...expected });
  }
  const { id } = await client.page();
  const to = now();
  await client.patch(`/pages/${id}`, { title: 'Another' });
  expect(await run(actorOf('editor'), resetBrand, { body: { to, page: String(id) } })).toBe('done');
});

it('what is unknown and what is another brand’s are answered alike', async () => {
  const admin = await as('admin');
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const key = (await portal.client('other')).keyId;
  const person = (await addPerson(portal, 'Else', { other: 'viewer' })).id;
  const forms: [string, string, Record<string, string>][] = [
    ...['revoke', 'rotate'].map((action): [string, string, Record<string, string>] => {
      return [key, `${keys}/ID`, { action, version: 'x', overlap: '1', once: 'x', sure: 'yes' }];
    }),
    ...['role', 'take', 'end'].map((action): [string, string, Record<string, string>] => {
      return [person, `${people}/ID`, { action, version: 'x', role: 'viewer', session: 'all' }];
    }),
    [person, people, { action: 'link', person: 'ID' }],
  ];
  for (const [foreign, path, sent] of forms) {
    const [one, other] = await Promise.all(
      [foreign, 'n0b0dy9999'].map(async (id) => {
        const named = Object.entries(sent).map(([name, value]) => [name, value.replace('ID', id)]);
        const { status, text } = await admin.post(path.replace('ID', id), Object.fromEntries(named));
        const [message = ''] = /<h1>[\s\S]*?<\/p>/.exec(text) ?? [];
        return [status, message.replaceAll(id, 'ID')];
      }),
    );
    expect({ path, sent, answer: one }).toEqual({ path, sent, answer: other });
    expect(one).toEqual([404, expect.stringContaining('not found')]);
  }
});

it('a form that shows a secret or sends a test counts as a write; a refused one does not', async () => {
  const rateLimits = { requestsPerKey: 0, writesPerKey: 1, failedLoginsPerAddress: 0 };
  const own = await TestPortal.start({ rateLimits, config: { webhook_allow: ['127.0.0.1'] } });
  const { service } = own;
  await service.provisioning.createEmpty('acme', 'Acme', []);
  const key = (await service.keys.issue({ brand: 'acme', name: 'K', rights: ['read'], expiresAt: null })).record;
  const bo = await addPerson(own, 'Bo', { acme: 'viewer' });
  const url = 'http://127.0.0.1:1/';
  const head = (await (await service.openBrand('acme')).read()).commit ?? '';
  const hook = (await service.webhooks.add({ brand: 'acme', url, events: null, version: head })).record;
  const version = versionOfRecord(hook);
  const forms: [string, Record<string, string>][] = [
    ['/keys', { name: 'K', rights: 'read', days: '', once: '1' }],
    [`/keys/${key.id}`, { action: 'rotate', version: versionOfRecord(key), overlap: '1', once: '2' }],
    ['/people', { action: 'invite', name: 'Eva', role: 'viewer', once: '3' }],
    ['/people', { action: 'link', person: bo.id }],
    ['/webhooks', { url, once: '4' }],
    [`/webhooks/${hook.id}`, { action: 'test', version }],
    [`/webhooks/${hook.id}`, { action: 'rotate', version, overlap: '0', once: '5' }],
  ];
  for (const [path, sent] of forms) {
    const admin = await BackendClient.signIn(own, await addPerson(own, 'Ada', { acme: 'admin' }));
    const refused = await admin.post(`/brands/acme${path}`);
    expect([path, refused.status]).toEqual([path, expect.toBeOneOf([400, 404, 422])]);
    const answers = [await admin.post(`/brands/acme${path}`, sent), await admin.post(`/brands/acme${path}`, sent)];
    expect([path, sent, ...answers.map(({ status }) => status)]).toEqual([path, sent, 200, 429]);
  }
  await own.close();
});

describe('settings', () => {
  it('are the name for admins, and modules and the API for operators', async () => {
    const [admin, operator] = [await as('admin'), await as('operator', 'Boss')];
    const settings = '/brands/acme/settings';
    const stale = fields((await admin.get(settings)).text, 'brand');
    const sent = { ...stale, name: 'Acme & Co', default_visibility: 'public' };
    expect((await admin.post(settings, sent)).location).toMatch(/settings\?done=[0-9a-f]{40}/);
    expect((await client.get('/brand')).body.name).toBe('Acme & Co');
    const refused = await admin.post(settings, { ...sent, name: 'Mine' });
    expect([refused.status, refused.text.includes('value="Mine"')]).toEqual([412, true]);
    const wrong = await admin.post(settings, {
      ...sent,
      ...fields((await admin.get(settings)).text, 'brand'),
      name: '',
    });
    expect([wrong.status, wrong.text.includes('id="brand-name-problem"')]).toEqual([422, true]);

    expect((await admin.get(settings)).text).not.toContain('value="portal"');
    const form = fields((await operator.get(settings)).text, 'portal');
    expect((await admin.post(settings, { ...form, api: 'yes' })).status).toBe(403);
    expect((await operator.post(settings, { ...form, 'module-corporate_language': 'yes' })).status).toBe(303);
    expect((await portal.service.listBrands())[0]).toMatchObject({
      modules: ['corporate_language'],
      api_enabled: false,
    });
    expect((await operator.post(settings, { ...form, api: 'yes' })).status).toBe(412);
  });
});

it('a form of a key, a person, a webhook or the settings that is stale names who of the brand made it so', async () => {
  const [eva, boss] = [await as('admin', 'Eva'), await as('operator', 'Boss')];
  const { people: everyone, webhooks, provisioning } = portal.service;
  await provisioning.createEmpty('other', 'Other', []);
  const { id } = await addPerson(portal, 'Bo', { acme: 'viewer', other: 'viewer' });
  const [key] = await portal.service.keys.list('acme');
  const hook = { brand: 'acme', url: 'https://site.example/', events: null, version: portal.head('acme') ?? '' };
  const { record } = await webhooks.add(hook);
  const [person, settings] = [`${people}/${id}`, '/brands/acme/settings'];
  const stale = async (by: BackendClient, path: string, action: string, sent: Record<string, string>) => {
    const form = { ...fields((await by.get(path)).text, action), ...sent };
    expect([path, (await by.post(path, form)).status]).toEqual([path, expect.toBeOneOf([200, 303])]);
    return (sender = by) => sender.post(path, { ...form, once: 'other' });
  };
  const said = async (reply: Promise<BackendReply>): Promise<[number, string | undefined]> => {
    const { status, text } = await reply;
    return [status, /It was changed meanwhile(.*?)\.<\/h2>/.exec(text)?.[1]?.replace(/<[^>]*>/g, '')];
  };
  const ada = await as('admin');
  const rotated = await stale(eva, `${keys}/${key?.id}`, 'rotate', { overlap: '7' });
  expect(await said(rotated(ada))).toEqual([412, ' by Eva']);
  const restarted = await stale(eva, `/brands/acme/webhooks/${record.id}`, 'rotate', { overlap: '1' });
  expect(await said(restarted(ada))).toEqual([412, ' by Eva']);
  const switched = await stale(boss, settings, 'portal', { 'module-corporate_language': 'yes' });
  expect(await said(switched())).toEqual([412, ' by Boss']);
  const given = await stale(eva, person, 'role', { role: 'editor' });
  await everyone.set(id, { name: 'Bo Berg' });
  expect(await said(given(ada))).toEqual([412, ' by Operator and Eva']);
  const stranger = await addPerson(portal, 'Stranger', { other: 'admin' });
  const fresh = fields((await ada.get(person)).text, 'role');
  await everyone.set(id, { roles: { other: 'editor' } }, stranger);
  expect(await said(ada.post(person, { ...fresh, role: 'admin' }))).toEqual([303, undefined]);
});

it('statistics say healthy, or name each fault with what to do', async () => {
  const admin = await as('admin');
  expect((await admin.get('/brands/acme/stats')).text).toContain('Healthy');
  const work = clone(portal.gitdir('acme'));
  mkdirSync(`${work}/pages`, { recursive: true });
  writeFileSync(`${work}/pages/7.json`, '{}');
  git(work, ['add', '.']);
  git(work, ['commit', '--quiet', '-m', 'Odd']);
  git(work, ['push', '--quiet', 'origin', 'HEAD:main']);
  const { text } = await admin.get('/brands/acme/stats');
  expect(text).not.toContain('Healthy');
  expect(text).toMatch(/1 fault[\s\S]*pages\/7\.json[\s\S]*Correct it in a clone/);
});

describe('an operator', () => {
  it('begins a brand, which is the operator’s commit, and sees all without their content being read', async () => {
    const operator = await as('operator', 'Boss');
    expect((await operator.get('/')).location).toBe('/backend/operator');
    const path = '/operator/brands/new';
    const sent = {
      name: 'Über & Söhne',
      slug: '',
      'module-brand_agent': 'yes',
      admin: 'yes',
      once: await once(operator, path),
    };
    const [made, again] = await Promise.all([operator.post(path, sent), operator.post(path, sent)]);
    expect([made.location, again.location]).toEqual(Array(2).fill('/backend/brands/ueber-and-soehne'));
    const log = git(portal.gitdir('ueber-and-soehne'), [
      'log',
      '--format=%an|%ae|%(trailers:key=Via,valueonly)',
      'main',
    ]);
    expect(log.trim()).toBe(`Boss|${operator.person?.id}@ueber-and-soehne.invalid|backend`);
    expect((await portal.service.people.find('Boss')).roles).toEqual({ 'ueber-and-soehne': 'admin' });
    const taken = await operator.post(path, { name: 'Again', slug: 'acme', once: 'y' });
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
      const { status, text } = await operator.post(path, { name, slug, once: `${name}${slug}` });
      expect([name, status, text.includes(`id="${field}-problem"`)]).toEqual([name, 422, true]);
    }

    await portal.service.brands.closeIdle(-1);
    const { text } = await operator.get('/operator');
    expect(text).toMatch(/<bdi>Acme<\/bdi>[\s\S]*<bdi>Über &amp; Söhne<\/bdi>/);
    expect(portal.service.brands.getNow('acme')?.isLoaded).toBe(false);
    expect((await operator.get('/operator/health')).text).toContain('Healthy');
    const admin = await as('admin');
    for (const one of ['/operator', path, '/operator/health']) expect((await admin.get(one)).status).toBe(403);
  });

  it('who is none any more when the brand is registered does not make it, and after that gets no role', async () => {
    const { administration, people: records, provisioning } = portal.service;
    const create = provisioning.createEmpty.bind(provisioning);
    const spy = vi.spyOn(provisioning, 'createEmpty');
    const make = async (slug: string, isBefore: boolean) => {
      const by = await addPerson(portal, 'Boss', {}, true);
      const end = () => records.set(by.id, { operator: false });
      spy.mockImplementationOnce(async (...given) => {
        if (isBefore) await end();
        const made = await create(...given);
        if (!isBefore) await end();
        return made;
      });
      const form = { slug, name: 'New', modules: [], isAdmin: true };
      const made = administration.createBrand(by, form, slug).catch(({ code }) => code);
      return [await made, (await records.find(by.id)).roles];
    };
    expect(await make('early', true)).toEqual(['forbidden', {}]);
    expect(await make('late', false)).toEqual([expect.objectContaining({ slug: 'late' }), {}]);
    expect((await portal.service.listBrands()).map(({ slug }) => slug)).toEqual(['acme', 'late']);
  });

  it('sees everyone with their roles, and finds them by name', async () => {
    const operator = await as('operator', 'Boss <b>');
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer', other: 'admin' });
    const former = await addPerson(portal, 'Former', {});
    await portal.service.people.disable(former.id);
    const { text } = await operator.get('/people');
    for (const [slug, role] of Object.entries(bo.roles)) {
      expect(text).toContain(`<a href="/backend/brands/${slug}/people/${bo.id}">${slug}</a> (${role})`);
      expect((await operator.get(`/brands/${slug}/people/${bo.id}`)).status).toBe(200);
    }
    expect(text).toMatch(/Boss &lt;b><\/bdi> <span class="badge">Operator/);
    expect(text).toMatch(/Former.*disabled since/);
    const found = (await operator.get('/people?q=bErg')).text;
    expect([found.includes('Bo Berg'), found.includes('Former')]).toEqual([true, false]);
    expect((await operator.get(`/people?q=${former.id}`)).text).toContain('Former');
    for (let at = 0; at < 100; at += 1) await addPerson(portal, `Many ${at}`, {});
    const next = /href="\/backend(\/people\?[^"]*start=100)"/.exec((await operator.get('/people?q=')).text)?.[1] ?? '';
    expect((await operator.get(next)).text).toContain('Many 99');
    expect((await (await as('admin')).get('/people')).status).toBe(403);
  });

  it('who is none any more at the last moment leaves no half-made brand in the way', async () => {
    const operator = await as('operator', 'Boss');
    const path = '/operator/brands/new';
    const sent = { name: 'Shop', slug: 'shop', once: await once(operator, path) };
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
    expect((await next.post(path, sent)).location).toBe('/backend/brands/shop');
  });

  it('is offered a passkey', async () => {
    expect((await (await as('operator')).get('/operator')).text).toContain('Next time without a link');
  });

  it('without a brand is led to the first one', async () => {
    await portal.service.provisioning.remove('acme');
    expect((await (await as('operator')).get('/operator')).text).toContain('Create the first brand');
  });
});

it('first steps tick themselves, and are hidden in a browser that says so', async () => {
  const admin = await as('admin');
  const left = async (cookie = admin.cookie): Promise<string[]> => {
    const { text } = await admin.get('/brands/acme', { Cookie: cookie ?? '' });
    const list = /<ul class="steps">(.*?)<\/ul>/s.exec(text)?.[1] ?? '';
    return [...list.matchAll(/<a href="[^"]*\/acme([^"]*)"/g)].map(([, path]) => path ?? '');
  };
  expect(await left()).toEqual(['/colors', '/theme', '/pages/new', '/context', '/people#new']);
  await client.page({ title: 'First' });
  await addPerson(portal, 'Bo', { acme: 'editor' });
  expect(await left()).toEqual(['/colors', '/theme', '/context']);
  const hidden = await admin.post('/brands/acme');
  const cookie = hidden.headers.getSetCookie()[0] ?? '';
  expect(cookie).toMatch(/^steps-acme=hidden; Max-Age=31536000; Path=\/; HttpOnly/);
  expect(await left(`${admin.cookie}; ${cookie.split(';')[0]}`)).toEqual([]);
});
