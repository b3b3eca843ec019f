import { expect, it } from 'vitest';
import { openService } from '../support/data.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson } from '../support/workspace.js';

portalForEach();

it('two servers on one data directory that get one form at once add one webhook, which keeps its secret', async () => {
  const { fs, data, clock } = portal;
  const other = await openService({ fs, data, clock: clock.read });
  const by = await addPerson(portal, 'Ada Lind', { acme: 'admin' });
  const version = portal.head('acme');
  const hook = { brand: 'acme', url: 'https://site.example/', events: null, version, allow: [] };
  const services = [portal.service, other];
  for (let round = 0; round < 10; round += 1) {
    const added = await Promise.allSettled(
      services.map(({ webhooks }) => webhooks.add(hook, { ...by, brand: 'acme', form: `form ${round}` })),
    );
    expect(added.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['conflict']);
    const [made] = added.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const { webhooks } of services) {
      await webhooks.readFresh();
      const { record, position } = await webhooks.get('acme', made?.record.id ?? '');
      expect([(await webhooks.files.readSecret(record))?.secret, position?.serial]).toEqual([made?.secret, 0]);
    }
  }
});
