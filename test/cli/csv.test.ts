import { hash } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Keys } from '../../src/registry/keys.js';
import { commanding } from '../support/cli.js';
import { configFile } from '../support/config-file.js';
import { fileIn } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';

/** The brands `acme` and `other`, with commands that read rows. */
async function rowsOn() {
  const made = await commanding();
  await made.json('brand', 'create', 'other', '--name', 'Other');
  const folder = temporaryDirectory();
  const secrets = join(folder, 'secrets.csv');
  const csv = (text: string | Buffer): string => {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, text);
    return path;
  };
  const commits = () => git(join(made.data, 'registry.git'), ['rev-list', '--count', 'main']).trim();
  const issue = (text: string | Buffer) => made.words('key', 'issue', '--csv', csv(text), '--secrets', secrets);
  const names = async () => (await made.json('key', 'list')).map(({ name }: { name: string }) => name).sort();
  /** Secrets in the file, by the name before them. */
  const kept = () => {
    const [, ...lines] = readFileSync(secrets, 'utf8').trimEnd().split('\r\n');
    return Object.fromEntries(lines.map((line) => line.split(',').slice(1)));
  };
  /** Name of the key in the registry. */
  const works = async (key: string): Promise<string | undefined> => {
    const registry = join(made.data, 'registry.git');
    const files = git(registry, ['grep', '-l', hash('sha256', key), 'main', '--', 'keys'])
      .trim()
      .split('\n');
    const [, id] = /^main:keys\/(\w+)\.json$/.exec(files.join()) ?? [];
    return (await made.json('key', 'list')).find((one: { id: string }) => one.id === id)?.name;
  };
  return { ...made, folder, secrets, csv, commits, issue, names, kept, works };
}

describe('key issue --csv', () => {
  test('issues the key of each row into a file for its owner only, and nothing when it runs again', async () => {
    const { secrets, issue, commits, json, kept, works } = await rowsOn();
    const rows =
      '\ufeffBrand;Name;rights;expires;writes_per_minute\r\nacme;Über, uns;read,write;90d;5\r\n;;;;\r\nother; App ;read;;\r\n';
    expect(await issue(rows)).toEqual({
      code: 0,
      stdout: `Issued 2 keys. The secrets are in ${secrets}.\n`,
      stderr: '',
    });
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    expect(readFileSync(secrets, 'utf8')).toMatch(
      /^brand,name,key\r\nacme,"Über, uns",bp_\w{38}\r\nother,App,bp_\w{38}\r\n$/,
    );
    expect(await works(kept().App)).toBe('App');
    const listed = await json('key', 'list');
    expect(
      listed.find(({ brand, name }: Record<string, string>) => brand === 'acme' && name !== 'Editor'),
    ).toMatchObject({
      ...{ name: 'Über, uns', rights: ['read', 'write'], expires_at: expect.any(String), writes_per_minute: 5 },
    });
    const [before, file] = [commits(), readFileSync(secrets, 'utf8')];
    const again = await issue(rows);
    expect(again).toEqual({ code: 0, stdout: 'Issued 0 keys.\nThere already, and not changed: 2.\n', stderr: '' });
    expect([commits(), readFileSync(secrets, 'utf8')]).toEqual([before, file]);
    // A key that was revoked is not issued again, and a row more is all that the next run does.
    const { id } = listed.find(({ name }: { name: string }) => name === 'App');
    await json('key', 'revoke', id);
    expect((await issue(`${rows}other;Third;read;;\n`)).stdout).toContain('Issued 1 key.');
    expect(Object.keys(kept())).toEqual(['"Über', 'App', 'Third']);
  });

  test('names each bad row by its line with the reason, does the others and keeps no secret of a refused one', async () => {
    const { issue, names, kept } = await rowsOn();
    const rows = [
      'name,brand,rights,expires',
      'A,nobody,read,',
      'B,acme,"read\n,admin",',
      'C,acme,read,soon',
      ',acme,read,',
      'D,acme,read,1d',
      'D,acme,read,',
      'E,acme,read,1d,more',
      `"${'x'.repeat(101)}",acme,read,`,
      'F,other,read',
    ];
    const { code, stdout, stderr } = await issue(rows.join('\n'));
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Issued 2 keys\. The secrets are in /)]);
    expect(stderr.split('\n')).toEqual([
      'error: 7 of 9 refused.',
      'line 2: Brand nobody not found.',
      expect.stringMatching(/^line 4: rights: The rights are read, propose and write/),
      expect.stringMatching(/^line 5: expires: A duration is a number/),
      'line 6: It lacks name.',
      'line 8: It has the same brand and name as line 7.',
      'line 9: It has more cells than the first line.',
      'line 10: A key name has 1 to 100 characters on one line.',
      '',
    ]);
    expect(await names()).toEqual(['D', 'Editor', 'F']);
    expect(Object.keys(kept())).toEqual(['D', 'F']);
    const other = await issue('brand,name,rights\nacme,D,"read,write"\n');
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(/line 2: acme has the key \w+ "D" with the rights read\./),
    ]);
  });

  test('that was killed after a secret was kept uses this secret, also below half a line', async () => {
    const { secrets, issue, names, kept, works } = await rowsOn();
    const killed = vi.spyOn(Keys.prototype, 'issue').mockRejectedValueOnce(new Error('killed'));
    const rows = 'brand,name,rights\nacme,=A+1,read\n';
    expect(await issue(rows)).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2: killed') });
    killed.mockRestore();
    const file = readFileSync(secrets, 'utf8');
    expect([file.split('\r\n')[1], await names()]).toEqual([
      expect.stringMatching(/^acme,'=A\+1,bp_\w{38}$/),
      ['Editor'],
    ]);
    appendFileSync(secrets, 'acme,B,bp_0123');
    expect((await issue(rows)).code).toBe(0);
    expect(readFileSync(secrets, 'utf8')).toBe(file);
    expect(await works(kept()["'=A+1"])).toBe('=A+1');
  });

  test('refuses a file for secrets that is not its own, and rows that it cannot read, before anything is done', async () => {
    const { data, folder, secrets, csv, words, fail, names } = await rowsOn();
    const good = 'brand,name,rights\nacme,A,read\n';
    const issuing = (path: string) => ['key', 'issue', '--csv', csv(good), '--secrets', path];
    const text = fileIn(folder, 'notes.txt', 'mine\n');
    chmodSync(text, 0o600);
    const open = fileIn(folder, 'open.csv', 'brand,name,key\r\n');
    chmodSync(open, 0o640);
    symlinkSync(text, join(folder, 'link.csv'));
    await fail(
      [1, `${text} cannot take the secrets: its first line is not brand,name,key. Nothing was done.`, ...issuing(text)],
      [1, 'others may read it; chmod 600 ends that', ...issuing(open)],
      [1, 'ELOOP', ...issuing(join(folder, 'link.csv'))],
      [1, 'EISDIR', ...issuing(folder)],
    );
    expect([readFileSync(text, 'utf8'), readFileSync(open, 'utf8')]).toEqual(['mine\n', 'brand,name,key\r\n']);
    for (const [rows, reason] of [
      [
        'brand,name\nacme,A\n',
        'the first line lacks rights. The columns are brand, name, rights, translate, expires, ',
      ],
      ['brand,name,rights,colour\n', 'unknown or repeated column "colour"'],
      ['brand,name,rights,name\n', 'unknown or repeated column "name"'],
      ['', 'the first line lacks brand, name, rights'],
      ['brand,name,rights\nacme,"A,read\n', 'cannot be read as CSV: Quote Not Closed'],
      [Buffer.from('brand,name,rights\nacme,\xfc,read\n', 'latin1'), 'is not text in UTF-8: save it as "CSV UTF-8".'],
      [`brand,name,rights\n${'acme,A,read\n'.repeat(10_001)}`, 'has more than 10,000 rows.'],
      [Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'has more than 10 MB.'],
    ] as const)
      await fail([1, reason, 'key', 'issue', '--csv', csv(rows), '--secrets', secrets]);
    expect([existsSync(secrets), await names()]).toEqual([false, ['Editor']]);
    const file = csv(good);
    await fail(
      [2, 'name a file for the secrets', 'key', 'issue', '--csv', file],
      [2, 'are columns of the file', 'key', 'issue', 'acme', '--csv', file, '--secrets', secrets],
      [2, 'are columns of the file', 'key', 'issue', '--name', 'A', '--csv', file, '--secrets', secrets],
      [2, '--secrets is for --csv', 'key', 'issue', 'acme', '--name', 'A', '--rights', 'read', '--secrets', secrets],
    );
    expect((await words('key', 'issue', '--data', data)).stderr).toContain(
      'missing: --name <name>, --rights <list>, <brand>',
    );
  });
});

test('person add --csv adds who is not there, with the roles of a row', async () => {
  const { csv, words, json, commits } = await rowsOn();
  const rows = 'name,role,operator\nAda,acme=editor other=viewer,\nBo,,yes\nCy,acme=chief,\nDi,nobody=editor,\n';
  const { code, stdout, stderr } = await words('person', 'add', '--csv', csv(rows));
  expect([code, stdout]).toEqual([1, 'Added 2 people.\n']);
  expect(stderr).toMatch(/^error: 2 of 4 refused\.\nline 4: role: A role is .*\nline 5: Brand nobody not found\.\n$/);
  const people = await json('person', 'list');
  expect(people.map(({ name, operator, roles }: Record<string, unknown>) => [name, operator, roles])).toEqual([
    ['Ada', false, { acme: 'editor', other: 'viewer' }],
    ['Bo', true, {}],
  ]);
  const before = commits();
  const right = csv('name;role\nAda;acme=editor\nBo;\n');
  const again = await json('person', 'add', '--csv', right);
  const lines = people.map(({ id, name }: Record<string, unknown>, at: number) => ({ line: at + 2, id, name }));
  expect(again).toEqual({ done: [], there: lines, refused: [], left: 0 });
  const other = await words('person', 'add', '--csv', csv('name,role\nAda,acme=admin\n'));
  expect(other.stderr).toContain('"Ada", acme=editor, other=viewer. Change them by "person set".');
  expect(commits()).toBe(before);
});

test('webhook add --csv adds a webhook for each address, whose secret signs', async () => {
  const { data, csv, secrets, words, json, commits } = await rowsOn();
  const config = ['--config', configFile('webhook_allow: [10.1.0.0/16]\n')];
  const add = (rows: string) => words('webhook', 'add', '--csv', csv(rows), '--secrets', secrets, ...config);
  const rows =
    'brand,url,name,events,proposals\nacme,https://10.1.0.1,Site,"page,media",yes\nother,https://10.1.0.1/x,,,\nother,http://10.2.0.1/,,,\n';
  const { code, stdout, stderr } = await add(rows);
  expect([code, stdout]).toEqual([1, `Added 2 webhooks. The secrets are in ${secrets}.\n`]);
  expect(stderr).toMatch(/^error: 1 of 3 refused\.\nline 4: .*webhook_allow/);
  const [site] = await json('webhook', 'list', 'acme');
  expect(site).toMatchObject({ url: 'https://10.1.0.1/', name: 'Site', events: ['media', 'page'], proposals: true });
  const { secret } = JSON.parse(readFileSync(join(data, `webhooks/${site.id}.secret`), 'utf8'));
  expect(readFileSync(secrets, 'utf8')).toMatch(
    /^brand,url,secret\r\nacme,https:\/\/10.1.0.1,whsec_\S+\r\nother,https:\/\/10.1.0.1\/x,whsec_\S+\r\n$/,
  );
  expect(readFileSync(secrets, 'utf8')).toContain(`acme,https://10.1.0.1,${secret}\r\n`);
  const before = commits();
  expect(await add(rows)).toMatchObject({ code: 1, stdout: 'Added 0 webhooks.\nThere already, and not changed: 2.\n' });
  const other = await add('brand,url\nacme,https://10.1.0.1/\n');
  expect(other.stderr).toContain(`line 2: acme has the webhook ${site.id} to this address, for other events.`);
  expect(commits()).toBe(before);
});
