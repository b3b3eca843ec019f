import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { portal } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { tries } from '../support/effort.js';
import { shortLimit } from '../support/eventually.js';
import { checkRepository } from '../support/git.js';

/** Writes until it is told to end. @returns the titles that were acknowledged, by id */
async function write(server: Server, key: string, isEnded: () => boolean): Promise<Map<number, string>> {
  const acknowledged = new Map<number, string>();
  for (let n = 0; !isEnded(); n += 1) {
    const title = `Page ${n}`;
    const { status, body } = await server.send(key, 'POST', '/pages', { title });
    expect([201, 503]).toContain(status);
    if (status === 201) acknowledged.set(body.id, title);
  }
  return acknowledged;
}

test(
  'what was acknowledged while a brand was renamed is there, and nothing comes back at its old place',
  shortLimit,
  async () => {
    const { data, key } = await dataWithBrand();
    const config = configFile('requests_per_minute: 0\nwrites_per_minute: 0\n');
    const server = await Server.start(['serve', '--data', data, '--config', config]);
    let isEnded = false;
    const writers = [1, 2, 3, 4].map(() => write(server, key, () => isEnded));
    let slug = 'acme';
    for (let round = 0; round < tries(12, 6); round += 1) {
      const next = slug === 'acme' ? 'zeta' : 'acme';
      const { code, stderr } = await portal(['brand', 'rename', slug, next, '--data', data]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      slug = next;
    }
    isEnded = true;
    const acknowledged = new Map((await Promise.all(writers)).flatMap((one) => [...one]));
    expect(acknowledged.size).toBeGreaterThan(0);
    const { body: pages } = await server.send(key, 'GET', '/pages');
    const stored = new Map<number, string>(pages.map(({ id, title }: { id: number; title: string }) => [id, title]));
    // Of the refused ones a few may be there: those that the rename overtook between the branch and its sync.
    for (const [id, title] of acknowledged) expect(stored.get(id)).toBe(title);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(join(data, 'brands'))).toEqual([`${slug}.git`]);
    checkRepository(join(data, `brands/${slug}.git`));
    expect(await portal(['check', '--data', data])).toMatchObject({ code: 0, stderr: '' });
  },
);
