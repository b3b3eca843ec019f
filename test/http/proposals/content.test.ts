import { describe, expect, test } from 'vitest';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { approve, merge } from '../../support/proposals.js';

portalForAll();

const text = (value: string) => ({ type: 'rich_text', data: { html: `<p>${value}</p>` } });

describe('a proposal', () => {
  test('is written and read like the brand, which stays as it is', async () => {
    const page = await client.page({ title: 'Logo', blocks: [text('One.')] });
    const head = portal.head('acme');
    const read = await client.get(`/pages/${page.id}`);
    const begun = await client.patch(`/pages/${page.id}?proposal=new`, { title: 'The logo' });
    expect(begun.status).toBe(200);
    const number = begun.headers.get('proposal');
    expect(begun.headers.get('cache-control')).toBe('private, no-store');
    const shown = await client.get(`/pages/${page.id}?proposal=${number}`);
    expect(shown.body.title).toBe('The logo');
    expect(shown.headers.get('etag')).toBe(begun.headers.get('etag'));
    expect((await client.get(`/pages/${page.id}`)).text).toBe(read.text);
    expect(portal.head('acme')).toBe(head);

    const main = await client.post(`/pages/${page.id}/blocks`, text('Two.'));
    expect(main.status).toBe(201);
    const both = await client.get(`/pages/${page.id}?proposal=${number}`);
    expect(both.body).toMatchObject({ title: 'The logo', blocks: [{}, { data: { html: '<p>Two.</p>' } }] });
  });

  test('gives what it makes a provisional id', async () => {
    const made = await client.post('/pages?proposal=new', { title: 'New here', type: 'container' });
    const number = made.headers.get('proposal');
    expect(made.headers.get('location')).toBe(`/api/v1/pages/${made.body.id}?proposal=${number}`);
    expect(made.body.id).toBe(2 ** 40);
    const below = await client.post(`/pages?proposal=${number}`, { title: 'Below', parent_id: made.body.id });
    expect(below.body).toMatchObject({ id: 2 ** 40 + 1, parent_id: 2 ** 40 });
    await client.refused(404, 'GET', `/pages/${made.body.id}`);
    const list = await client.get(`/pages?proposal=${number}`);
    expect(list.body.slice(-2)).toMatchObject([{ title: 'New here' }, { title: 'Below' }]);
  });

  test('is not described by the key of a change to another proposal', async () => {
    const begin = async () => (await client.post('/proposals', { title: 'Begun' })).body.number;
    const [one, other] = [await begin(), await begin()];
    const headers = { 'Idempotency-Key': 'one-proposal' };
    const body = { title: 'Described' };
    expect((await client.patch(`/proposals/${one}`, body, { headers })).status).toBe(200);
    await client.refused(422, 'PATCH', `/proposals/${other}`, { body, headers });
    expect((await client.get(`/proposals/${other}`)).body.title).toBe('Begun');
  });

  test('answers the earlier id with the final one when it is published', async () => {
    const { body: made, headers } = await client.post('/pages?proposal=new', { title: 'Published later' });
    const n = Number(headers.get('proposal'));
    const brand = { service: portal.service, slug: 'acme' };
    await approve(brand, n);
    await merge(brand, n);
    const [{ final }] = (await client.get(`/proposals/${n}`)).body.ids;
    const authorization = { Authorization: `Bearer ${client.key}` };
    const at = `/api/v1/pages/${made.id}?proposal=${n}`;
    const moved = await fetch(`${portal.url}${at}`, { redirect: 'manual', headers: authorization });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `/api/v1/pages/${final}?proposal=${n}`]);
    expect((await client.get(`/pages/${made.id}?proposal=${n}`)).body).toMatchObject({ id: final });
    await client.refused(404, 'GET', `/pages/${made.id}`);
  });

  test('is approved no longer when its title or note changes', async () => {
    const page = await client.page({ title: 'Approved' });
    const n = Number(
      (await client.patch(`/pages/${page.id}?proposal=new`, { title: 'Changed' })).headers.get('proposal'),
    );
    const brand = { service: portal.service, slug: 'acme' };
    const title = 'Typed title';
    await client.patch(`/proposals/${n}`, { title });
    for (const change of [{ note: 'Another note' }, { title: 'Another title' }]) {
      await approve(brand, n);
      const { note } = (await client.get(`/proposals/${n}`)).body;
      const same = await client.patch(`/proposals/${n}`, { title, note });
      expect(same.body).toMatchObject({ state: 'approved', reviews: [{ verdict: 'approved' }] });
      const changed = await client.patch(`/proposals/${n}`, change);
      expect(changed.body).toMatchObject({ ...change, state: 'open', reviews: [] });
      await expect(merge(brand, n)).rejects.toMatchObject({ code: 'invalid' });
    }
  });

  test('is searched in what it changes', async () => {
    const [page] = [await client.page({ title: 'Zephyr one' }), await client.page({ title: 'Zephyr two' })];
    const found = async (query: string) =>
      (await client.get(`/search?q=${query}`)).body.map(({ title }: { title: string }) => title);
    const { headers } = await client.patch(`/pages/${page.id}?proposal=new`, { title: 'Zephyr changed' });
    const n = headers.get('proposal');
    expect(await found(`zephyr&proposal=${n}`)).toEqual(['Zephyr changed']);
    await client.patch(`/pages/${page.id}?proposal=${n}`, { title: 'Mistral' });
    expect(await found(`zephyr&proposal=${n}`)).toEqual([]);
    expect(await found('zephyr')).toEqual(['Zephyr one', 'Zephyr two']);
    await client.refused(404, 'GET', '/search?q=zephyr&proposal=999999');
  });

  test('takes preconditions and idempotency keys', async () => {
    const page = await client.page({ title: 'Voice' });
    const headers = { 'Idempotency-Key': 'once' };
    const sent = { title: 'Our voice' };
    const first = await client.patch(`/pages/${page.id}?proposal=new`, sent, { headers });
    const again = await client.patch(`/pages/${page.id}?proposal=new`, sent, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('proposal')).toBe(first.headers.get('proposal'));
    expect(again.text).toBe(first.text);
    const number = first.headers.get('proposal');
    const stale = { 'If-Match': '"0000000000000000000000000000000000000000"' };
    await client.refused(412, 'PATCH', `/pages/${page.id}?proposal=${number}`, { body: sent, headers: stale });
    const fresh = { 'If-Match': first.headers.get('etag') ?? '' };
    const next = await client.patch(`/pages/${page.id}?proposal=${number}`, { title: 'Voice' }, { headers: fresh });
    expect(next.status).toBe(200);
  });

  test.each(['0', 'one', '1000000', 'new'])('that is not there cannot be read: %s', async (number) => {
    const reply = await client.get(`/pages?proposal=${number}`);
    expect(reply.status).toBe(number === '1000000' ? 404 : 422);
  });
});
