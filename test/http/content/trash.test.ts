import { describe, expect, it } from 'vitest';
import { git, storedFile } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach({ real: true });

const ids = async (): Promise<number[]> => (await client.get('/pages')).body.map(({ id }: { id: number }) => id);

const printed = (...args: string[]): string => git(portal.gitdir('acme'), args).trim();
const files = (): string[] => printed('ls-tree', '-r', '--name-only', 'main').split('\n');

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
    expect(files()).toEqual(['README.md', 'brand.json', 'format.json', 'pages/0/2.json', 'trash/0/1.json']);
  });

  it('keeps in the trash when and by whom it was deleted, and all the rest', async () => {
    const page = await client.page({ title: 'Logo', blocks: [{ type: 'heading', data: { text: 'Hello' } }] });
    const editor = await portal.client('acme', ['read', 'write'], 'Editor');
    portal.clock.advance({ seconds: 5 });
    await editor.delete('/pages/1');
    expect(storedFile(portal.gitdir('acme'), 'trash/0/1.json')).toMatchObject({
      ...page,
      deleted_at: '2026-03-01T12:00:05Z',
      deleted_by: 'Editor',
    });
  });

  it('is refused for a chapter with active pages in it', async () => {
    await client.page({ title: 'Chapter', type: 'container' });
    await client.page({ title: 'A', parent_id: 1 });
    const { body } = await client.refused(422, 'DELETE', '/pages/1');
    expect(Object.values(body.errors)).toEqual([[body.message]]);
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
    expect(files()).not.toContain('trash/0/1.json');
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
    const message = printed('log', '-1', '--format=%B', 'main');
    expect(message).toContain('Purge 2 pages from the trash');
    expect(message).toContain('page 1 "Page 1"');
    expect(message).toContain('page 3 "Page 3"');
    expect(message).not.toContain('Page 2');
    expect(files()).toEqual(['README.md', 'brand.json', 'format.json', 'pages/0/4.json', 'trash/0/2.json']);
    expect(printed('log', '-1', '--format=%P', 'main')).toBe(before);
  });
});
