import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commanding, serve } from '../support/cli.js';
import { git } from '../support/git.js';

const name = ['--name', 'Website', '--rights'];

function expectHours(time: string, hours: number): void {
  const left = (Date.parse(time) - Date.now()) / 3_600_000;
  expect(left).toBeGreaterThan(hours - 0.1);
  expect(left).toBeLessThanOrEqual(hours);
}

async function issuing() {
  const made = await commanding();
  const { data, json, words } = made;
  const issue = (...options: string[]) => json('key', 'issue', 'acme', ...name, ...options);
  const rotate = (id: string, ...options: string[]) => json('key', 'rotate', id, ...options);
  const list = async () =>
    new Map<string, Record<string, string>>((await json('key', 'list')).map((one: { id: string }) => [one.id, one]));
  const table = async (): Promise<string> => (await words('key', 'list')).stdout;
  const commits = () => git(join(data, 'registry.git'), ['rev-list', '--count', 'main']).trim();
  return { ...made, issue, rotate, list, table, commits };
}

describe('key issue', () => {
  test('prints with --json exactly the key and what it is for', async () => {
    const { issue } = await issuing();
    const issued = await issue('write,read', '--expires', '90d');
    expect(Object.keys(issued)).toEqual(['id', 'key', 'brand', 'rights', 'expires_at']);
    expect(issued).toMatchObject({ brand: 'acme', rights: ['read', 'write'] });
    expect(issued.key).toMatch(/^bp_[0-9A-Za-z]{38}$/);
    expectHours(issued.expires_at, 90 * 24);
  });

  test('and the others fail with a reason for what does not exist, works no longer and is no name or number', async () => {
    const { id, json, fail, list } = await issuing();
    await json('key', 'revoke', id);
    await fail(
      [1, 'nobody', 'key', 'issue', 'nobody', ...name, 'read'],
      [1, 'one line', 'key', 'issue', 'acme', '--name', 'a\nKey: b', '--rights', 'read'],
      [1, 'nokey', 'key', 'revoke', 'nokey'],
      [1, 'revoked or has expired', 'key', 'rotate', id],
      [1, 'nokey not found: a key is named by the id that "key list" shows', 'key', 'rotate', 'nokey'],
    );
    for (const wrong of ['-1', '1.5', 'none', '', '1e3', '1000000000']) {
      const command = ['key', 'issue', 'acme', ...name, 'read', `--writes-per-minute=${wrong}`];
      await fail([2, 'It must be a whole number; 0 means no limit.', ...command]);
    }
    expect((await list()).size).toBe(1);
  });
});

describe('key list and key revoke', () => {
  test('show every key without its hash, and when it was revoked', async () => {
    const { json, words, issue, list, table } = await issuing();
    const { id } = await issue('read');
    const listed = (await list()).get(id) ?? {};
    const times = ['created_at', 'expires_at', 'revoked_at'];
    const rest = ['requests_per_minute', 'writes_per_minute', 'replaced_by', 'last_used_at'];
    expect(Object.keys(listed)).toEqual(['id', 'brand', 'name', 'rights', ...times, ...rest]);
    const none = { expires_at: null, revoked_at: null, replaced_by: null, last_used_at: null };
    expect(listed).toMatchObject({ id, name: 'Website', ...none });
    const revoked = await json('key', 'revoke', id);
    expect(revoked.revoked_at).toMatch(/Z$/);
    expect(await json('key', 'revoke', id)).toEqual(revoked);
    expect((await words('key', 'revoke', id)).stdout).toBe(
      `Nothing to do: key ${id} "Website" of acme was revoked already, ${revoked.revoked_at}.\n`,
    );
    expect((await list()).get(id)).toEqual(revoked);
    expect(await table()).toMatch(new RegExp(`^${id} .*revoked`, 'm'));
  });

  test('tell when each key was last used, at the latest when the server has stopped', async () => {
    const { data, id, key, json, issue, list, table, commits } = await issuing();
    const { id: unused } = await issue('read');
    const server = await serve(data);
    const start = Math.floor(Date.now() / 1000) * 1000;
    // The second one is answered from memory.
    for (const _ of [1, 2]) expect((await server.send(key, 'GET', '/brand')).status).toBe(200);
    expect(await server.stop()).toBe(0);
    const used = await list();
    const lastUse = (of: string) => used.get(of)?.last_used_at;
    expect(Date.parse(lastUse(id) ?? '')).toBeGreaterThanOrEqual(start);
    expect(lastUse(unused)).toBeNull();
    const shown = await table();
    expect(shown).toMatch(/^ID +BRAND +NAME +RIGHTS +CREATED +LAST USED +EXPIRES +REPLACED BY/);
    expect(shown).toMatch(new RegExp(`^${id} .* ${lastUse(id)} +never +-`, 'm'));
    expect(shown).toMatch(new RegExp(`^${unused} .*Z +- +never +-`, 'm'));
    expect((await json('key', 'revoke', id)).last_used_at).toBe(lastUse(id));
    expect(commits()).toBe('5');
  });
});

test('the budgets of a key are listed, and stay with the key that replaces it', async () => {
  const { id: plain, issue, rotate, list, table } = await issuing();
  const issued = await issue('read,write', '--requests-per-minute', '3', '--writes-per-minute', '0');
  const { id } = await rotate(issued.id);
  const listed = await list();
  expect(listed.get(plain)).toMatchObject({ requests_per_minute: null, writes_per_minute: null });
  for (const one of [issued.id, id])
    expect(listed.get(one)).toMatchObject({ requests_per_minute: 3, writes_per_minute: 0 });
  const shown = await table();
  expect(shown).toMatch(/REPLACED BY +REQUESTS\/MIN +WRITES\/MIN\n/);
  expect(shown).toMatch(new RegExp(`^${id} .* - +3 +0 *$`, 'm'));
  expect(shown).toMatch(new RegExp(`^${plain} .* - +- +- *$`, 'm'));
});

describe('key rotate', () => {
  test('issues a key like the old one, which gets no more time than it had', async () => {
    const { issue, rotate } = await issuing();
    const old = await issue('read', '--expires', '90d');
    const rotated = await rotate(old.id, '--overlap', '1h');
    expect(Object.keys(rotated)).toEqual(['id', 'key', 'brand', 'rights', 'expires_at', 'old']);
    expect(rotated).toMatchObject({ brand: 'acme', rights: ['read'], old: { id: old.id } });
    expectHours(rotated.old.expires_at, 1);
    expectHours(rotated.expires_at, 90 * 24);
    const short = await issue('read', '--expires', '1h');
    const next = await rotate(short.id, '--overlap', '9w', '--expires', '30d');
    expect(next.old.expires_at).toBe(short.expires_at);
    expectHours(next.expires_at, 30 * 24);
  });

  test('is refused while a replacement works, and after that gives the life that the key had at first', async () => {
    const { json, fail, issue, rotate, list, commits } = await issuing();
    const old = await issue('read', '--expires', '90d');
    const first = await rotate(old.id, '--overlap', '3d');
    const second = await rotate(first.id);
    const before = commits();
    await fail([1, `Key ${old.id} is already being replaced by ${second.id}: `, 'key', 'rotate', old.id]);
    expect(commits()).toBe(before);
    const listed = await list();
    const replacements = [old, first, second].map(({ id }) => listed.get(id)?.replaced_by);
    expect(replacements).toEqual([first.id, second.id, null]);
    await json('key', 'revoke', second.id);
    const again = await rotate(old.id);
    expect(again.old.expires_at).toBe(first.old.expires_at);
    expectHours(again.expires_at, 90 * 24);
  });
});
