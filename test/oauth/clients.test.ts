import { expect, it } from 'vitest';
import { createLog } from '../../src/log.js';
import { AuthorizationServer, type OAuthOptions } from '../../src/oauth/authorization-server.js';
import { asking, decide, post, register, verifier } from '../support/agent.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

portalForAll();

/** First requests of clients, as their authors or users have noted them down in 2026. */
const registrations: Readonly<Record<string, { readonly body: object; readonly redirects: readonly string[] }>> = {
  Claude: {
    body: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
  },
  'Claude Code': {
    body: {
      client_name: 'Claude Code (northlight)',
      application_type: 'native',
      redirect_uris: ['http://localhost:3118/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['http://localhost:3118/callback', 'http://localhost:56648/callback'],
  },
  ChatGPT: {
    body: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  'VS Code': {
    body: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:51000/'],
  },
  Cursor: {
    body: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirects: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
  },
  Codex: {
    body: {
      client_name: 'Codex',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:37819/callback/X2s1b0x3'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
    },
    redirects: ['http://127.0.0.1:37819/callback/X2s1b0x3'],
  },
};

const editor = async () => WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'editor' }));

it.each(Object.keys(registrations))('%s registers, and gets its tokens at each of its addresses', async (name) => {
  const { body: sent, redirects = [] } = registrations[name] ?? { body: {} };
  const { status, body } = await register(portal, sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({ token_endpoint_auth_method: 'none' });
  const person = await editor();
  for (const redirect_uri of redirects) {
    // None of them knows the rights of this server before it is told.
    const asked = await asking(portal, { client_id: body.client_id, redirect_uri, scope: null });
    const query = new URLSearchParams(asked);
    const page = await person.get(`/authorize?${query}`);
    const { protocol, origin, host } = new URL(redirect_uri);
    const isWeb = protocol.startsWith('http');
    expect(page.text).toContain(`<strong>${isWeb ? host : protocol.slice(0, -1)}</strong>`);
    expect(page.text).toMatch(/calls itself “<bdi>[^<]+<\/bdi>”, not verified/);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${isWeb ? origin : protocol};`);
    const back = await decide(person, `/authorize?${query}`);
    if (!(back instanceof URL)) throw new Error(`a page: ${back.status}`);
    expect(back.href.startsWith(redirect_uri)).toBe(true);
    const code = back.searchParams.get('code') ?? '';
    const redeeming = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri };
    const { body: tokens } = await post(portal, 'token', { ...redeeming, client_id: body.client_id });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read propose' });
    expect(tokens.refresh_token).toBeDefined();
  }
});

/** A server of its own, to which documents come from this test. */
function serverOf(documents: Readonly<Record<string, object>>, options: Partial<OAuthOptions> = {}) {
  const fetched: string[] = [];
  const fetchDocument = async (address: string): Promise<Response> => {
    fetched.push(address);
    const document = documents[address];
    return document === undefined ? new Response('', { status: 404 }) : Response.json(document);
  };
  const log = createLog('silent');
  const server = new AuthorizationServer({
    service: portal.service,
    log,
    allow: [],
    blocked: [],
    fetchDocument,
    ...options,
  });
  return { server, fetched };
}

const id = 'https://chatgpt.com/oauth/client.json';
const redirect = 'https://chatgpt.com/connector_platform_oauth_redirect';
/** Metadata document of ChatGPT: it would rather prove who it is, and need not. */
const document = {
  ...{ client_id: id, client_uri: 'https://chatgpt.com/', redirect_uris: [redirect], client_name: 'ChatGPT' },
  ...{
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  },
  ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  ...{ token_endpoint_auth_signing_alg: 'RS256', jwks_uri: 'https://chatgpt.com/oauth/jwks.json' },
};

async function asks(server: AuthorizationServer, changes: Record<string, string> = {}) {
  const person = await editor();
  const token = person.cookie?.replace(/^bp=/, '') ?? '';
  const principal = await portal.service.sessions.recognise(token);
  if (principal === null) throw new Error('no session');
  const query = await asking(portal, { client_id: id, redirect_uri: redirect, ...changes });
  return server.authorize(backendOrigin(portal), `?${new URLSearchParams(query)}`, { principal, decision: null });
}

it('a client with a metadata document is known by the host of it', async () => {
  const { server, fetched } = serverOf({ [id]: document });
  expect(await asks(server)).toMatchObject({ documentHost: 'chatgpt.com', name: 'ChatGPT', receiver: 'chatgpt.com' });
  await asks(server);
  expect(fetched).toEqual([id]);
});

const documents: readonly (readonly [name: string, changes: object, options: Partial<OAuthOptions>])[] = [
  ['of another address', { client_id: 'https://chatgpt.com/oauth/other.json' }, {}],
  ['without this redirect address', { redirect_uris: ['https://chatgpt.com/other'] }, {}],
  ['with a secret', { client_secret: 'a secret' }, {}],
  ['of a client that has to prove who it is', { token_endpoint_auth_methods_supported: undefined }, {}],
  ['with an unknown scheme', { redirect_uris: [redirect, 'unknown://callback'] }, {}],
  [
    'that leads to a blocked host',
    { redirect_uris: [redirect, 'https://blocked.example/'] },
    { blocked: ['blocked.example'] },
  ],
  ['larger than 5 KB', { policy: 'a'.repeat(6000) }, {}],
];

it.each(documents)('a document %s lets no one ask', async (_, changes, options) => {
  const { server } = serverOf({ [id]: { ...document, ...changes } }, options);
  await expect(asks(server)).rejects.toMatchObject({ code: 'bad_request' });
});

it('a document is not fetched for a program, nor from a blocked host', async () => {
  const { server, fetched } = serverOf({ [id]: document }, { blocked: ['chatgpt.com'] });
  await expect(asks(server)).rejects.toMatchObject({ code: 'bad_request' });
  expect(fetched).toEqual([]);
  const form = { grant_type: 'authorization_code', code: 'none', code_verifier: verifier, redirect_uri: redirect };
  expect(await post(portal, 'token', { ...form, client_id: id })).toMatchObject({ body: { error: 'invalid_grant' } });
});
