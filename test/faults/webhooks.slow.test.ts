import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anyMoment } from '../support/any-moment.js';
import { ChildServer } from '../support/child-server.js';
import { portalJson } from '../support/cli.js';
import { sendTo } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { tried, tries } from '../support/effort.js';
import { eventually } from '../support/eventually.js';
import { checkRepository, git } from '../support/git.js';
import { Receiver, verify } from '../support/receiver.js';

const rounds = tries(10, 4);

/** Milliseconds from a request to the kill: while it is answered, while the position is written, and in between. */
const longestRest = 600;

test('a webhook misses nothing while the server is killed again and again', { timeout: 600_000 }, async () => {
  const { data, key } = await dataWithBrand();
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const config = configFile('webhook_allow: [127.0.0.1]\nwrites_per_minute: 0\nrequests_per_minute: 0\n');
  const added = await portalJson(['webhook', 'add', 'acme', receiver.url, '--config', config], data);
  const unsigned: unknown[] = [];
  receiver.answer = (response, received) => {
    try {
      verify(added.secret, received);
    } catch (error) {
      unsigned.push(error);
    }
    // Half of the answers come late, so that some are lost with the server.
    setTimeout(() => response.writeHead(204).end(), Math.random() < 0.5 ? 0 : 200);
  };
  const start = (): Promise<ChildServer> => ChildServer.start({ data, config });

  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    const before = receiver.received.length;
    let isAlive = true;
    const writing = (async () => {
      while (isAlive)
        await sendTo(`${server.url}/api/v1`, key, 'POST', '/pages', { title: 'A page' }).catch(() => anyMoment(40));
    })();
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before));
    await anyMoment(longestRest);
    await server.end('SIGKILL');
    isAlive = false;
    await writing;
  }
  const last = await start();
  const gitdir = join(data, 'brands/acme.git');
  const head = git(gitdir, ['rev-parse', 'main']).trim();
  await eventually(() => expect(receiver.received.at(-1)?.body.data.version).toBe(head));
  expect(await last.end('SIGTERM')).toBe(0);

  expect(receiver.received.length).toBeGreaterThanOrEqual(rounds);
  const messages = receiver.received.map(({ body }) => body.data);
  expect(unsigned).toEqual([]);
  // In order, without a gap: each goes on where one before it ended, and never further back than the last that was repeated.
  const firstSince = git(gitdir, ['rev-list', '--max-parents=0', 'main']).trim();
  let [previous, before] = [firstSince, firstSince];
  let repeated = 0;
  for (const { since, version } of messages) {
    expect([previous, before]).toContain(since);
    if (since !== previous) repeated += 1;
    [before, previous] = [since, version];
  }
  expect(previous).toBe(head);
  const told = new Set(messages.flatMap(({ changes }) => changes.map(({ id }: { id: number }) => id)));
  const pages = git(gitdir, ['ls-tree', '-r', '--name-only', 'main', 'pages/']).match(/\d+(?=\.json)/g) ?? [];
  const isWhole = messages.every(({ more }) => !more);
  if (isWhole) expect([...told].sort((a, b) => a - b)).toEqual(pages.map(Number).sort((a, b) => a - b));
  checkRepository(gitdir);
  tried({ kills: rounds, 'webhook messages': messages.length, 'repeated webhook messages': repeated });
});
