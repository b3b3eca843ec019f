import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { anyMoment } from '../support/any-moment.js';
import { portal, portalJson } from '../support/cli.js';
import { type Reply, Server, sendTo } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { tried, tries } from '../support/effort.js';
import { checkRepository, clone, git, runGit } from '../support/git.js';

type Send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

const client =
  ({ url }: Server, key: string): Send =>
  (...sent) =>
    sendTo(url, key, ...sent);

/** Two servers of the built program on one data directory with the empty brand `acme`. */
async function twoServers() {
  const { data, key } = await dataWithBrand();
  const config = configFile('requests_per_minute: 0\nwrites_per_minute: 0\nfailed_logins_per_minute: 0\n');
  const start = (): Promise<Server> => Server.start(['serve', '--data', data, '--config', config]);
  const servers = await Promise.all([start(), start()]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const clients = servers.map((server) => client(server, key)) as [Send, Send];
  return { data, key, gitdir: join(data, 'brands/acme.git'), start, servers, clients };
}

/** A command on the data directory, in this process: the servers have others. @returns the JSON document that it printed */
const command = (data: string, ...args: string[]) => portalJson(args, data);

it('a read at either server sees what the other, a command and a push have stored before, and what a command has revoked; one Idempotency-Key is one commit', async () => {
  const { data, gitdir, servers, clients } = await twoServers();
  await command(data, 'page', 'create', 'acme', '--title', 'By a command');
  for (const send of clients) expect((await send('GET', '/pages/1')).body.title).toBe('By a command');
  const directory = clone(gitdir);
  git(directory, ['mv', 'pages/0/1.json', 'notes.json']);
  git(directory, ['commit', '--quiet', '--message', 'Take a page away']);
  git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
  for (const send of clients) expect((await send('GET', '/pages/1')).status).toBe(404);
  const { id } = (await clients[0]('POST', '/pages', { title: 'Counter' })).body;
  const expectShown = async (title: string, etag: string | null): Promise<void> => {
    for (const { body, headers } of await Promise.all(clients.map((send) => send('GET', `/pages/${id}`)))) {
      expect([body.title, headers.get('etag')]).toEqual([title, etag ?? headers.get('etag')]);
    }
  };
  const rounds = tries(200, 20);
  for (let n = 1; n <= rounds; n += 1) {
    const written = await (clients[n % 2] as Send)('PATCH', `/pages/${id}`, { title: `n ${n}` });
    expect(written.status).toBe(200);
    await expectShown(`n ${n}`, written.headers.get('etag'));
  }
  tried({ writes: rounds, reads: 2 * rounds });

  for (let round = 0; round < tries(3, 1); round += 1) {
    const { key, id } = await command(data, 'key', 'issue', 'acme', '--name', 'Reader', '--rights', 'read');
    const ask = async (): Promise<number[]> =>
      (await Promise.all(servers.map((server) => client(server, key)('GET', '/brand')))).map(({ status }) => status);
    expect(await ask()).toEqual([200, 200]);
    await command(data, 'key', 'revoke', id);
    expect(await ask()).toEqual([401, 401]);
  }
  const commits = () => Number(git(gitdir, ['rev-list', '--count', 'main']));
  const before = commits();
  for (let round = 0; round < tries(10, 5); round += 1) {
    const headers = { 'Idempotency-Key': `"key-${round}"` };
    const post = (send: Send): Promise<Reply> => send('POST', '/pages', { title: `Page ${round}` }, headers);
    const replies = await Promise.all([...clients, ...clients, ...clients].map(post));
    // 503: the other server held the branch for too long.
    for (const { status } of replies) expect([201, 409, 503]).toContain(status);
    const made = replies.filter(({ status }) => status === 201);
    expect(made.filter((reply) => reply.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const send of clients) {
      const { status, headers: sent, body } = await post(send);
      expect([status, sent.get('idempotency-replayed'), body]).toEqual([201, 'true', made[0]?.body]);
    }
    expect(commits()).toBe(before + round + 1);
  }
});

it('servers, commands and git at the same moment lose nothing, also when a server is killed', async () => {
  const { data, key, gitdir, start, servers } = await twoServers();
  const acknowledged: string[] = [];
  const unknown: string[] = [];
  const refused: unknown[] = [];
  let isOver = false;

  const write = async (at: number, writer: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const title = `Page ${at} ${writer} ${n}`;
      const reply = await client(servers[at] as Server, key)('POST', '/pages', { title }).catch(() => null);
      if (reply === null) unknown.push(title);
      else if (reply.status === 201) acknowledged.push(title);
      // Nothing is stored while a stalled process holds the branch.
      else if (reply.status !== 503) refused.push([reply.status, reply.body]);
      await anyMoment(200);
    }
  };
  const runCommands = async (): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const { code } = await portal(['page', 'create', 'acme', '--title', `Command ${n}`, '--data', data]);
      if (code === 0) acknowledged.push(`Command ${n}`);
      await anyMoment(1000);
    }
  };
  let committed = 0;
  const commitWithGit = async (): Promise<void> => {
    while (!isOver || committed === 0) {
      const old = (await runGit(gitdir, ['rev-parse', 'main'])).stdout.trim();
      const next = await runGit(gitdir, ['commit-tree', `${old}^{tree}`, '-p', old, '-m', `By git ${committed}`]);
      const { code } = await runGit(gitdir, ['update-ref', 'refs/heads/main', next.stdout.trim(), old]);
      if (code === 0) committed += 1;
    }
  };

  const working = Promise.all([write(0, 1), write(0, 2), write(1, 1), write(1, 2), runCommands(), commitWithGit()]);
  const kills = tries(3, 2);
  const pages = (): number => acknowledged.filter((title) => title.startsWith('Page ')).length;
  for (let kill = 0; kill < kills; kill += 1) {
    await expect.poll(pages).toBeGreaterThan(12 * (kill + 1));
    await anyMoment(500);
    const at = kill % 2;
    servers[at]?.signal('SIGKILL');
    await servers[at]?.exit;
    servers[at] = await start();
  }
  const commands = (): number => acknowledged.length - pages();
  await expect.poll(() => commands() > 0 && committed > 0 && pages() > 12 * (kills + 1)).toBe(true);
  isOver = true;
  await working;
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);

  expect(refused).toEqual([]);
  const subjects = git(gitdir, ['log', '--format=%s', 'main']).trim().split('\n');
  const made = subjects.flatMap((subject) => /^Add page \d+ "(.*)"$/.exec(subject)?.[1] ?? []);
  expect(new Set(made).size).toBe(made.length);
  expect(acknowledged.filter((title) => !made.includes(title))).toEqual([]);
  expect(made.filter((title) => !acknowledged.includes(title) && !unknown.includes(title))).toEqual([]);
  expect(subjects.filter((subject) => subject.startsWith('By git '))).toHaveLength(committed);
  const ids = git(gitdir, ['ls-tree', '-r', '--name-only', 'main', 'pages/']).match(/\d+(?=\.json)/g) ?? [];
  expect(ids).toHaveLength(made.length);
  checkRepository(gitdir);
  tried({ kills, 'acknowledged writes': acknowledged.length });
});
