import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { noInput } from '../../src/operations/engine/contract.js';
import { showMediaFile } from '../../src/operations/media-files.js';
import { deleteFile } from '../../src/service/files/uploads.js';
import { brandStats } from '../../src/service/stats.js';
import { shortLimit } from '../support/eventually.js';
import { sha256Of } from '../support/files.js';
import { callOf, operator, upload } from '../support/media.js';
import type { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

async function nodes(node = {}) {
  const store = new MemoryStore();
  const start = () => portalOver(store, { real: true, node });
  const [a, b] = [await start(), await start()];
  await a.service.provisioning.createEmpty('acme', 'Acme', []);
  return { store, a, b };
}

const send = (node: TestPortal, content: string, replaces?: string) =>
  upload(node, content, { replaces }, callOf(operator));

async function bytesAt({ service }: TestPortal, sha256: string): Promise<string | null> {
  const found = await service.files('acme').find(sha256);
  return found && readFileSync(found.path, 'utf8');
}

describe('a file of two nodes', () => {
  test('is in the store before the commit that names it, and at the other node at once', async () => {
    const { store, a, b } = await nodes();
    const { value } = await send(a, 'one');
    const keys = [...store.objects.keys()].filter((key) => /^(?:files|brands)\//.test(key)).slice(-2);
    expect(keys).toEqual([`files/acme/${sha256Of('one')}`, 'brands/acme/log/000000000002']);
    await b.service.listBrands();
    const read = await b.service.run(showMediaFile, callOf(operator), { ...noInput, params: { id: `${value.id}` } });
    expect(read.value).toMatchObject({ file: { sha256: sha256Of('one') } });
    expect(await bytesAt(b, sha256Of('one'))).toBe('one');
    expect(await brandStats(b.service, 'acme')).toMatchObject({ files: 1, file_bytes: 3 });
  });

  test(
    'is no medium when the store goes away between the file and its commit, and is one when it is sent again',
    shortLimit,
    async () => {
      const { store, a, b } = await nodes({ timeoutMs: 500 });
      const put = store.putFile.bind(store);
      store.putFile = async (...args) => {
        await put(...args);
        store.outage = 'unsent';
      };
      await expect(send(a, 'one')).rejects.toMatchObject({ code: 'unavailable' });
      expect(store.objects.has(`files/acme/${sha256Of('one')}`)).toBe(true);
      store.putFile = put;
      store.outage = null;
      expect((await brandStats(b.service, 'acme')).media).toBe(0);
      await expect.poll(() => send(a, 'one').catch(() => null)).toMatchObject({ value: { id: 1 } });
      expect((await brandStats(b.service, 'acme')).media).toBe(1);
    },
  );

  test('is at no node any more when it was deleted for good at one', async () => {
    const { store, a, b } = await nodes();
    const { value } = await send(a, 'one');
    await send(a, 'two', `${value.id}`);
    expect(await bytesAt(b, sha256Of('one'))).toBe('one');
    await deleteFile(a.service, callOf(operator), { sha256: sha256Of('one'), reason: 'Licence' });
    const erased = store.objects.get(`files/acme/${sha256Of('one')}`);
    expect(erased).toHaveLength(0);
    await (await b.service.openBrand('acme')).branch.confirmNewest();
    await b.service.chores.sweepFiles();
    for (const node of [a, b]) expect(await bytesAt(node, sha256Of('one'))).toBeNull();
    // Erased again, it is not stored again.
    expect(store.objects.get(`files/acme/${sha256Of('one')}`)).toBe(erased);
    expect(await brandStats(a.service, 'acme')).toMatchObject({ files: 1, file_bytes: 3 });
    await expect(send(a, 'one')).rejects.toMatchObject({ code: 'invalid' });
  });
});
