import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guestCookie } from '../../src/http/site/admit-reader.js';
import { letIn, statusAt } from '../support/agent.js';
import { portal as runCommand } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { pushFiles } from '../support/git.js';
import { TestPortal } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient, words } from '../support/workspace.js';
import { fieldsOf } from '../support/workspace-forms.js';
import { as, follow } from '../support/workspace-people.js';

portalForEach({ real: true });

const list = '/operator';
const page = '/operator/archived?brand=acme';

/** Rows of the list: the texts of their cells. */
const rowsIn = (html: string): string[][] =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.replaceAll(/<details.*?<\/details>/gs, '').matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      words(cell).trim(),
    ),
  );
const namesIn = (html: string): (string | undefined)[] => rowsIn(html).map(([name]) => name);

describe('the list of brands', () => {
  it('says who sees each, people, pages, last change and size, sorted by any of them', async () => {
    const { provisioning, setBrandSettings } = portal.service;
    portal.clock.advance({ seconds: 60 });
    await provisioning.createEmpty('zoo', 'Zoo', []);
    await setBrandSettings.call(portal.service, 'zoo', { portal: 'public' });
    await addPerson(portal, 'Vera', { acme: 'viewer' });
    await addPerson(portal, 'Edith', { acme: 'editor', zoo: 'editor' });
    await client.page();
    const operator = await as('operator');
    const { text } = await operator.get(list);
    expect(rowsIn(text).map((row) => [...row.slice(0, 4), row[6]])).toEqual([
      ['Acme', 'People of the brand', '2', '1', ''],
      ['Zoo', 'Public', '1', '–', ''],
    ]);
    expect(rowsIn(text)[0]?.slice(4, 6)).toEqual([expect.stringMatching(/ Mar 2026, /), expect.stringMatching(/ KB$/)]);
    expect(text).toMatch(/<th[^>]*aria-sort="descending"[^>]*><a[^>]*>Last change/);
    const orders = {
      name: 'Acme Zoo',
      '-name': 'Zoo Acme',
      people: 'Zoo Acme',
      '-size': 'Acme Zoo',
      state: 'Acme Zoo',
    };
    for (const [sort, order] of Object.entries(orders))
      expect([sort, namesIn((await operator.get(`${list}?sort=${sort}`)).text).join(' ')]).toEqual([sort, order]);
    expect(namesIn((await operator.get(`${list}?state=public`)).text)).toEqual(['Zoo']);
    expect(namesIn((await operator.get(`${list}?q=ACM`)).text)).toEqual(['Acme']);
    expect((await operator.get(`${list}?q=none`)).text).toContain('No brand is like this.');
    // A search only where there are many.
    expect(text).not.toContain('type="search" aria-label="Search brands"');
    for (let number = 1; number <= 10; number += 1) await provisioning.createEmpty(`b${number}`, `B ${number}`, []);
    expect((await operator.get(list)).text).toContain('placeholder="Search 12 brands"');
  });

  it('is made without opening a brand that has not changed, also after a restart', async () => {
    const operator = await as('operator');
    await operator.get(list);
    await eventually(() => portal.fs.promises.stat(join(portal.data, 'cache/overview.json')));
    const again = await TestPortal.start({ real: true, data: portal.data, clock: portal.clock });
    const session = { Cookie: operator.cookie ?? '' };
    const read = async () => (await fetch(`${backendOrigin(again)}/-/workspace/operator`, { headers: session })).text();
    expect(namesIn(await read())).toEqual(['Acme']);
    expect(again.service.figures().openBrands).toEqual([]);
    // One that has changed is looked at.
    pushFiles(portal.gitdir('acme'), { 'brand.json': { ...storedBrand(), name: 'Acme & Co' } });
    expect(namesIn(await read())).toEqual(['Acme & Co']);
    await again.close();
  });

  it('names problems of the last check with its age, and those of now; all of it is a table to save', async () => {
    const { provisioning } = portal.service;
    await provisioning.createEmpty('lost', '=HYPERLINK("x"), Lost', []);
    await provisioning.createEmpty('skipped', 'Skipped', []);
    pushFiles(portal.gitdir('skipped'), { 'pages/0/1.json': 'none' });
    const operator = await as('operator');
    expect((await operator.get(list)).text).toContain('No brand has been checked');
    rmSync(join(portal.data, 'brands/lost.git/objects'), { recursive: true });
    expect((await runCommand(['check', '--data', portal.data])).code).toBe(1);
    const { text } = await operator.get(`${list}?state=problems`);
    expect(namesIn(text).sort()).toEqual(['=HYPERLINK("x"), Lost', 'Skipped']);
    expect(text).toContain('Problems and pages are those of the last check: ');
    expect(rowsIn(text).find(([name]) => name === 'Skipped')?.[6]).toMatch(/not served/);
    expect(text).toMatch(/Problems <span[^>]*>2</);
    const csv = await operator.get('/operator/brands.csv?state=problems&sort=name');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="brands.csv"');
    const [head, first, second, ...rest] = csv.text.split('\r\n');
    expect(head).toBe('slug,name,who sees it,people,pages,last change,bytes,problem,checked');
    expect(first).toMatch(/^lost,"'=HYPERLINK\(""x""\), Lost",People of the brand,0,/);
    expect([second?.startsWith('skipped,Skipped,'), rest]).toEqual([true, ['']]);
  });
});

const storedBrand = () => ({
  name: 'Acme',
  default_visibility: 'internal',
  theme: {
    colors: { primary: '#1a1a1a', accent: '#0057b8', background: '#ffffff', text: '#1a1a1a', link: '#0057b8' },
    font: 'system-ui, sans-serif',
    fonts: [],
  },
});

describe('an operator', () => {
  it('archives a brand in the list, and undoes it there', async () => {
    const operator = await as('operator');
    const archived = await operator.post(`${list}?sort=name`, { action: 'archive', brand: 'acme' });
    expect(archived.location).toBe('/-/workspace/operator?sort=name&archived=acme');
    const { text } = await follow(operator, archived);
    expect(words(text)).toContain('Acme is archived.');
    expect(rowsIn(text)[0]?.slice(0, 2)).toEqual(['Acme', 'Archived']);
    expect((await client.get('/brand')).status).toBe(403);
    expect((await operator.get('/brands/acme')).status).toBe(404);
    expect((await operator.get(`${list}?state=archived`)).text).toContain('/operator/archived?brand=acme');
    const undone = await operator.post(list, { action: 'undo', brand: 'acme' });
    expect(words((await follow(operator, undone)).text)).toContain('Acme is as it was.');
    expect((await client.get('/brand')).status).toBe(200);
    expect((await operator.post(list, { action: 'undo', brand: 'acme' })).status).toBe(422);
    expect((await operator.post(list, { action: 'archive', brand: 'none' })).status).toBe(404);
    expect((await operator.post(list, { action: 'other', brand: 'acme' })).status).toBe(400);
    const admin = await as('admin', 'Anna');
    expect((await admin.post(list, { action: 'archive', brand: 'acme' })).status).toBe(403);
    expect((await client.get('/brand')).status).toBe(200);
  });

  it('takes it out on its page, within an hour also as it was; keys, links and agents are started one by one', async () => {
    const { shareLinks, keys } = portal.service;
    const expiresAt = new Date(portal.clock.read().getTime() + 9 * 86_400_000);
    const { record: link, secret } = await shareLinks.make({
      brand: 'acme',
      name: 'Agency',
      internal: false,
      expiresAt,
    });
    const admin = await as('admin', 'Anna');
    const { body: token } = await (await letIn(admin)).redeem();
    const operator = await as('operator');
    await operator.post(list, { action: 'archive', brand: 'acme' });
    expect((await operator.get('/operator/archived?brand=none')).status).toBe(404);
    expect((await operator.get(page)).text).toContain('Undo, as it was');
    portal.clock.advance({ seconds: 3601 });
    expect((await operator.get(page)).text).not.toContain('Undo, as it was');
    expect((await operator.post(page, { action: 'undo' })).status).toBe(422);
    expect((await operator.post(page, { action: 'take-out' })).location).toBe('/brands/acme/-/workspace');
    await portal.service.setBrandSettings('acme', { portal: 'people' });

    const key = `/brands/acme/keys/${client.keyId}`;
    expect((await admin.get('/brands/acme/keys')).text).toContain('Rests');
    expect((await client.get('/brand')).status).toBe(401);
    expect((await admin.post(key, fieldsOf((await admin.get(key)).text, 'start'))).location).toMatch(/said=started$/);
    expect((await client.get('/brand')).status).toBe(200);
    expect((await keys.list('acme')).map(({ rests }) => rests)).toEqual([undefined]);

    const home = `${backendOrigin(portal)}/brands/acme/`;
    const guest = async () => (await fetch(home, { headers: { Cookie: `${guestCookie('acme')}=${secret}` } })).status;
    expect(await guest()).toBe(404);
    const access = (await admin.get('/brands/acme/access')).text;
    expect(words(access)).toContain('Rests');
    await admin.post('/brands/acme/access', fieldsOf(access, `start.${link.id}`));
    expect(await guest()).toBe(200);

    // Its token has ended meanwhile: the grant is what is started.
    const me = (await admin.get('/me')).text;
    const [, grant = ''] = /name="start" value="([^"]+)"/.exec(me) ?? [];
    expect((await admin.post('/me', { start: grant })).status).toBe(303);
    expect((await admin.get('/me')).text).not.toContain('name="start"');
    expect(await statusAt(portal, token.access_token)).toBe(401);
  });

  it('erases it on its page, by its name', async () => {
    const operator = await as('operator');
    await operator.post(list, { action: 'archive', brand: 'acme' });
    const refused = await operator.post(page, { action: 'erase', slug: 'acm' });
    expect([refused.status, words(refused.text).includes('Type the name of the brand, acme')]).toEqual([422, true]);
    const erased = await operator.post(page, { action: 'erase', slug: 'acme' });
    expect(erased.status).toBe(200);
    expect(words(erased.text)).toContain('brand-portal backup forget acme');
    expect(await portal.service.listBrands()).toEqual([]);
    expect((await operator.get(page)).status).toBe(404);
    expect((await client.get('/brand')).status).toBe(401);
  });
});

it('people of an archived brand do not find it; a new brand of another name is theirs as ever', async () => {
  const viewer = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Vera', { acme: 'viewer' }));
  await portal.service.archive.put('acme');
  expect(words((await viewer.get('/')).text)).toContain('have no role in a brand yet');
});
