import * as git from 'isomorphic-git';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { runOperation } from '../../../src/cli/run-operation.js';
import type { Input, Operation } from '../../../src/operations/engine/contract.js';
import { createPage, listPages, showPage } from '../../../src/operations/pages.js';
import { Service } from '../../../src/service/service.js';
import { sanitizer } from '../../support/portal.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

/** A second service over the same files: what a restart leaves. Without a door of its own. */
async function restarted() {
  const log = pino({ level: 'silent' });
  const service = await Service.open({ fs: portal.fs, data: portal.data, log, clock: portal.clock.read, sanitizer });
  const run = (operation: Operation, input: Partial<Input> = {}): Promise<unknown> =>
    runOperation(service, 'acme', operation, input);
  return {
    service,
    list: () => run(listPages),
    show: (id: number) => run(showPage, { params: { page: String(id) } }),
    create: async (title: string) => ((await run(createPage, { body: { title } })) as { id: number }).id,
  };
}

const ids = async (): Promise<number[]> => (await client.get('/pages')).body.map(({ id }: { id: number }) => id);

const files = (): Promise<string[]> => git.listFiles({ fs: portal.fs, gitdir: portal.gitdir('acme'), ref: 'main' });

async function newestCommit(): Promise<string> {
  const [head] = await git.log({ fs: portal.fs, gitdir: portal.gitdir('acme'), ref: 'main', depth: 1 });
  return head?.commit.message ?? '';
}

async function pages(count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await client.page({ title: `Page ${number}` });
}

describe('DELETE /pages/{page}', () => {
  it('answers 204 with an empty body and moves the page’s file to the trash', async () => {
    await pages(2);
    const reply = await client.delete('/pages/1');
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
    expect(await ids()).toEqual([2]);
    expect(await files()).toEqual(['README.md', 'brand.json', 'format.json', 'pages/0/2.json', 'trash/0/1.json']);
  });

  it('keeps in the trash when and by whom it was deleted, and all the rest', async () => {
    const page = await client.page({ title: 'Logo', blocks: [{ type: 'heading', data: { text: 'Hello' } }] });
    const editor = await portal.client('acme', ['read', 'write'], 'Editor');
    portal.clock.advance({ seconds: 5 });
    await editor.delete('/pages/1');
    const gitdir = portal.gitdir('acme');
    const oid = portal.head('acme');
    const { blob } = await git.readBlob({ fs: portal.fs, gitdir, oid, filepath: 'trash/0/1.json' });
    const stored = JSON.parse(Buffer.from(blob).toString());
    expect(stored).toMatchObject({ ...page, deleted_at: '2026-03-01T12:00:05Z', deleted_by: 'Editor' });
  });

  it('refuses a chapter with active pages in it, until they are gone', async () => {
    await client.page({ title: 'Chapter', type: 'container' });
    await client.page({ title: 'A', parent_id: 1 });
    await client.page({ title: 'B', parent_id: 1 });
    const { body } = await client.refused(422, 'DELETE', '/pages/1');
    expect(Object.keys(body).sort()).toEqual(['errors', 'message']);
    expect(Object.values(body.errors)).toEqual([[body.message]]);
    await client.delete('/pages/2');
    await client.refused(422, 'DELETE', '/pages/1');
    await client.patch('/pages/3', { title: 'B', parent_id: null });
    expect((await client.delete('/pages/1')).status).toBe(204);
    expect(await ids()).toEqual([3]);
  });
});

describe('the purge', () => {
  it('removes pages after 30 days, to the second', async () => {
    await pages(1);
    await client.delete('/pages/1');
    const deleted = portal.head('acme');
    portal.clock.advance({ days: 30, seconds: -1 });
    await portal.service.chores.purgeTrash();
    expect(portal.head('acme')).toBe(deleted);
    portal.clock.advance({ seconds: 1 });
    await portal.service.chores.purgeTrash();
    expect(await files()).not.toContain('trash/0/1.json');
  });

  it('is one commit that names its pages, and spares those deleted later', async () => {
    await pages(4);
    await client.delete('/pages/3');
    await client.delete('/pages/1');
    portal.clock.advance({ days: 1 });
    await client.delete('/pages/2');
    const before = portal.head('acme');
    portal.clock.advance({ days: 29 });
    await portal.service.chores.purgeTrash();
    const message = await newestCommit();
    expect(message).toContain('Purge 2 pages from the trash');
    expect(message).toContain('page 1 "Page 1"');
    expect(message).toContain('page 3 "Page 3"');
    expect(message).not.toContain('Page 2');
    expect(await files()).toEqual(['README.md', 'brand.json', 'format.json', 'pages/0/4.json', 'trash/0/2.json']);
    const [head] = await git.log({ fs: portal.fs, gitdir: portal.gitdir('acme'), ref: 'main', depth: 1 });
    expect(head?.commit.parent).toEqual([before]);
  });

  it('makes no commit when there is nothing to purge', async () => {
    await pages(1);
    const head = portal.head('acme');
    portal.clock.advance({ days: 400 });
    await portal.service.chores.purgeTrash();
    expect(portal.head('acme')).toBe(head);
    expect(await ids()).toEqual([1]);
  });

  it('purges every brand, one commit each', async () => {
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const other = await portal.client('other');
    for (const one of [client, other]) {
      await one.page();
      await one.delete('/pages/1');
    }
    const before = [portal.head('acme'), portal.head('other')];
    portal.clock.advance({ days: 30 });
    await portal.service.chores.purgeTrash();
    expect(portal.head('acme')).not.toBe(before[0]);
    expect(portal.head('other')).not.toBe(before[1]);
  });
});

describe('a page id', () => {
  it('ascends from 1', async () => {
    await pages(3);
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('is not used up by a refused request', async () => {
    await client.refused(422, 'POST', '/pages', { body: { title: '' } });
    expect((await client.page()).id).toBe(1);
  });

  it('is not given again while its page is in the trash', async () => {
    await pages(2);
    await client.delete('/pages/2');
    expect((await client.page()).id).toBe(3);
  });

  it.each([
    ['the highest page', ['/pages/3'], 4],
    ['a page in the middle', ['/pages/2'], 4],
    ['all pages', ['/pages/1', '/pages/2', '/pages/3'], 4],
  ])('is not given again after the purge of %s, nor after a restart', async (_, deleted, next) => {
    await pages(3);
    for (const path of deleted) await client.delete(path);
    portal.clock.advance({ days: 30 });
    await portal.service.chores.purgeTrash();
    const { create } = await restarted();
    expect(await create('After the restart')).toBe(next);
    expect((await client.page()).id).toBe(next + 1);
  });

  it('is not given again after two purges of the highest page', async () => {
    for (const id of [1, 2]) {
      expect((await client.page()).id).toBe(id);
      await client.delete(`/pages/${id}`);
      portal.clock.advance({ days: 30 });
      await portal.service.chores.purgeTrash();
    }
    const { create } = await restarted();
    expect(await create('Third')).toBe(3);
  });
});

describe('a restart', () => {
  it('gives the same list and the same pages, byte for byte', async () => {
    await client.page({ title: 'Chapter', type: 'container' });
    await pages(3);
    const block = { type: 'rich_text', data: { html: '<p>ä 👋 الشعار &lt;</p>' } };
    await client.put('/pages/3/content', { blocks: [block, { type: 'group', data: { blocks: [block] } }] });
    await client.patch('/pages/2', { title: 'Moved', parent_id: 1 });
    await client.delete('/pages/4');
    const { list, show } = await restarted();
    expect(JSON.stringify(await list())).toBe((await client.get('/pages')).text);
    for (const id of [1, 2, 3]) {
      expect(JSON.stringify(await show(id))).toBe((await client.get(`/pages/${id}`)).text);
    }
    await expect(show(4)).rejects.toThrow('Page not found.');
  });

  it('keeps a slug in the trash taken and purges on time', async () => {
    await client.page({ title: 'Logo' });
    await client.delete('/pages/1');
    portal.clock.advance({ days: 30, seconds: -1 });
    const { service } = await restarted();
    await client.refused(422, 'POST', '/pages', { body: { title: 'Other', slug: 'logo' } });
    portal.clock.advance({ seconds: 1 });
    await service.chores.purgeTrash();
    expect(await newestCommit()).toContain('Purge 1 page from the trash');
    expect((await client.page({ title: 'Logo' })).slug).toBe('logo');
  });
});
