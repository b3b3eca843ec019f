import { createServer } from 'node:net';
import { IssuerMismatchError } from '@modelcontextprotocol/client';
import { describe, expect, it, test } from 'vitest';
import { RegisteredClients, redirectProblem } from '../../src/oauth/clients.js';
import {
  asking,
  askingPath,
  callback,
  decide,
  letIn,
  metadata,
  otherClient,
  post,
  register,
  signedIn,
  statusAt,
  TestAgent,
} from '../support/agent.js';
import { headOf } from '../support/commits.js';
import { listenOn } from '../support/loopback.js';
import { portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { backendOrigin } from '../support/workspace.js';
import { as } from '../support/workspace-people.js';

const blocked = 'blocked.example';

const editor = () => as('editor');

describe('what a client asks of a person', () => {
  portalForAll({ config: { oauth_block: [blocked] } });

  const toClient: readonly (readonly [name: string, changes: Record<string, string | null>, error: string])[] = [
    ['without a challenge', { code_challenge: null }, 'invalid_request'],
    ['with a challenge that is no hash', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://else.example/mcp' }, 'invalid_target'],
    ['for what is no endpoint of agents', { resource: '/api/v1' }, 'invalid_target'],
    ['without asking anyone', { prompt: 'none' }, 'consent_required'],
    ['by a signed object', { request: 'e30.e30.' }, 'request_not_supported'],
  ];

  it.each(toClient)('%s: the client is told why, with its state and the issuer', async (_, changes, error) => {
    const origin = backendOrigin(portal);
    const own = changes.resource?.startsWith('/') ? { resource: origin + changes.resource } : changes;
    const back = await decide(await editor(), await askingPath(portal, own));
    if (!(back instanceof URL)) throw new Error(`a page: ${back.status}`);
    expect(back.origin + back.pathname).toBe(callback);
    // An answer to who asked for a token is in the fragment.
    const { error: told, state, iss } = Object.fromEntries(new URLSearchParams(back.search || back.hash.slice(1)));
    expect([told, state, iss]).toEqual([error, 'a state', origin]);
  });

  it('for two resources: the client is told before anyone is asked', async () => {
    const { resource = '', ...asked } = await asking(portal);
    const others = [resource, `${backendOrigin(portal)}/brands/northlight/-/mcp`];
    for (const other of others) {
      const query = new URLSearchParams([...Object.entries(asked), ['resource', resource], ['resource', other]]);
      const { status, location } = await (await editor()).get(`/authorize?${query}`);
      const back = new URL(location ?? 'none:');
      expect([status, back.origin + back.pathname]).toEqual([303, callback]);
      expect(Object.fromEntries(back.searchParams)).toMatchObject({
        error: 'invalid_target',
        error_description: 'only one resource can be requested',
        state: 'a state',
      });
    }
  });

  it('by an id of before, when any host could be registered: at its other addresses only', async () => {
    const seals = await portal.service.grants.seals();
    const before = new RegisteredClients(seals, backendOrigin(portal), portal.clock.read);
    const idOf = (...redirects: string[]) => before.createId(redirects, 'Earlier') ?? '';
    const bad = ['https://a;b.example/cb', 'https://a,b.example/cb', 'https://*/cb'];
    const person = await editor();
    for (const redirect_uri of bad) {
      for (const [client_id, error] of [
        [idOf(redirect_uri), 'invalid_client'],
        [idOf(redirect_uri, callback), 'invalid_redirect_uri'],
      ] as const) {
        const { status, text } = await person.get(await askingPath(portal, { client_id, redirect_uri }));
        expect([redirect_uri, status]).toEqual([redirect_uri, 400]);
        expect(text).toContain(`(${error})`);
      }
    }
    const { redeem } = await letIn(person, { asks: { client_id: idOf(...bad, callback) } });
    expect(await redeem()).toMatchObject({ status: 200 });
  });

  const toPerson: readonly (readonly [name: string, changes: Record<string, string>, error: string])[] = [
    ['of a client that there is not', { client_id: 'nobody' }, 'invalid_client'],
    ['with an address that it has not registered', { redirect_uri: 'https://else.example/' }, 'invalid_redirect_uri'],
    ['with an address next to a registered one', { redirect_uri: `${callback}/more` }, 'invalid_redirect_uri'],
    ['of a document in a private network', { client_id: 'https://10.0.0.1/client.json' }, 'invalid_client'],
    ['of a document of the cloud', { client_id: 'https://169.254.169.254/latest' }, 'invalid_client'],
    ['of a document by plain http', { client_id: 'http://else.example/client.json' }, 'invalid_client'],
    ['of a document of a blocked host', { client_id: `https://${blocked}/client.json` }, 'invalid_client'],
    ['with an answer as a form', { response_mode: 'form_post' }, 'invalid_request'],
  ];

  it.each(toPerson)('%s: nobody but the person is told', async (_, changes, error) => {
    const page = await decide(await editor(), await askingPath(portal, changes));
    if (page instanceof URL) throw new Error(`led to ${page}`);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.text).toContain(`(${error})`);
  });

  it('of a document on this machine: no connection is made', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await listenOn(server);
    const person = await editor();
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
      const path = await askingPath(portal, { client_id: `https://${host}:${port}/client.json` });
      const { status, text } = await person.get(path);
      expect([host, status, text.includes('(invalid_client)')]).toEqual([host, 400, true]);
    }
    server.close();
    expect(connections).toBe(0);
  });

  it('named twice is refused', async () => {
    const { status, text } = await (await editor()).get(`${await askingPath(portal)}&client_id=other`);
    expect([status, text.includes('(invalid_request)')]).toEqual([400, true]);
  });

  it('is not decided by who has no part in the brand', async () => {
    const stranger = await signedIn(portal, {});
    const resource = (slug: string) => ({ resource: `${backendOrigin(portal)}/brands/${slug}/-/mcp` });
    for (const changes of [{}, resource('acme'), resource('nowhere')])
      expect((await stranger.get(await askingPath(portal, changes))).status).toBe(403);
  });
});

describe('a registration', () => {
  portalForAll({ config: { oauth_block: [blocked], trusted_proxies: ['127.0.0.1'] } });

  const refused: readonly (readonly [name: string, body: object, error: string])[] = [
    ['without an address', { client_name: 'None' }, 'invalid_redirect_uri'],
    ['with plain http', { redirect_uris: ['http://else.example/'] }, 'invalid_redirect_uri'],
    ['with a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['with an unknown scheme', { redirect_uris: ['unknown://callback'] }, 'invalid_redirect_uri'],
    ['with a fragment', { redirect_uris: ['https://else.example/#a'] }, 'invalid_redirect_uri'],
    ['with a text', { redirect_uris: callback }, 'invalid_redirect_uri'],
    ...['*', '*.else.example', 'a;b.example', 'a,b.example', "a'b.example", 'a_b.example', 'a b'].map(
      (host) => [`with the host ${host}`, { redirect_uris: [`https://${host}/cb`] }, 'invalid_redirect_uri'] as const,
    ),
    ['with a good host and a bad one', { redirect_uris: [callback, 'https://*/cb'] }, 'invalid_redirect_uri'],
    [
      'with eleven addresses',
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://else.example/${n}`) },
      'invalid_redirect_uri',
    ],
  ];

  it.each(refused)('%s is refused', async (_, body, error) => {
    expect(await register(portal, body)).toMatchObject({ status: 400, body: { error } });
  });

  it('says which hosts it takes', async () => {
    expect((await register(portal, { redirect_uris: ['https://*/cb'] })).body).toEqual({
      error: 'invalid_redirect_uri',
      error_description: 'redirect_uris takes hosts of letters, digits, dots and hyphens, and IP addresses',
    });
  });

  it('takes every host that the policy of the consent page can name', async () => {
    for (const host of ['ELSE.example', 'a-b.example:8443', 'bücher.example', '192.0.2.1', '[2001:db8::1]:8443']) {
      const redirect_uri = `https://${host}/cb`;
      const { status, body } = await register(portal, { redirect_uris: [redirect_uri] });
      expect([host, status, body.error_description]).toEqual([host, 201, undefined]);
      const page = await (await editor()).get(await askingPath(portal, { client_id: body.client_id, redirect_uri }));
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain(
        `form-action 'self' ${new URL(redirect_uri).origin};`,
      );
    }
  });

  it('takes a host with other letters however often V8 has run the rule', () => {
    const address = (_: unknown, at: number) => `https://bücher.example/${at}`;
    const received: string[] = JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, address)));
    expect(received.filter((uri) => redirectProblem([uri]) !== null)).toEqual([]);
  });

  it('has at most 8 KB, and holds no more than what counts', async () => {
    const large = { ...metadata, client_uri: `https://else.example/${'a'.repeat(9000)}` };
    expect((await register(portal, large)).status).toBe(413);
    const { body } = await register(portal, { ...metadata, logo_uri: 'https://else.example/logo.png', scope: 'all' });
    expect(body).toMatchObject({ client_name: 'Test agent', token_endpoint_auth_method: 'none' });
    const long = await register(portal, { ...metadata, client_name: 'a'.repeat(100) });
    expect(long.body.client_name).toBe('a'.repeat(60));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['logo_uri']));
    expect(body.client_secret).toBeUndefined();
  });

  it('with an address of a blocked host lets no one ask', async () => {
    const redirect_uri = `https://${blocked}/callback`;
    const { client_id } = (await register(portal, { redirect_uris: [redirect_uri] })).body;
    const path = await askingPath(portal, { client_id, redirect_uri });
    expect((await (await editor()).get(path)).status).toBe(400);
  });

  it('is a matter of 30 a minute for a network', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, () => register(portal)));
    expect(all.at(-1)?.status).toBe(429);
    expect((await register(portal, metadata, { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(201);
  });
});

describe('a code', () => {
  portalForEach();

  const wrong: readonly (readonly [name: string, changes: Record<string, string>, error: string])[] = [
    ['with another verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
    ['without a verifier', { code_verifier: '' }, 'invalid_grant'],
    ['with another address', { redirect_uri: `${callback}/more` }, 'invalid_grant'],
    ['for another resource', { resource: 'https://else.example/mcp' }, 'invalid_target'],
    ['that was changed', { code: `bp_${'0'.repeat(200)}` }, 'invalid_grant'],
    ['by another way', { grant_type: 'password' }, 'unsupported_grant_type'],
  ];

  it.each(wrong)('%s gets nothing', async (_, changes, error) => {
    const { redeem } = await letIn(await editor());
    expect(await redeem(changes)).toMatchObject({ status: 400, body: { error } });
  });

  it('of another client gets nothing', async () => {
    const { redeem } = await letIn(await editor());
    const client_id = await otherClient(portal);
    expect(await redeem({ client_id })).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('is over after a minute', async () => {
    const { redeem } = await letIn(await editor());
    portal.clock.advance({ seconds: 60 });
    expect(await redeem()).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('redeemed twice ends the grant', async () => {
    const { redeem } = await letIn(await editor());
    const { body } = await redeem();
    expect(await statusAt(portal, body.access_token)).toBe(200);
    expect(await redeem()).toMatchObject({ body: { error: 'invalid_grant' } });
    expect(await statusAt(portal, body.access_token)).toBe(401);
  });
});

describe('a refresh token', () => {
  portalForEach();
  const head = (): string => headOf(`${portal.data}/registry.git`, portal.fs);

  it('has the same successor for a minute, and ends the grant when it is used later', async () => {
    const person = await editor();
    const heads = [head()];
    const { redeem, refresh } = await letIn(person);
    expect(head()).toBe(heads[0]);
    const { body: first } = await redeem();
    heads.push(head());
    const soon = await refresh(first.refresh_token);
    expect(soon.body.refresh_token).toBe(first.refresh_token);
    expect(head()).toBe(heads[1]);
    portal.clock.advance({ seconds: 3600 });
    expect(await statusAt(portal, first.access_token)).toBe(401);
    const { body: second } = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    heads.push(head());
    portal.clock.advance({ seconds: 60 });
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    // One commit makes the grant, and one an hour its next token.
    expect([new Set(heads).size, head()]).toEqual([3, heads[2]]);
    portal.clock.advance({ seconds: 1 });
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await refresh(second.refresh_token)).toMatchObject({ body: { error: 'invalid_grant' } });
    expect(await statusAt(portal, second.access_token)).toBe(401);
  });

  it('is of one client, and gives no more than was granted', async () => {
    const { redeem, refresh } = await letIn(await editor());
    const { body } = await redeem();
    expect(body.scope).toBe('read propose');
    for (const [token, changes, error] of [
      [body.refresh_token, { client_id: await otherClient(portal) }, 'invalid_grant'],
      [body.refresh_token, { scope: 'read write' }, 'invalid_scope'],
      [`bp_${'0'.repeat(80)}`, {}, 'invalid_grant'],
    ])
      expect(await refresh(token, changes)).toMatchObject({ body: { error } });
  });

  it('is given back by its client', async () => {
    const { asked, redeem } = await letIn(await editor());
    const { body } = await redeem();
    const given = { token: body.refresh_token, client_id: asked.client_id ?? '' };
    expect((await post(portal, 'revoke', given)).status).toBe(200);
    expect(await statusAt(portal, body.access_token)).toBe(401);
  });
});

describe('the client', () => {
  portalForEach();

  test('that has registered itself is unknown after a year', async () => {
    const { client_id = '' } = await asking(portal);
    portal.clock.advance({ days: 365 });
    const { status, text } = await (await editor()).get(await askingPath(portal, { client_id }));
    expect([status, text.includes('(invalid_client)')]).toEqual([400, true]);
    const form = { grant_type: 'refresh_token', refresh_token: 'bp_', client_id };
    expect(await post(portal, 'token', form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });

  test('does not take an answer of another issuer', async () => {
    const agent = new TestAgent(portal);
    await agent.connect().catch(() => {});
    const back = await decide(await editor(), agent.asked ?? 'nowhere');
    if (!(back instanceof URL)) throw new Error('a page');
    back.searchParams.set('iss', 'https://else.example');
    await expect(agent.take(back.searchParams)).rejects.toBeInstanceOf(IssuerMismatchError);
  });
});
