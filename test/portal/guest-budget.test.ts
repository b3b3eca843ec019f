import { expect, it } from 'vitest';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';

portalForAll({ config: { guest_requests_per_minute: 3 } });

it('a network of guests has a budget, of which pages from memory and the gate take their part', async () => {
  await openPortal(portal, 'acme');
  const paths = ['/brands/acme/', '/brands/acme/', '/brands/nobody/', '/brands/acme/', '/brands/nobody/'];
  const answers = [];
  for (const path of paths) answers.push(await visit(portal, path));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 429, 429]);
  const [, , , refused] = answers;
  expect([refused?.headers.get('cache-control'), refused?.headers.get('etag')]).toEqual(['no-store', null]);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});
