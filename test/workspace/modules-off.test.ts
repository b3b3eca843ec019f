import { expect, it } from 'vitest';
import { setCategory } from '../../src/operations/categories.js';
import { addEntry, listAllEntries } from '../../src/operations/context.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { workspaceAddress } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true, modules: ['brand_agent', 'corporate_language'] });

const brand = '/brands/acme';

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
