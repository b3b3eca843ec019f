import { describe, expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { parsePath } from '../../src/content/catalog/paths.js';
import { git } from '../support/git.js';
import { portalForAll } from '../support/portal-fixture.js';
import { portalOver } from '../support/shared/nodes.js';
import { backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { askAgain, findingsOf, packData, recordsOf, unpackData } from './data.js';

const isPacking = process.env.LAST_BUILD === 'write';

const pathsIn = (gitdir: string): string[] => git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');

/** The parts of which the packed portal must have some. */
const kinds = [
  ...['brand', 'ids', 'language', 'categories', 'section', 'color', 'media', 'entry', 'page', 'trash', 'file'],
  'purged',
];
const folders = ['brands', 'keys', 'passkeys', 'people', 'sessions', 'sign-ins', 'used-challenges', 'webhooks'];

describe.runIf(isPacking)('the data of this build', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('are packed for the next', packData);
});

describe.skipIf(isPacking)('the data of the last build', () => {
  it('are of all kinds, and all found: pages, files and records are what they were, with their tags', async () => {
    const { data, said } = await unpackData();
    const found = pathsIn(`${data}/brands/northlight.git`).map((path) => parsePath(path)?.kind);
    expect(new Set(found)).toEqual(new Set([...kinds, undefined]));
    const stored = pathsIn(`${data}/registry.git`).flatMap((path) => path.split('/').slice(0, -1));
    expect([...new Set(stored)]).toEqual(folders);
    const types = JSON.stringify(said.answers).matchAll(/"type":"(\w+)","data"/g);
    expect(new Set([...types].map(([, type]) => type))).toEqual(new Set([...blockTypes.keys(), 'legacy_embed']));
    const heads = (): string[] =>
      ['registry', 'brands/northlight', 'brands/little-bakery'].map((name) =>
        git(`${data}/${name}.git`, ['rev-parse', 'main']),
      );
    const before = heads();
    const portal = await portalOver(undefined, { real: true, data });
    expect(await askAgain(portal, said)).toMatchObject(said.answers);
    expect(await recordsOf(portal, Object.keys(said.keys))).toMatchObject(said.records as object);
    expect((await WorkspaceClient.nobody(portal).get('/operator', { Cookie: said.cookie })).status).toBe(200);
    // What had no portal is shown to no guest.
    expect((await fetch(`${backendOrigin(portal)}/brands/northlight/`)).status).toBe(404);
    expect(await findingsOf(portal)).toEqual([]);
    // Reading writes nothing.
    expect(heads()).toEqual(before);
    expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link: said.link })).status).toBe(303);
  });
});
