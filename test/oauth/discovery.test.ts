import { describe, expect, it } from 'vitest';
import { letIn, statusAt } from '../support/agent.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { askHost } from '../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

const scopes = ['read', 'propose', 'write', 'translate'];

/** Ways to call the portal, and the origin by which agents know it; `null`: agents do not sign in there. */
const ways: readonly (readonly [backendUrl: string | null, host: string, origin: string | null])[] = [
  [null, 'localhost:3000', 'http://localhost:3000'],
  [null, '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://Work.example:8443', 'work.example:8443', 'https://work.example:8443'],
  ['https://work.example', 'localhost', null],
  ['https://work.example', 'files.example', null],
];

describe.each(ways)('a portal with backend_url %s, called %s', (backendUrl, host, origin) => {
  const names = { backend_url: backendUrl && new URL(backendUrl).origin, files_url: 'https://files.example' };
  portalForAll({ config: backendUrl === null ? {} : names });
  const ask = (path: string, body?: string) => askHost(portal, host, path, {}, body);

  it.each(['oauth-authorization-server', 'openid-configuration'])('describes its server, at %s', async (name) => {
    const { status, text, headers } = await ask(`/.well-known/${name}`);
    if (origin === null) return expect(status).toBeGreaterThanOrEqual(400);
    const { issuer, ...description } = JSON.parse(text);
    expect([issuer, headers.get('access-control-allow-origin')]).toEqual([origin, '*']);
    expect(description).toMatchObject({
      ...{ response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
      ...{ grant_types_supported: ['authorization_code', 'refresh_token'], scopes_supported: scopes },
      ...{ token_endpoint_auth_methods_supported: ['none'], client_id_metadata_document_supported: true },
      authorization_response_iss_parameter_supported: true,
    });
    const endpoints = Object.entries(description).filter(([key]) => /_endpoint$|_uri$/.test(key));
    expect(endpoints.map(([key]) => key).sort()).toEqual(
      ['authorization', 'registration', 'revocation', 'token']
        .map((key) => `${key}_endpoint`)
        .concat('jwks_uri')
        .sort(),
    );
    for (const [, address] of endpoints) expect(String(address).startsWith(`${origin}/`)).toBe(true);
  });

  it.each([
    ['', '/mcp'],
    ['/mcp', '/mcp'],
    ['/brands/acme/-/mcp', '/brands/acme/-/mcp'],
  ])('describes the resource at /.well-known/oauth-protected-resource%s', async (at, path) => {
    const { status, text } = await ask(`/.well-known/oauth-protected-resource${at}`);
    if (origin === null) return expect(status).toBeGreaterThanOrEqual(400);
    const description = { resource: origin + path, authorization_servers: [origin], scopes_supported: scopes };
    expect(JSON.parse(text)).toMatchObject(description);
    const refused = await ask(path, '{}');
    const metadata = `${origin}/.well-known/oauth-protected-resource${path}`;
    const challenge = `Bearer resource_metadata="${metadata}", scope="read propose translate"`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, challenge]);
  });
});

describe('an access token', () => {
  portalForAll();

  it('is taken where it was asked for, and nowhere else', async () => {
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const person = await addPerson(portal, 'Ada Lind', { acme: 'editor', other: 'editor' }, true);
    const ada = await WorkspaceClient.signIn(portal, person);
    const paths = ['/mcp', '/brands/acme/-/mcp', '/brands/other/-/mcp'];
    for (const path of paths) {
      const resource = backendOrigin(portal) + path;
      const { redeem } = await letIn(ada, { asks: { resource }, answer: { brand: 'acme' } });
      const { access_token: token, refresh_token: refresh } = (await redeem()).body;
      const taken = await Promise.all(paths.map((one) => statusAt(portal, token, one)));
      expect(taken).toEqual(paths.map((one) => (one === path ? 200 : 401)));
      expect(await statusAt(portal, refresh, path)).toBe(401);
      const headers = { Authorization: `Bearer ${token}` };
      const basic = { Authorization: `Basic ${Buffer.from(`git:${token}`).toString('base64')}` };
      for (const [at, sent] of [
        ['/api/v1/brand', headers],
        ['/git/acme.git/info/refs?service=git-upload-pack', basic],
        ['/metrics', headers],
        ['/brands/acme/-/workspace', headers],
      ] as const) {
        const { status } = await fetch(portal.url + at, { headers: sent, redirect: 'manual' });
        expect([at, status < 300]).toEqual([at, false]);
      }
    }
    const brands = (await portal.service.grants.list({ person: person.id })).map(({ brand }) => brand);
    expect(brands.sort()).toEqual(['acme', 'acme', 'other']);
    expect(await statusAt(portal, client.key, '/brands/acme/-/mcp')).toBe(401);
    expect(await statusAt(portal, client.key)).toBe(200);
  });
});
