import { describe, expect, it } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { parsePath } from '../../src/content/catalog/paths.js';
import { isAvailable } from '../../src/content/media.js';
import { listTrash } from '../../src/operations/trash.js';
import { portalRoutes, unknownRoute } from '../../src/portal/routes.js';
import { git } from '../support/git.js';
import { portalForAll } from '../support/portal-fixture.js';
import { portalOver } from '../support/shared/nodes.js';
import { addPerson, backendOrigin, WorkspaceClient, workspaceAddress, workspaceRoutes } from '../support/workspace.js';
import { askAgain, findingsOf, packData, recordsOf, unpackData } from './data.js';

const isPacking = process.env.LAST_BUILD === 'write';

const pathsIn = (gitdir: string): string[] => git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');

/** The parts of which the packed portal must have some. */
const kinds = [
  'brand',
  'ids',
  'language',
  'categories',
  'section',
  'color',
  'media',
  'entry',
  'page',
  'trash',
  'file',
  'purged',
];
const folders = ['brands', 'keys', 'passkeys', 'people', 'sessions', 'sign-ins', 'used-challenges', 'webhooks'];

describe.runIf(isPacking)('the data of this build', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('are packed for the next', packData);
});

describe.skipIf(isPacking)('the data of the last build', () => {
  it('are of all kinds', async () => {
    const { data, said } = await unpackData();
    const found = pathsIn(`${data}/brands/northlight.git`).map((path) => parsePath(path)?.kind);
    expect(new Set(found)).toEqual(new Set([...kinds, undefined]));
    expect([...new Set(pathsIn(`${data}/registry.git`).flatMap((path) => path.split('/').slice(0, -1)))]).toEqual(
      folders,
    );
    const types = JSON.stringify(said.answers).matchAll(/"type":"(\w+)","data"/g);
    expect(new Set([...types].map(([, type]) => type))).toEqual(new Set([...blockTypes.keys(), 'legacy_embed']));
  });

  it('are all found: pages, files and records are what they were, with their tags', async () => {
    const { data, said } = await unpackData();
    const heads = (): string[] =>
      ['registry', 'brands/northlight', 'brands/little-bakery'].map((name) =>
        git(`${data}/${name}.git`, ['rev-parse', 'main']),
      );
    const before = heads();
    const portal = await portalOver(undefined, { real: true, data });
    expect(await askAgain(portal, said)).toMatchObject(said.answers);
    expect(await recordsOf(portal, Object.keys(said.keys))).toMatchObject(said.records as object);
    expect((await WorkspaceClient.nobody(portal).get('/operator', { Cookie: said.cookie })).status).toBe(200);
    expect(await findingsOf(portal)).toEqual([]);
    // Reading writes nothing.
    expect(heads()).toEqual(before);
    expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link: said.link })).status).toBe(303);
  });

  it('show viewers neither trash nor hidden pages nor unreleased media by any route, and guests nothing', async () => {
    const { data } = await unpackData();
    const portal = await portalOver(undefined, { real: true, data });
    const brand = 'northlight';
    const { catalog } = await (await portal.service.brands.get(brand)).read();
    const trash = await runOperation(portal.service, brand, listTrash);
    const hidden = [...catalog.pages.values()].filter(({ visibility }) => visibility === 'hidden');
    const media = [...catalog.media.values()].filter((medium) => !isAvailable(medium));
    const secret = [...hidden, ...trash, ...media.filter(({ title }) => title !== null)];
    expect([hidden, trash, media].map(({ length }) => length > 0)).toEqual([true, true, true]);
    const values: Readonly<Record<string, readonly unknown[]>> = {
      ...{ brand: [brand], page: [...hidden, ...trash].flatMap(({ id, slug }) => [id, slug]) },
      ...{ id: secret.map(({ id }) => id), medium: media.map(({ id }) => id), rest: ['a/b'] },
      name: [...catalog.files.values()].map(({ name }) => name),
    };
    const fill = (path: string): string[] => {
      const [whole = '', name = ''] = /[:*](\w+)/.exec(path) ?? [];
      if (whole === '') return [path];
      return (values[name] ?? ['1']).flatMap((value) => fill(path.replace(whole, encodeURIComponent(String(value)))));
    };
    const addresses = [
      ...[...portalRoutes, unknownRoute].flatMap(({ path }) => fill(`/brands/:brand${path}`)),
      ...workspaceRoutes.flatMap(({ method, path }) => (method === 'GET' ? fill(workspaceAddress(path)) : [])),
      ...secret.map(({ title }) => `/brands/${brand}/-/search?q=${encodeURIComponent(title ?? '')}`),
    ];
    const viewer = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Vera', { [brand]: 'viewer' }));
    const get = (path: string, Cookie: string) =>
      fetch(`${backendOrigin(portal)}${path}`, { redirect: 'manual', headers: { Accept: 'text/html', Cookie } });
    const shown: string[] = [];
    for (const path of addresses) {
      const answer = await get(path, viewer.cookie ?? '');
      const text = await answer.text();
      if (answer.status >= 500) shown.push(`${path}: ${answer.status}`);
      for (const one of secret) {
        // A search shows its own words, too.
        const isAsked = path.endsWith(`=${encodeURIComponent(one.title ?? '')}`);
        const place = 'slug' in one ? `href="/brands/${brand}/${one.slug}` : `/-/files/${one.id}/`;
        if (text.includes(isAsked ? place : (one.title ?? ''))) shown.push(`${path}: ${one.id} ${one.title}`);
      }
      if (!path.startsWith('/brands/')) continue;
      const guest = await get(path, '');
      // The workspace of any brand, known or not, leads guests to the sign-in.
      const expected = path.startsWith(workspaceAddress(`/brands/${brand}`)) ? 303 : 404;
      if (guest.status !== expected || (await guest.text()).includes('Northlight'))
        shown.push(`${path}: to a guest ${guest.status}`);
    }
    expect(shown).toEqual([]);
    expect((await get(`/brands/${brand}/`, viewer.cookie ?? '')).status).toBe(200);
  });
});
