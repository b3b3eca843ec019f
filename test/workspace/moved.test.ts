import { describe, expect, it } from 'vitest';
import { workspaceRoutes } from '../../src/site/routes.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

/** Address that a row of the table had under `/backend`. */
const oldAddress = (path: string): string =>
  `/backend${path.replace('/-/workspace', '').replace(':brand', 'northlight').replaceAll(/:\w+/g, '11')}`;

describe('the old addresses', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('lead to the new ones, with their queries, but for the one that providers know', async () => {
    const gets = workspaceRoutes.filter(({ method }) => method === 'GET');
    expect(gets.length).toBeGreaterThan(50);
    for (const { path } of gets) {
      const from = oldAddress(path);
      const to = path.replace(':brand', 'northlight').replaceAll(/:\w+/g, '11');
      const { status, headers } = await fetch(`${backendOrigin(portal)}${from}?a=b`, { redirect: 'manual' });
      const isAnswered = path.endsWith('/oidc/return');
      expect([from, status, headers.get('location')]).toEqual([
        from,
        isAnswered ? 404 : 308,
        isAnswered ? null : `${to}?a=b`,
      ]);
    }
  });

  it('take the form of a tab that was open, and then lead to the new ones', async () => {
    const ada = await as('admin');
    const page = (await ada.get('/brands/northlight/theme')).text;
    const version = /name="version" value="([^"]*)"/.exec(page)?.[1] ?? '';
    const sent = await ada.post('/brands/northlight/-/workspace/theme', { action: 'theme', version });
    expect([sent.status, sent.text.includes('Open the page again')]).toEqual([400, true]);
    const out = await ada.post('/-/workspace/me', {});
    expect([out.status, out.location]).toEqual([303, '/-/workspace/sign-in?said=out']);
  });

  it('are no others: what begins like them is not there', async () => {
    const nobody = WorkspaceClient.nobody(portal);
    for (const path of ['/backends', '/-/workspaces', '/brands/northlight/-/workspaces']) {
      const { status } = await fetch(backendOrigin(portal) + path, { redirect: 'manual' });
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await nobody.get('/nowhere')).status).toBe(404);
  });
});
