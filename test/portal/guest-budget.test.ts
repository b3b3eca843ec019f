import { expect, it } from 'vitest';
import { agentsHeaders, message } from '../support/mcp.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { askHost, openPortal } from '../support/portal-visitors.js';

portalForAll({
  config: {
    ...{ guest_requests_per_minute: 3, requests_per_minute: 3, trusted_proxies: ['127.0.0.1'] },
    ...{ backend_url: 'https://work.example', portal_hosts: { 'brand.example': 'acme' }, mcp_hosts: ['work.example'] },
  },
});

it('a network of guests has a budget, of which pages from memory and the gate take their part', async () => {
  await openPortal(portal, 'acme');
  const paths = ['/brands/acme/', '/brands/acme/', '/brands/nobody/', '/brands/acme/', '/brands/nobody/'];
  const answers = [];
  for (const path of paths) answers.push(await askHost(portal, 'work.example', path));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 429, 429]);
  const [, , , refused] = answers;
  expect([refused?.headers.get('cache-control'), refused?.headers.get('etag')]).toEqual(['no-store', null]);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('tools for guests have a budget of each network, over all brands and hosts', async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  for (const slug of ['acme', 'other']) await openPortal(portal, slug);
  const ask = (host: string, path: string, network: string) =>
    askHost(portal, host, path, { ...agentsHeaders, 'X-Forwarded-For': network }, message('tools/list'));
  const places = [
    ['brand.example', '/-/mcp/public'],
    ['work.example', '/brands/acme/-/mcp/public'],
    ['work.example', '/brands/other/-/mcp/public'],
    ['brand.example', '/-/mcp/public'],
  ] as const;
  const answers = [];
  for (const [host, path] of places) answers.push(await ask(host, path, '203.0.113.1'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.text).toContain('The budget of this network is spent: 3 requests a minute.');
  expect((await ask('brand.example', '/-/mcp/public', '203.0.113.2')).status).toBe(200);
});
