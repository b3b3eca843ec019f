import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anyMoment } from '../support/any-moment.js';
import { ChildServer } from '../support/child-server.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { tried, tries } from '../support/effort.js';
import { git } from '../support/git.js';

const rounds = Number(process.env.KILL_ROUNDS ?? tries(10, 3));
const roundsEach = Math.min(20, rounds);
const clients = 6;

/** A client that sends a write under one key until it is answered. */
class Persistent {
  answered = 0;
  /** Answers to a write that an earlier request, unanswered, had done. */
  replayed = 0;
  unanswered = 0;
  /** Of writes that are answered: each is the `Request-Id` of one commit. */
  readonly tokens: string[] = [];
  /** By their ids: how many blocks each has; `null`: in the trash. */
  readonly pages = new Map<number, number | null>();
  #isDone = false;

  constructor(
    readonly key: string,
    readonly server: () => string | null,
  ) {}

  async run(): Promise<void> {
    while (!this.#isDone) {
      const { id } = await this.write('POST', '/pages', { title: 'A page' }, 201);
      this.pages.set(id, 0);
      for (let blocks = 1; blocks <= 3; blocks += 1) {
        await this.write('POST', `/pages/${id}/blocks`, { type: 'heading' }, 201);
        this.pages.set(id, blocks);
      }
      if (id % 2 === 0) continue;
      await this.write('DELETE', `/pages/${id}`, undefined, 204);
      this.pages.set(id, null);
    }
  }

  end(): void {
    this.#isDone = true;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async write(method: string, path: string, body: unknown, expected: number): Promise<any> {
    const token = randomUUID();
    for (;;) {
      const url = this.server();
      const answer = url === null ? null : await this.#send(`${url}/api/v1${path}`, method, body, token);
      if (answer?.status === expected) {
        this.answered += 1;
        if (answer.isReplay) this.replayed += 1;
        this.tokens.push(token);
        return answer.text === '' ? undefined : JSON.parse(answer.text);
      }
      if (answer !== null && ![409, 503].includes(answer.status)) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
      await anyMoment(10);
    }
  }

  async #send(url: string, method: string, body: unknown, token: string) {
    const headers = {
      Authorization: `Bearer ${this.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': token,
      'X-Request-Id': token,
    };
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, ...sent });
      const isReplay = response.headers.get('idempotency-replayed') === 'true';
      return { status: response.status, isReplay, text: await response.text() };
    } catch {
      this.unanswered += 1;
      return null;
    }
  }
}

async function branchMoves(gitdir: string): Promise<void> {
  const folder = join(gitdir, 'refs/heads');
  for await (const { filename } of watch(folder, { signal: AbortSignal.timeout(60_000) }))
    if (filename === 'main') return;
}

/** Fails the test unless the repository holds each answered write exactly once, and nothing else. */
function checkWrites(gitdir: string, all: readonly Persistent[]): void {
  git(gitdir, ['fsck', '--full', '--strict', '--no-dangling']);
  const made = git(gitdir, ['log', '--format=%(trailers:key=Request-Id,valueonly,separator=)', 'main'])
    .split('\n')
    .filter((token) => token !== '');
  expect(made.sort()).toEqual(all.flatMap(({ tokens }) => tokens).sort());
  for (const [id, blocks] of all.flatMap(({ pages }) => [...pages])) {
    const path = `${blocks === null ? 'trash' : 'pages'}/${Math.floor(id / 100)}/${id}.json`;
    const page = JSON.parse(git(gitdir, ['show', `main:${path}`]));
    expect([id, page.blocks.length]).toEqual([id, blocks ?? 3]);
  }
}

test.each(Array.from({ length: Math.ceil(rounds / roundsEach) }, (_, at) => at + 1))(
  'clients that repeat every unanswered write with its key make each change exactly once, whenever the server is killed (%i)',
  async () => {
    const { data, key } = await dataWithBrand();
    const gitdir = join(data, 'brands/acme.git');
    const config = configFile('requests_per_minute: 0\nwrites_per_minute: 0\n');
    let server: ChildServer | null = null;
    onTestFinished(() => void server?.child.kill('SIGKILL'));
    const all = Array.from({ length: clients }, () => new Persistent(key, () => server?.url ?? null));
    const answered = (): number => all.reduce((count, client) => count + client.answered, 0);
    const done = Promise.all(all.map((client) => client.run()));
    const failed = done.then(() => {});
    failed.catch(() => {});
    for (let round = 0; round < roundsEach; round += 1) {
      server = await ChildServer.start({ data, config });
      const before = answered();
      while (answered() < before + clients) await Promise.race([anyMoment(4), failed]);
      // At any moment, or in the middle of storing: a change is on disk then, and most likely not answered yet.
      await (round % 2 === 0 ? anyMoment(60) : branchMoves(gitdir));
      await server.end('SIGKILL');
    }
    server = await ChildServer.start({ data, config });
    for (const client of all) client.end();
    await done;
    await server.end('SIGTERM');
    checkWrites(gitdir, all);
    const sum = (count: (client: Persistent) => number): number =>
      all.reduce((total, client) => total + count(client), 0);
    const replayed = sum((client) => client.replayed);
    expect(sum((client) => client.unanswered)).toBeGreaterThan(0);
    tried({ kills: roundsEach, 'acknowledged writes': answered(), replays: replayed });
    console.info(`${roundsEach} kills, ${answered()} writes answered, ${replayed} of them by a replay, each made once`);
  },
);
