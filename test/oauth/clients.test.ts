import { expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { askingPath, decide, letIn, post, register, verifier } from '../support/agent.js';
import { operate, portal, portalForAll } from '../support/portal-fixture.js';
import { as } from '../support/workspace-people.js';

portalForAll();

interface Client {
  readonly registers: readonly string[];
  /** Addresses that it names later. */
  readonly redirects: readonly string[];
  readonly more?: object;
}

/** First requests of clients, as their authors or users have noted them down in 2026. */
const clients: Readonly<Record<string, Client>> = {
  Claude: {
    registers: ['https://claude.ai/api/mcp/auth_callback'],
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
    more: { token_endpoint_auth_method: 'client_secret_post', scope: 'claudeai' },
  },
  'Claude Code (northlight)': {
    registers: ['http://localhost:3118/callback'],
    redirects: ['http://localhost:3118/callback', 'http://localhost:56648/callback'],
    more: { application_type: 'native' },
  },
  ChatGPT: {
    registers: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    more: { token_endpoint_auth_method: 'client_secret_basic' },
  },
  'Visual Studio Code': {
    registers: ['https://vscode.dev/redirect', 'http://127.0.0.1/', 'http://127.0.0.1:33418/'],
    redirects: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:51000/'],
    more: { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
  },
  Cursor: {
    registers: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
    redirects: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
  },
};

it.each(Object.entries(clients))('%s registers, and gets its tokens at each of its addresses', async (name, client) => {
  const { registers, redirects, more } = client;
  const sent = { client_name: name, redirect_uris: registers, token_endpoint_auth_method: 'none', ...more };
  const { status, body } = await register(portal, sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none' });
  const person = await as('editor');
  for (const redirect_uri of redirects) {
    // None of them knows the rights of this server before it is told.
    const path = await askingPath(portal, { client_id: body.client_id, redirect_uri, scope: null });
    const page = await person.get(path);
    const { protocol, origin, host } = new URL(redirect_uri);
    const shown = { 'http:': 'a program on this device', 'https:': host }[protocol] ?? protocol.slice(0, -1);
    const isWeb = protocol.startsWith('http');
    expect(page.text).toContain(`<strong>${shown}</strong>`);
    expect(page.text).toMatch(/calls itself “<bdi>[^<]+<\/bdi>”, not verified/);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${isWeb ? origin : protocol};`);
    const back = await decide(person, path);
    if (!(back instanceof URL)) throw new Error(`a page: ${back.status}`);
    expect(back.href.startsWith(redirect_uri)).toBe(true);
    const code = back.searchParams.get('code') ?? '';
    const redeeming = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri };
    const { body: tokens } = await post(portal, 'token', { ...redeeming, client_id: body.client_id });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read propose' });
    expect(tokens.refresh_token).toBeDefined();
  }
});

it.each([
  ['Ada Lind', 'a person'],
  ['ÁDA  lind', 'a person, but for case and accents'],
  ['\u0410d\u0430 Lind', 'a person, with look-alike letters'],
  ['Acme', 'the slug of a brand'],
  ['Ac\u0301me Group.', 'the name of the brand'],
  ['Brand-Portal', 'the product'],
  ['…', 'nothing at all'],
])('an agent that calls itself “%s” is not named so: it could be taken for %s', async (client_name) => {
  await operate(setBrand, {}, { name: 'Acme Group' });
  const person = await as('editor');
  const { body } = await register(portal, { client_name, redirect_uris: ['https://agents.example/back'] });
  const asks = { client_id: body.client_id, redirect_uri: 'https://agents.example/back' };
  const page = await person.get(await askingPath(portal, asks));
  expect(page.text).toContain('It has registered itself.');
  expect(page.text).not.toContain('not verified');
  const agent = await letIn(person, { asks });
  await agent.redeem();
  const list = (await person.get('/me')).text;
  expect(list).toContain('<bdi>agents.example</bdi>');
  expect(list).not.toContain('not verified');
});

it('an agent loses a name that is given to a person later, and quotes in its name are no end of it', async () => {
  const person = await as('editor', 'Someone Else');
  const { body } = await register(portal, { client_name: 'Eve” (verified) “', redirect_uris: ['https://b.example/'] });
  await (await letIn(person, { asks: { client_id: body.client_id, redirect_uri: 'https://b.example/' } })).redeem();
  expect((await person.get('/me')).text).toContain("<bdi>b.example “Eve' (verified) '” (not verified)</bdi>");
  await as('editor', 'Eve Verified');
  expect((await person.get('/me')).text).toContain('<bdi>b.example</bdi>');
});
