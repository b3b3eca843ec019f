import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { git } from '../support/git.js';

const issue = ['key', 'issue', 'acme', '--name', 'Website', '--rights'];

const daysUntil = (time: string): number => (Date.parse(time) - Date.now()) / 86_400_000;

describe('key issue', () => {
  test('prints with --json exactly the key and what it is for', async () => {
    const { data } = await dataWithBrand();
    const issued = await portalJson([...issue, 'write,read', '--expires', '90d'], data);
    expect(Object.keys(issued)).toEqual(['id', 'key', 'brand', 'rights', 'expires_at']);
    expect(issued).toMatchObject({ brand: 'acme', rights: ['read', 'write'] });
    expect(issued.key).toMatch(/^bp_[0-9A-Za-z]{38}$/);
    expect(daysUntil(issued.expires_at)).toBeGreaterThan(89.9);
    expect(daysUntil(issued.expires_at)).toBeLessThanOrEqual(90);
  });

  test('and key revoke fail with a reason for what does not exist and what is no name', async () => {
    const { data } = await dataWithBrand();
    const cases: [string[], string][] = [
      [['key', 'issue', 'nobody', '--name', 'x', '--rights', 'read'], 'nobody'],
      [['key', 'issue', 'acme', '--name', 'a\nKey: b', '--rights', 'read'], 'one line'],
      [['key', 'revoke', 'nokey'], 'nokey'],
    ];
    for (const [args, reason] of cases) {
      const { code, stdout, stderr } = await portal([...args, '--data', data]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(reason);
    }
    for (const wrong of ['-1', '1.5', 'none', '', '1e3', '1000000000']) {
      const { code, stderr } = await portal([...issue, 'read', `--writes-per-minute=${wrong}`, '--data', data]);
      expect([wrong, code, stderr]).toEqual([
        wrong,
        2,
        expect.stringContaining('It must be a whole number; 0 means no limit.'),
      ]);
    }
    expect(await portalJson(['key', 'list'], data)).toHaveLength(1);
  });
});

describe('key list and key revoke', () => {
  test('show every key without its hash, and when it was revoked', async () => {
    const { data } = await dataWithBrand();
    const { id } = await portalJson([...issue, 'read'], data);
    const listed = (await portalJson(['key', 'list'], data)).find((one: { id: string }) => one.id === id);
    const times = ['created_at', 'expires_at', 'revoked_at'];
    const rest = ['requests_per_minute', 'writes_per_minute', 'replaced_by', 'last_used_at'];
    expect(Object.keys(listed)).toEqual(['id', 'brand', 'name', 'rights', ...times, ...rest]);
    const none = { expires_at: null, revoked_at: null, replaced_by: null, last_used_at: null };
    expect(listed).toMatchObject({ id, name: 'Website', ...none });
    const revoked = await portalJson(['key', 'revoke', id], data);
    expect(revoked.revoked_at).toMatch(/Z$/);
    expect(await portalJson(['key', 'revoke', id], data)).toEqual(revoked);
    const again = await portal(['key', 'revoke', id, '--data', data]);
    const name = `key ${id} "Website" of acme`;
    expect(again.stdout).toBe(`Nothing to do: ${name} was revoked already, ${revoked.revoked_at}.\n`);
    expect(await portalJson(['key', 'list'], data)).toContainEqual(revoked);
    expect((await portal(['key', 'list', '--data', data])).stdout).toMatch(new RegExp(`^${id} .*revoked`, 'm'));
  });

  test('tell when each key was last used, at the latest when the server has stopped', async () => {
    const { data, id, key } = await dataWithBrand();
    const { id: unused } = await portalJson([...issue, 'read'], data);
    const server = await serve(data);
    const start = Math.floor(Date.now() / 1000) * 1000;
    // The second one is answered from memory.
    for (const _ of [1, 2]) expect((await server.send(key, 'GET', '/brand')).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const listed = await portalJson(['key', 'list'], data);
    const used = Object.fromEntries(listed.map((one: Record<string, string>) => [one.id, one.last_used_at]));
    expect(Date.parse(used[id])).toBeGreaterThanOrEqual(start);
    expect(used[unused]).toBeNull();
    const { stdout } = await portal(['key', 'list', '--data', data]);
    expect(stdout).toMatch(/^ID +BRAND +NAME +RIGHTS +CREATED +LAST USED +EXPIRES +REPLACED BY/);
    expect(stdout).toMatch(new RegExp(`^${id} .* ${used[id]} +never +-`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${unused} .*Z +- +never +-`, 'm'));
    expect((await portalJson(['key', 'revoke', id], data)).last_used_at).toBe(used[id]);
    const commits = git(join(data, 'registry.git'), ['log', '--format=%s', 'main']).trim().split('\n');
    expect(commits).toHaveLength(5);
  });
});

describe('the budgets of a key', () => {
  const own = ['--requests-per-minute', '3', '--writes-per-minute', '0'];
  const kept = { requests_per_minute: 3, writes_per_minute: 0 };
  const budgetIn = async (data: string, wanted: string) =>
    (await portalJson(['key', 'list'], data)).find((one: { id: string }) => one.id === wanted);

  test('are listed, and stay with the key that replaces it', async () => {
    const { data, id: plain } = await dataWithBrand();
    const issued = await portalJson([...issue, 'read,write', ...own], data);
    expect(await budgetIn(data, plain)).toMatchObject({ requests_per_minute: null, writes_per_minute: null });
    const { id } = await portalJson(['key', 'rotate', issued.id], data);
    for (const wanted of [issued.id, id]) expect(await budgetIn(data, wanted)).toMatchObject(kept);
    const { stdout } = await portal(['key', 'list', '--data', data]);
    expect(stdout).toMatch(/REPLACED BY +REQUESTS\/MIN +WRITES\/MIN\n/);
    expect(stdout).toMatch(new RegExp(`^${id} .* - +3 +0 *$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${plain} .* - +- +- *$`, 'm'));
  });
});

describe('key rotate', () => {
  test('issues a key like the old one, which gets no more time than it had', async () => {
    const { data } = await dataWithBrand();
    const old = await portalJson([...issue, 'read', '--expires', '90d'], data);
    const rotated = await portalJson(['key', 'rotate', old.id, '--overlap', '1h'], data);
    expect(Object.keys(rotated)).toEqual(['id', 'key', 'brand', 'rights', 'expires_at', 'old']);
    expect(rotated).toMatchObject({ brand: 'acme', rights: ['read'], old: { id: old.id } });
    const hours = (time: string): number => (Date.parse(time) - Date.now()) / 3_600_000;
    expect(hours(rotated.old.expires_at)).toBeGreaterThan(0.9);
    expect(hours(rotated.old.expires_at)).toBeLessThanOrEqual(1);
    expect(hours(rotated.expires_at) / 24).toBeGreaterThan(89.9);
    const short = await portalJson([...issue, 'read', '--expires', '1h'], data);
    const next = await portalJson(['key', 'rotate', short.id, '--overlap', '9w', '--expires', '30d'], data);
    expect(next.old.expires_at).toBe(short.expires_at);
    expect(hours(next.expires_at) / 24).toBeLessThanOrEqual(30);
  });

  test('is refused while a replacement works, and after that gives the life that the key had at first', async () => {
    const { data } = await dataWithBrand();
    const old = await portalJson([...issue, 'read', '--expires', '90d'], data);
    const first = await portalJson(['key', 'rotate', old.id, '--overlap', '3d'], data);
    const second = await portalJson(['key', 'rotate', first.id], data);
    const head = git(join(data, 'registry.git'), ['rev-parse', 'main']);
    const { code, stdout, stderr } = await portal(['key', 'rotate', old.id, '--data', data]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Key ${old.id} is already being replaced by ${second.id}: `);
    expect(git(join(data, 'registry.git'), ['rev-parse', 'main'])).toBe(head);
    const replacements = Object.fromEntries(
      (await portalJson(['key', 'list'], data)).map((key: Record<string, string>) => [key.id, key.replaced_by]),
    );
    expect(replacements).toMatchObject({ [old.id]: first.id, [first.id]: second.id, [second.id]: null });
    await portalJson(['key', 'revoke', second.id], data);
    const again = await portalJson(['key', 'rotate', old.id], data);
    expect(again.old.expires_at).toBe(first.old.expires_at);
    expect(daysUntil(again.expires_at)).toBeGreaterThan(89.9);
  });

  test('is refused for a key that works no longer, and one that is none', async () => {
    const { data, id } = await dataWithBrand();
    await portalJson(['key', 'revoke', id], data);
    for (const [key, reason] of [
      [id, 'revoked or has expired'],
      ['nokey', 'nokey not found: a key is named by the id that "key list" shows'],
    ] as const) {
      const { code, stderr } = await portal(['key', 'rotate', key, '--data', data]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
    }
  });
});
