import { describe, expect, it } from 'vitest';
import { encodeJson } from '../../src/lib/json.js';
import type { WebhookRecord } from '../../src/registry/records.js';
import { pathOf, registryProjection } from '../../src/registry/registry.js';
import { dataPaths } from '../../src/service/data-directory.js';
import { Repository } from '../../src/store/repository.js';
import type { TestPortal } from '../support/portal.js';
import { type Received, verify } from '../support/receiver.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { change } from '../support/store.js';
import { brandWithHook, looks, portalWith, receiver, receiverForEach, until, work } from './working.js';

receiverForEach();

/** Whether what came is signed with each of the secrets. */
const signedWith = (received: Received | undefined, ...secrets: string[]): boolean[] =>
  secrets.map((secret) => {
    try {
      verify(secret, received as Received);
      return true;
    } catch {
      return false;
    }
  });

const errorsOf = ({ log }: TestPortal) => log.filter((line) => JSON.parse(line).level >= 50);

describe('on many machines', () => {
  it('a rotated secret is used on no node from the next delivery on, and only one node sends', async () => {
    const store = new MemoryStore();
    const nodes = [await portalWith(store), await portalWith(store), await portalWith(store)] as const;
    const { record, secret: first } = await brandWithHook(nodes[0], receiver.url);
    const workers = nodes.map((node) => work({}, node));
    const client = await nodes[2].client('acme');
    await client.page();
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(signedWith(receiver.received[0], first)).toEqual([true]);
    let [valid, old] = [first, ''];
    for (const at of [1, 0, 2, 1, 1]) {
      const node = nodes[at] as TestPortal;
      const before = receiver.received.length;
      [valid, old] = [(await node.service.webhooks.rotate('acme', record.id, 0)).secret, valid];
      await client.page();
      await until(() => expect(receiver.received.at(-1)?.body.data.version).toBe(nodes[2].head('acme')));
      await looks(node);
      const since = receiver.received.slice(before);
      for (const one of since) expect(signedWith(one, valid, old)).toEqual([true, false]);
      expect(since.filter(({ body }) => body.data.version === nodes[2].head('acme'))).toHaveLength(1);
      await until(() => expect(workers.map((worker) => worker.figures().states.unsigned).sort()).toEqual([0, 1, 1]));
    }
    for (const node of nodes) expect(errorsOf(node)).toEqual([]);
    expect(workers.map((worker) => worker.figures().lagSeconds)).toEqual([0, 0, 0]);
  });

  it('a delivery that had not been signed when the secret was rotated is not signed with the old one', async () => {
    const store = new MemoryStore();
    const [sender, other] = [await portalWith(store), await portalWith(store)];
    const { record, secret } = await brandWithHook(sender, receiver.url);
    const { webhooks } = sender.service;
    const newest = webhooks.readFresh.bind(webhooks);
    let rotated = '';
    webhooks.readFresh = async () => {
      if (rotated === '') rotated = (await other.service.webhooks.rotate('acme', record.id, 0)).secret;
      return newest();
    };
    work({}, sender);
    const client = await sender.client('acme');
    await client.page();
    await until(() => expect(rotated).not.toBe(''));
    await looks(sender);
    expect(receiver.received).toEqual([]);
    work({}, other);
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(signedWith(receiver.received[0], rotated, secret)).toEqual([true, false]);
  });
});

describe('on one machine', () => {
  it('a record without the hash sends with the secret that is there, until it is rotated; then with both, for a while', async () => {
    const portal = await portalWith();
    const { record, secret } = await brandWithHook(portal, receiver.url);
    await forgetHash(portal, record);
    work({}, portal);
    const client = await portal.client('acme');
    /** Which of the secrets the next delivery is signed with. */
    const next = async (...secrets: string[]) => {
      const count = receiver.received.length;
      await client.page();
      await until(() => expect(receiver.received).toHaveLength(count + 1));
      return signedWith(receiver.received.at(-1), ...secrets);
    };
    expect(await next(secret)).toEqual([true]);
    const { secret: other } = await portal.service.webhooks.rotate('acme', record.id, 60_000);
    expect((await portal.service.webhooks.get('acme', record.id)).record.secret_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await next(secret, other)).toEqual([true, true]);
    portal.clock.advance({ seconds: 61 });
    expect(await next(secret, other)).toEqual([false, true]);
  });

  it('a rotation that fails in between leaves nothing signed, and is done again', async () => {
    const portal = await portalWith();
    const { record } = await brandWithHook(portal, receiver.url);
    const { webhooks } = portal.service;
    const { files } = webhooks;
    const save = files.saveSecret.bind(files);
    files.saveSecret = () => Promise.reject(new Error('no space'));
    await expect(webhooks.rotate('acme', record.id, 0)).rejects.toThrow('no space');
    files.saveSecret = save;
    const worker = work({}, portal);
    const client = await portal.client('acme');
    await client.page();
    await until(() => expect(worker.figures().states.unsigned).toBe(1));
    expect(receiver.received).toEqual([]);
    const { secret } = await webhooks.rotate('acme', record.id, 0);
    await until(() => expect(receiver.received).toHaveLength(1));
    verify(secret, receiver.received[0] as Received);
    expect(errorsOf(portal).length).toBeLessThanOrEqual(1);
  });

  it('of rotations at the same moment, the secret of one that was told is valid', async () => {
    const portal = await portalWith();
    const { record } = await brandWithHook(portal, receiver.url);
    const { webhooks } = portal.service;
    const all = await Promise.allSettled([1, 2, 3].map(() => webhooks.rotate('acme', record.id, 0)));
    const told = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
    const valid = await webhooks.files.readSecret((await webhooks.get('acme', record.id)).record);
    expect(told).toEqual([valid?.secret]);
  });

  it('a rotation that is overtaken while it is saved does not take the place of the other', async () => {
    const portal = await portalWith();
    const { record } = await brandWithHook(portal, receiver.url);
    const { webhooks } = portal.service;
    const { files } = webhooks;
    const save = files.saveSecret.bind(files);
    let other: ReturnType<typeof webhooks.rotate> | undefined;
    files.saveSecret = async (id, secret) => {
      if (other === undefined) {
        const stored = async () => (await webhooks.get('acme', record.id)).record.secret_sha256;
        const mine = await stored();
        other = webhooks.rotate('acme', record.id, 0);
        await until(async () => expect(await stored()).not.toBe(mine));
      }
      await save(id, secret);
    };
    await webhooks.rotate('acme', record.id, 0);
    const secret = (await other)?.secret;
    expect((await files.readSecret((await webhooks.get('acme', record.id)).record))?.secret).toBe(secret);
  });
});

/** As version 1.0 has written it. */
async function forgetHash({ fs, data }: TestPortal, { secret_sha256: _, ...record }: WebhookRecord): Promise<void> {
  const registry = await Repository.open(fs, dataPaths.registry(data), registryProjection);
  await registry.write((draft) => void change({ [pathOf('webhooks', record.id)]: encodeJson(record) })(draft));
  await registry.close();
}
