import * as fs from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Service } from '../../src/service/service.js';
import { anyMoment } from '../support/any-moment.js';
import { ChildServer } from '../support/child-server.js';
import { dataWithBrand } from '../support/data.js';
import { seed, tried, tries } from '../support/effort.js';
import { type Field, fieldsOfForm } from '../support/form-fields.js';
import { git } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const saves = tries(300, 60);

/** Sentences are tokens, so that each is found wherever it is. */
const tokensIn = (text: string): string[] => text.match(/\bS[a-z]+\d+x\b/g) ?? [];
const sentence = (token: string): string => `<p>${token} was written here.</p>`;

interface Conflict {
  readonly block: string | null;
  readonly kind: 'both' | 'removed_here' | 'removed_there';
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

const sides = ['mine', 'theirs'] as const;

/** Fates of sentences, as those who wrote and removed them were told. */
class Ledger {
  readonly stored = new Set<string>();
  readonly removed = new Set<string>();
  /** In a conflict that was shown: the side that was not chosen goes, what someone removed may stay. */
  readonly #mayGo = new Set<string>();
  readonly #mayStay = new Set<string>();
  readonly faults: string[] = [];
  saves = 0;
  conflicts = 0;

  acknowledge(added: Iterable<string>, removed: Iterable<string>): void {
    for (const token of added) this.stored.add(token);
    for (const token of removed) this.removed.add(token);
    this.saves += 1;
  }

  decide(shown: string, conflicts: readonly Conflict[], side: 'mine' | 'theirs', added: readonly string[]): void {
    for (const token of added) if (!shown.includes(token)) this.faults.push(`${token} is not in the 412`);
    for (const conflict of conflicts) {
      const chosen = new Set(tokensIn(JSON.stringify(conflict[side])));
      for (const token of tokensIn(JSON.stringify(conflict))) {
        this.#mayStay.add(token);
        if (!chosen.has(token)) this.#mayGo.add(token);
      }
    }
    this.conflicts += conflicts.length;
  }

  judge(page: string): void {
    const there = tokensIn(page);
    const twice = there.filter((token, at) => there.indexOf(token) !== at);
    for (const token of twice) this.faults.push(`${token} is there twice`);
    const on = new Set(there);
    for (const token of this.stored) {
      if (!on.has(token) && !this.removed.has(token) && !this.#mayGo.has(token)) this.faults.push(`${token} is lost`);
    }
    for (const token of this.removed) {
      if (on.has(token) && !this.#mayStay.has(token)) this.faults.push(`${token} is back`);
    }
  }
}

/** A server that is killed now and then. */
class Mortal {
  #server: ChildServer | undefined;
  kills = 0;

  constructor(
    private readonly data: string,
    private readonly config: string,
  ) {}

  async start(): Promise<void> {
    const { data, config } = this;
    this.#server = await ChildServer.start({ program, data, config, lifetimeMs: 300_000 });
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.end('SIGKILL');
    this.kills += 1;
  }

  /** Sends until there is an answer; what went out before a kill is sent again as it was. */
  async send(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string; url: string }> {
    for (;;) {
      const url = this.#server?.url.replace('127.0.0.1', 'localhost');
      if (url !== undefined) {
        try {
          const headers = { Origin: url, ...init.headers };
          const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
          const text = await response.text();
          // A write that the killed server had begun may still be settled.
          if (response.status < 500 && response.status !== 409) return { response, text, url };
        } catch {}
      }
      await anyMoment(100);
    }
  }
}

/** Random numbers that a seed repeats (mulberry32). */
function dice(from: number): (sides: number) => number {
  let state = from;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

interface Edit {
  readonly html: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Adds a sentence somewhere in a text, removes one, or puts one in the place of another. */
function edit(html: string, token: string, roll: (sides: number) => number): Edit {
  const parts = html.split(/(?<=<\/p>)/).filter((part) => part !== '');
  const at = roll(parts.length + 1);
  const way = parts.length < 2 ? 0 : roll(3);
  const gone = way === 0 ? [] : parts.splice(Math.min(at, parts.length - 1), 1);
  const added = way === 1 ? [] : [token];
  parts.splice(at, 0, ...added.map(sentence));
  return { html: parts.join(''), added, removed: tokensIn(gone.join('')) };
}

interface Writer {
  readonly name: string;
  readonly server: Mortal;
  readonly ledger: Ledger;
  readonly roll: (sides: number) => number;
  readonly page: number;
  isOver(): boolean;
}

function post(server: Mortal, path: string, fields: readonly Field[], cookie = ''): ReturnType<Mortal['send']> {
  const body = String(new URLSearchParams(fields.map(([key, value]) => [key, value])));
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie };
  return server.send(`/backend${path}`, { method: 'POST', body, headers });
}

/** @returns the cookie of the session; a link works once, so the server must not be killed meanwhile */
async function signIn(server: Mortal, link: string): Promise<string> {
  const { response } = await post(server, '/sign-in', [['link', link]]);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** A person with a browser that runs no script. */
async function person({ name, server, ledger, roll, page, isOver }: Writer, cookie: string): Promise<void> {
  const path = `/brands/acme/pages/${page}/write`;
  for (let count = 0; !isOver(); count += 1) {
    const token = `S${name}${count}x`;
    let fields = fieldsOfForm((await server.send(`/backend${path}`, { headers: { Cookie: cookie } })).text);
    const press = async (action: string): Promise<{ status: number; text: string }> => {
      const { response, text } = await post(server, path, [...fields, ['do', action]], cookie);
      if (response.status !== 303) fields = fieldsOfForm(text);
      return { status: response.status, text };
    };
    const type = (field: string, value: string): void => {
      fields = fields.map(([key, old]) => [key, key === field ? value : old]);
    };
    const texts = fields.filter(([key]) => /^d\..*\.html$/.test(key));
    const [field = '', html = ''] = texts[Math.min(roll(texts.length), roll(4))] ?? [];
    let made: Omit<Edit, 'html'> = { added: [token], removed: [] };
    const way = roll(8);
    if (way === 0 || field === '') {
      await press('add:');
      type(fields.findLast(([key]) => /^d\.new.*\.html$/.test(key))?.[0] ?? '', sentence(token));
    } else if (way === 1 && texts.length > 5) {
      await press(`remove:${field.slice(2, -5)}`);
      made = { added: [], removed: tokensIn(html) };
    } else {
      if (way === 2) await press(`down:${field.slice(2, -5)}`);
      const { html: next, ...rest } = edit(html.replaceAll('\r\n', '\n'), token, roll);
      type(field, next);
      made = rest;
    }
    await anyMoment(300);
    let saved = await press('save');
    while (saved.status === 412) {
      const side = sides[roll(2)] ?? 'mine';
      const shown = fields.filter(([key]) => key.startsWith('c.'));
      const conflicts = shown.map(([, json]): Conflict => JSON.parse(json));
      ledger.decide(saved.text, conflicts, side, made.added);
      fields = [...fields, ...shown.map(([key]): Field => [`o.${key.slice(2)}`, side])];
      saved = await press('save');
    }
    if (saved.status !== 303) throw new Error(`${name}: ${saved.status} ${saved.text.replaceAll(/<[^>]*>/g, ' ')}`);
    ledger.acknowledge(made.added, made.removed);
  }
}

interface Sent {
  readonly id?: string;
  readonly type: string;
  readonly data: { readonly html: string };
}

function settled(merged: readonly Sent[], conflicts: readonly Conflict[], side: 'mine' | 'theirs'): readonly Sent[] {
  const byBlock = new Map(conflicts.map((conflict) => [conflict.block, conflict]));
  return merged.flatMap((block) => {
    const found = byBlock.get(block.id ?? '');
    if (found === undefined) return [block];
    const isGone = found.kind === (side === 'mine' ? 'removed_here' : 'removed_there');
    if (isGone) return [];
    return found.kind === 'both' ? [{ ...block, data: { html: String(found[side]) } }] : [block];
  });
}

/** A program that writes through the API. */
async function machine({ name, server, ledger, roll, page, isOver }: Writer, key: string): Promise<void> {
  const Authorization = `Bearer ${key}`;
  for (let count = 0; !isOver(); count += 1) {
    const token = `S${name}${count}x`;
    const read = await server.send(`/api/v1/pages/${page}`, { headers: { Authorization } });
    const base = read.response.headers.get('ETag')?.slice(1, -1);
    let blocks: Sent[] = JSON.parse(read.text).blocks;
    const at = Math.min(roll(blocks.length), roll(4));
    const html = blocks[at]?.data.html ?? '';
    let made: Omit<Edit, 'html'> = { added: [token], removed: [] };
    const way = roll(8);
    if (way === 0) blocks = blocks.toSpliced(at, 0, { type: 'rich_text', data: { html: sentence(token) } });
    else if (way === 1 && blocks.length > 5) {
      blocks = blocks.toSpliced(at, 1);
      made = { added: [], removed: tokensIn(html) };
    } else {
      const { html: next, ...rest } = edit(html, token, roll);
      blocks = blocks.map((block, place) => (place === at ? { ...block, data: { html: next } } : block));
      made = rest;
    }
    await anyMoment(300);
    const save = (wanted: object, again: number): ReturnType<Mortal['send']> =>
      server.send(`/api/v1/pages/${page}/save`, {
        method: 'POST',
        body: JSON.stringify(wanted),
        headers: { Authorization, 'Content-Type': 'application/json', 'Idempotency-Key': `${token}-${again}` },
      });
    let saved = await save({ base, blocks }, 0);
    for (let again = 1; saved.response.status === 412; again += 1) {
      const { version, merged, conflicts } = JSON.parse(saved.text);
      const side = sides[roll(2)] ?? 'mine';
      ledger.decide(saved.text, conflicts, side, made.added);
      saved = await save(
        { base: version, title: merged.title, blocks: settled(merged.blocks, conflicts, side) },
        again,
      );
    }
    if (saved.response.status !== 200) throw new Error(`${name}: ${saved.response.status} ${saved.text}`);
    ledger.acknowledge(made.added, made.removed);
  }
}

test('two people and a program write one page, the server is killed meanwhile: no sentence is lost, none is there twice', async () => {
  const { data, key } = await dataWithBrand();
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }), sanitizer });
  const links: string[] = [];
  for (const name of ['Ada Lind', 'Eva Moen']) {
    const { id } = await service.people.add({ name, operator: false, roles: { acme: 'editor' } });
    links.push((await service.sessions.issueLink(id)).secret);
  }
  await service.close();
  const config = join(data, '..', 'together.yaml');
  writeFileSync(config, 'port: 0\nwrites_per_minute: 0\nrequests_per_minute: 0\n');
  const server = new Mortal(data, config);
  await server.start();
  onTestFinished(() => server.kill());
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const first = Array.from({ length: 6 }, (_, at) => ({
    type: 'rich_text',
    data: { html: [0, 1, 2].map((n) => sentence(`Sbase${at * 3 + n}x`)).join('') },
  }));
  const made = await server.send('/api/v1/pages', {
    method: 'POST',
    body: JSON.stringify({ title: 'Shared', blocks: first }),
    headers,
  });
  const page: number = JSON.parse(made.text).id;
  const cookies = await Promise.all(links.map((link) => signIn(server, link)));
  const ledger = new Ledger();
  ledger.acknowledge(tokensIn(made.text), []);
  const isOver = (): boolean => ledger.saves >= saves && ledger.conflicts > 0 && server.kills > 2;
  const head = (): string => readFileSync(join(data, 'brands/acme.git/refs/heads/main'), 'utf8');
  const killing = async (): Promise<void> => {
    while (!isOver()) {
      for (const from = ledger.saves; ledger.saves < from + saves / 6 && !isOver(); ) await anyMoment(100);
      // Between a commit and its answer: what was stored is sent again.
      const before = head();
      while (head() === before && !isOver()) await anyMoment(2);
      await server.kill();
      await server.start();
    }
  };
  const writer = (name: string, at: number): Writer => ({
    ...{ name, server, ledger, page, isOver },
    roll: dice(seed + at),
  });
  await Promise.all([
    person(writer('ada', 1), cookies[0] ?? ''),
    person(writer('eva', 2), cookies[1] ?? ''),
    machine(writer('bot', 3), key),
    killing(),
  ]);
  const { text } = await server.send(`/api/v1/pages/${page}`, { headers });
  ledger.judge(text);
  expect(ledger.faults).toEqual([]);
  git(join(data, 'brands/acme.git'), ['fsck', '--full', '--strict', '--no-dangling']);
  tried({ inputs: ledger.saves, kills: server.kills });
  console.info(`${ledger.saves} saves, ${ledger.conflicts} conflicts, ${server.kills} kills`);
});
