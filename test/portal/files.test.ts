import { beforeEach, describe, expect, it } from 'vitest';
import { svg } from '../support/files.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { addressOf, putFile, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

let id: number;
let hidden: number;

const image = (media: number) => ({ type: 'image', data: { media_id: media } });
const at = (medium: number | string, name = 'logo.svg', query = '') => `/brands/acme/-/files/${medium}/${name}${query}`;

beforeEach(async () => {
  id = (await putFile(client, 'logo.svg', svg('shown'))).id;
  hidden = (await putFile(client, 'secret.svg', svg('hidden'))).id;
  await visiblePage({ title: 'Logo', blocks: [image(id)] });
  await visiblePage({ title: 'Secret', blocks: [image(hidden)] }, 'hidden');
});

describe('a file at its stable address', () => {
  it('leads guests of a public portal to the public address, in the form that is asked for', async () => {
    await openPortal(portal, 'acme');
    const address = await addressOf(client, id);
    for (const [name, query] of [
      ['logo.svg', ''],
      ['logo.svg', '?download'],
      ['logo.svg', '?width=640&format=png&download'],
      ['before-its-replacement.png', ''],
    ] as const) {
      const { status, headers } = await visit(portal, at(id, name, query));
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        address + query,
        'no-store',
      ]);
    }
  });

  it('is sent to people, as nothing that runs, and kept by no cache', async () => {
    await openPortal(portal, 'acme', { portal: 'people' });
    const reply = await visit(portal, at(id), { headers: { Cookie: await cookieOf('viewer') } });
    const { status, headers } = reply;
    expect([status, await reply.text()]).toEqual([200, svg('shown')]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('is the same 404 for a file that is hidden, withdrawn or unknown, and for another query', async () => {
    await openPortal(portal, 'acme');
    const answers = async (paths: string[], init?: RequestInit) =>
      Promise.all(paths.map(async (path) => [path, (await visit(portal, path, init)).status]));
    const unknown = [at(999), at(`0${id}`), at('1e0'), at(hidden), at(id, 'logo.svg', '?width=7'), at(id, 'x', '?v=1')];
    expect(await answers(unknown)).toEqual(unknown.map((path) => [path, 404]));
    const texts = await Promise.all([999, hidden].map(async (one) => (await visit(portal, at(one))).text()));
    expect(texts[0]).toBe(texts[1]);
    const viewer = { headers: { Cookie: await cookieOf('viewer') } };
    expect((await visit(portal, at(hidden), viewer)).status).toBe(404);
    expect((await visit(portal, at(hidden), { headers: { Cookie: await cookieOf('editor') } })).status).toBe(200);
    await withdraw(client, id);
    expect((await visit(portal, at(id))).status).toBe(404);
  });
});
