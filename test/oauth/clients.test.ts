import { expect, it } from 'vitest';
import { asking, decide, post, register, verifier } from '../support/agent.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

portalForAll();

const common = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** First requests of clients, as their authors or users have noted them down in 2026. */
const registrations: Readonly<Record<string, { readonly body: object; readonly redirects: readonly string[] }>> = {
  Claude: {
    body: {
      ...common,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirects: ['https://claude.ai/api/mcp/auth_callback'],
  },
  'Claude Code': {
    body: {
      ...common,
      client_name: 'Claude Code (northlight)',
      application_type: 'native',
      redirect_uris: ['http://localhost:3118/callback'],
    },
    redirects: ['http://localhost:3118/callback', 'http://localhost:56648/callback'],
  },
  ChatGPT: {
    body: {
      ...common,
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  'VS Code': {
    body: {
      ...common,
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
    },
    redirects: ['https://vscode.dev/redirect', 'http://127.0.0.1:33418/', 'http://127.0.0.1:51000/'],
  },
  Cursor: {
    body: {
      ...common,
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
    },
    redirects: ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback'],
  },
  Codex: {
    body: {
      ...common,
      client_name: 'Codex',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1:37819/callback/X2s1b0x3'],
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
