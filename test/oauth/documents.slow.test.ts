import type { ServerResponse } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { askingPath, post, signedIn, verifier } from '../support/agent.js';
import { authority, documentsForAll } from '../support/documents.js';
import { TestPortal } from '../support/portal.js';
import { program, programForAll } from '../support/program.js';
import type { WorkspaceClient } from '../support/workspace.js';

const webhook_allow = ['127.0.0.1'];
programForAll({ webhook_allow, oauth_block: ['blocked.example'] }, { NODE_EXTRA_CA_CERTS: authority });
const documents = documentsForAll();
const redirect_uri = 'https://client.example/callback';
const largest = 5 * 1024;

/** Text of a document, which is right but for the changes. */
const written = (client_id: string, changes: object = {}): string =>
  JSON.stringify({ client_id, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', ...changes });

/** Text of a document of this many bytes. */
function sized(client_id: string, bytes: number): string {
  const more = bytes - written(client_id, { policy: '' }).length;
  return written(client_id, { policy: 'a'.repeat(more) });
}

const editor = (portal: TestPortal) => signedIn(portal, { acme: 'editor' });
let ada: WorkspaceClient;
beforeAll(async () => {
  ada = await editor(program);
});

/** What a client asks of a person. @returns the error, `null` when the person is asked */
async function refusal(person: WorkspaceClient, client_id: string, changes: object = {}): Promise<string | null> {
  const { status, text } = await person.get(await askingPath(person.portal, { client_id, redirect_uri, ...changes }));
  const [, error = null] = /\((\w+)\)\./.exec(text) ?? [];
  expect([status, text.includes('client.example')]).toEqual(error === null ? [200, true] : [400, false]);
  return error;
}

it('of 5 KB is read once, and names its client', async () => {
  const id = documents.address('/largest');
  documents.answers.set('/largest', (response) => response.end(sized(id, largest)));
  for (let time = 0; time < 2; time += 1) expect(await refusal(ada, id)).toBeNull();
  expect(documents.requests).toEqual(['/largest']);
});

const failures: Readonly<Record<string, (response: ServerResponse, id: string) => void>> = {
  'that is one byte larger': (response, id) => void response.end(sized(id, largest + 1)),
  'that says to be larger': (response) => void response.writeHead(200, { 'Content-Length': largest + 1 }).write('{'),
  'that never ends': (response) => void response.writeHead(200).write('{'),
  'that never begins': () => {},
  'that is moved': (response) => void response.writeHead(302, { Location: documents.address('/moved') }).end(),
  'that is not there': (response, id) => void response.writeHead(404).end(written(id)),
  'that is no JSON': (response) => void response.end('client'),
  'that is a list': (response, id) => void response.end(`[${written(id)}]`),
  'of another address': (response) => void response.end(written(documents.address('/largest'))),
  'without an address': (response) => void response.end(written('')),
  'with a secret': (response, id) => void response.end(written(id, { client_secret: 'a secret' })),
  'of a client that has to prove who it is': (response, id) =>
    void response.end(written(id, { token_endpoint_auth_method: 'private_key_jwt' })),
  'with an unknown scheme': (response, id) =>
    void response.end(written(id, { redirect_uris: [redirect_uri, 'unknown://callback'] })),
  'that leads to a blocked host': (response, id) =>
    void response.end(written(id, { redirect_uris: [redirect_uri, 'https://blocked.example/'] })),
};

it.each(Object.keys(failures))('%s lets no one ask', async (name) => {
  const path = `/${encodeURIComponent(name)}`;
  documents.answers.set(path, (response) => failures[name]?.(response, documents.address(path)));
  documents.serve('/moved', { redirect_uris: [redirect_uri] });
  expect(await refusal(ada, documents.address(path))).toMatch(/^invalid_(?:client|redirect_uri)/);
  expect(documents.requests.filter((one) => [path, '/moved'].includes(one))).toEqual([path]);
});

it('of a client that would rather prove who it is, and need not, names its client', async () => {
  // As ChatGPT has it.
  const id = documents.serve('/rather', {
    ...{ redirect_uris: [redirect_uri], token_endpoint_auth_method: 'private_key_jwt' },
    ...{ token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] },
    ...{ token_endpoint_auth_signing_alg: 'RS256', jwks_uri: 'https://client.example/jwks.json' },
  });
  expect(await refusal(ada, id)).toBeNull();
});

it('is not fetched for a program', async () => {
  const client_id = documents.serve('/program', { redirect_uris: [redirect_uri] });
  const form = { grant_type: 'authorization_code', code: 'none', code_verifier: verifier, redirect_uri, client_id };
  expect(await post(program, 'token', form)).toMatchObject({ body: { error: 'invalid_grant' } });
  expect(documents.requests).not.toContain('/program');
});

const others = ['/', '?more=1', '#more', 'X', '/%2e%2e/callback'].map((end) => redirect_uri + end);

it.each([...others, redirect_uri.toUpperCase(), redirect_uri.replace('https', 'http')])(
  'of one redirect address lets no one ask for %s',
  async (address) => {
    const id = documents.serve('/exact', { redirect_uris: [redirect_uri] });
    expect(await refusal(ada, id, { redirect_uri: address })).toBe('invalid_redirect_uri');
  },
);

it('of a server without a certificate that is trusted is not read', async () => {
  const id = documents.serve('/certified', { redirect_uris: [redirect_uri] });
  expect(await refusal(ada, id.replace('localhost', '127.0.0.1'))).toBe('invalid_client');
  // A portal of this process, which has no other authorities than Node.
  const portal = await TestPortal.start({ config: { webhook_allow } });
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  expect(await refusal(await editor(portal), id)).toBe('invalid_client');
  await portal.close();
  expect(documents.requests).not.toContain('/certified');
});
