import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../src/registry/secrets.js';
import { percentEncoded, Writings } from './support/canary.js';
import { portalJson } from './support/cli.js';
import { Server, spawnEach } from './support/command.js';
import { configFile } from './support/config-file.js';
import { eventually } from './support/eventually.js';
import { runGit, temporaryDirectory } from './support/git.js';
import { exchange } from './support/raw-requests.js';
import { answering, ok, Receiver } from './support/receiver.js';
import { workspaceAddress } from './support/workspace.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A mistake that nobody catches, in an error as libraries make them: with the whole request hanging on it. */
const crashOnSignal = (key: string): string => `process.on('SIGUSR2', () => {
  const headers = { authorization: 'Bearer ${key}', cookie: 'key=${key}' };
  throw Object.assign(new Error('provoked'), { request: { headers }, headers });
});`;

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly method?: string;
  readonly isAuthenticated?: boolean;
}

/** Requests to one server with a key where none belongs. What comes back is kept. */
class Careless {
  readonly answers: string[] = [];

  constructor(
    readonly origin: string,
    readonly key: string,
  ) {}

  async send(path: string, { headers = {}, body, method = 'GET', isAuthenticated = true }: Sent = {}) {
    const authorization = isAuthenticated ? { Authorization: `Bearer ${this.key}` } : {};
    const type = body === undefined ? {} : { 'Content-Type': 'application/json', Accept: '*/*' };
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const response = await fetch(this.origin + path, {
      method,
      headers: { ...authorization, ...type, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    this.answers.push(JSON.stringify([...response.headers]) + text);
    return { status: response.status, text };
  }

  post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    this.send(path, { method: 'POST', body, headers });

  message(method: string, params: object): Promise<unknown> {
    const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
    return this.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  }
}

async function sendEverywhere(client: Careless, sent: string): Promise<void> {
  const [api, pages] = ['/api/v1', '/api/v1/pages'];
  for (const text of [sent, base64(sent), base64(`key:${sent}`), base64(`me:${sent}`), percentEncoded(sent)]) {
    for (const isAuthenticated of [true, false]) {
      await client.send(`${api}/pages?api_key=${text}`, { isAuthenticated });
      await client.send(`${api}/pages/${text}`, { isAuthenticated });
      await client.send(`/${text}`, { isAuthenticated });
    }
    const read = [
      ...[`/brand/context?category=${text}`, `/search?q=${text}`, `/search?q=a&type=${text}&${text}=1`],
      ...['include', 'slug', 'parent_id', 'type', 'visibility', 'fields', 'limit', 'after', 'at'].map(
        (query) => `/pages?${query}=${text}`,
      ),
      ...[`/changes?since=${text}`, `/changes/stream?since=${text}`, `/brand/colors/${text}?at=${text}`],
      `/brand/cl/${text}`,
    ];
    for (const path of read) await client.send(api + path);
    await client.send(`${api}/changes/stream`, { headers: { 'Last-Event-ID': text } });
    await client.send(`${api}/pages/1/blocks/${text}`, { method: 'DELETE' });
    await client.send(`/git/${text}.git/info/refs?service=git-upload-pack`);
    await client.send(`/git/acme.git/info/refs?service=${text}`);
    await client.send('/healthz', { headers: { 'X-Request-Id': text } });
    for (const name of ['Idempotency-Key', 'X-Request-Id']) await client.post(pages, { title: 'x' }, { [name]: text });
  }
  for (const name of 'Cookie Origin User-Agent Referer X-Api-Key If-Match If-None-Match Accept'.split(' ')) {
    await client.send(`${api}/brand`, { headers: { [name]: `key="${sent}"` } });
    await client.post('/mcp', {}, { [name]: `key="${sent}"` });
  }
  const basic = `Basic ${base64(`key:${sent}`)}`;
  for (const header of [sent, basic, `Basic ${sent}`, `Token ${sent}`, `Bearer ${sent} ${sent}`])
    await client.send(`${api}/brand`, { isAuthenticated: false, headers: { Authorization: header } });
  for (const body of [
    `{"title": ${sent}}`,
    sent,
    [sent],
    { title: 'x', [sent]: sent },
    `{"title": "x", "${sent}": 1e400, "nav_expansion": {"${sent}": "\\u0000"}}`,
    { title: 'x', [`\u0000${sent}`]: '\u0001', [sent.repeat(10)]: [[`\ud800${sent}`]] },
    { title: 'x', [base64(sent)]: Number.MAX_VALUE },
    { title: 'x', parent_id: sent, type: sent, nav_expansion: sent },
    { title: 'x', blocks: [{ type: sent, data: {} }] },
    { title: 'x', blocks: [{ type: 'image', data: { media_id: sent, [sent]: sent } }] },
    { title: 'x', blocks: [{ type: 'button', data: { url: `javascript:${sent}` } }] },
  ])
    await client.post(pages, body);
  for (const head of [`${sent}: ${sent}`, `${sent}: [`, `type: ${sent}`])
    await client.post(pages, `---\n${head}\n---\n# x\n`, { 'Content-Type': 'text/markdown' });
  await client.send(`${api}/brand/cl/terminology`, { method: 'PATCH', body: `{"${sent}": {"${sent}": 1e400}}` });
  await client.post(`${api}/brand/check`, { text: 'x', page: sent, [sent]: sent });
  for (const query of [`name=${sent}`, `name=${sent}.png&${sent}=1`, `name=x.png&media_category_id=${sent}`])
    await client.post(`${api}/media?${query}`, sent);
  await client.send(`${api}/media/${sent}/file?width=${sent}`);
  await client.post(pages, '{}', { 'Content-Type': `application/${sent}` });
  const markdown = `---\n${sent}: 1\n---\n# x`;
  for (const [method, params] of [
    [sent, { [sent]: sent }],
    ['tools/call', { name: sent, arguments: {} }],
    ['tools/call', { name: 'get_page', arguments: { page: sent, id: sent, [sent]: sent } }],
    ['tools/call', { name: 'create_page', arguments: { title: 7, api_key: sent } }],
    ['tools/call', { name: 'create_page', arguments: { title: 'x', markdown, [sent]: { [sent]: 1 } } }],
    ['resources/read', { uri: `brand-portal://pages/${sent}` }],
    ['prompts/get', { name: sent, arguments: { [sent]: sent } }],
  ] as const)
    await client.message(method, params);
  await client.post('/mcp', `{"jsonrpc": ${sent}`);
  await client.post('/mcp', {}, { 'Mcp-Session-Id': sent, 'Mcp-Protocol-Version': sent });
  for (const text of [
    `GET /api/v1/brand HTTP/1.1\r\nHost: ${sent}\r\nConnection: close\r\n\r\n`,
    `POST /mcp HTTP/1.1\r\nHost: ${sent}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    `GET http://key:${sent}@portal/api/v1/brand HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    `GET /${sent} nonsense\r\n${sent}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${sent.repeat(600)}\r\n\r\n`,
  ])
    client.answers.push(await exchange(client.origin, text));
}

/** A key that an operator issues in the browser. */
async function issueInBrowser(origin: string, link: string): Promise<string> {
  const post = (path: string, form: Record<string, string>, Cookie = '') => {
    const headers = { Origin: origin, Cookie };
    const body = new URLSearchParams(form);
    return fetch(`${origin}${workspaceAddress(path)}`, { method: 'POST', redirect: 'manual', headers, body });
  };
  const session = await post('/sign-in', { link });
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0];
  const form = { name: 'Browser', rights: 'read', days: '', once: 'once' };
  const answer = await (await post('/brands/acme/keys', form, cookie)).text();
  return /id="made"[^>]*value="(bp_\w+)"/.exec(answer)?.[1] ?? '';
}

test('a key is written nowhere but where it is issued, whatever is done with it', async () => {
  const [data, outside, reports, kept] = [
    ...[temporaryDirectory(), temporaryDirectory()],
    ...[temporaryDirectory(), temporaryDirectory()],
  ] as const;
  const writings = new Writings();
  const run = async (...commands: readonly (readonly [code: number, ...args: string[]])[]): Promise<void> => {
    const outcomes = await spawnEach(commands.map(([, ...args]) => [...args, '--data', data]));
    for (const [at, { code, stdout, stderr }] of outcomes.entries()) {
      const [expected, ...args] = commands[at] ?? [];
      writings.add(`brand-portal ${args[0]} ${args[1]}`, stdout + stderr);
      expect(code, `${args.join(' ')}: ${stderr}`).toBe(expected);
    }
  };
  const modules = 'corporate_language,brand_agent,media_upload';
  await run([0, 'brand', 'create', 'acme', '--name', 'Acme', '--modules', modules]);
  const issue = ['key', 'issue', 'acme', '--rights', 'read,write', '--name'];
  const { id, key } = await portalJson([...issue, 'Editor'], data);
  const rotated = await portalJson(['key', 'rotate', id, '--overlap', '1h'], data);
  const wrong = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21);
  const crash = join(outside, 'crash.mjs');
  const limits = 'requests_per_minute: 0\nwrites_per_minute: 0\nfailed_logins_per_minute: 0\n';
  const config = configFile(`metrics_port: 0\nlog_level: debug\nwebhook_allow: [127.0.0.1]\n${limits}`);
  writeFileSync(crash, crashOnSignal(key));

  const NODE_OPTIONS = `--import ${crash} --report-uncaught-exception --report-directory=${reports}`;
  const server = await Server.start(['serve', '--data', data, '--config', config], { NODE_OPTIONS });
  const { origin } = new URL(server.url);
  const client = new Careless(origin, key);
  const person = await portalJson(['person', 'add', '--name', 'Ada', '--operator'], data);
  const { link } = await portalJson(['sign-in', person.id, '--config', config], data);
  const issued = await issueInBrowser(origin, link);
  expect((await new Careless(origin, issued).send('/api/v1/brand')).status).toBe(200);
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  receiver.answer = answering(500);
  const hook = await portalJson(['webhook', 'add', 'acme', `${receiver.url}?at=acme`, '--config', config], data);
  for (const sent of [key, wrong, rotated.key]) await sendEverywhere(client, sent);
  const other = new Careless(origin, wrong);
  for (const path of ['/api/v1/pages', '/mcp', '/git/acme.git/info/refs?service=git-upload-pack']) {
    expect((await other.send(path, path === '/mcp' ? { method: 'POST', body: {} } : {})).status).toBe(401);
  }
  const [host] = origin.split('//').slice(1);
  for (const sent of [key, wrong])
    await runGit(kept, ['clone', '--quiet', `http://key:${sent}@${host}/git/acme.git`, sent === key ? 'good' : 'bad']);
  expect(readdirSync(kept)).toEqual(['good']);
  const noted = newSecret();
  expect((await client.post('/api/v1/pages', { title: `About ${noted}` })).status).toBe(201);
  await eventually(() => expect(server.stderr).toContain('a webhook was not delivered'));
  receiver.answer = ok;
  await run([0, 'webhook', 'redeliver', 'acme', hook.id], [0, 'webhook', 'test', 'acme', hook.id, '--config', config]);
  await eventually(() => expect(receiver.told).not.toEqual([]));
  for (const { headers, text } of receiver.received)
    writings.add('what a webhook sends', JSON.stringify(headers) + text);
  const metrics = /"url":"(http[^"]+\/metrics)"/.exec(server.stderr)?.[1] ?? '';
  writings.add('metrics', await (await fetch(metrics)).text());

  mkdirSync(join(kept, 'backup'));
  await run(
    [0, 'backup', '--all', join(kept, 'backup')],
    [0, 'check'],
    [0, 'key', 'list', '--json'],
    [0, 'webhook', 'list', 'acme', '--json'],
    [1, 'webhook', 'remove', 'acme', hook.secret],
    [0, 'history', 'acme'],
    [1, 'key', 'revoke', key],
    [1, 'key', 'rotate', base64(key)],
    [1, ...issue, key],
    [2, ...issue, `Bearer ${key}`, key],
    [2, 'brand', key],
    [1, 'stats', key],
    [2, 'serve', '--port', key],
    [0, 'key', 'revoke', id],
  );
  expect((await client.send('/api/v1/pages')).status).toBe(401);

  process.kill(server.pid, 'SIGUSR2');
  expect(await server.exit).toBe(1);
  expect(readdirSync(reports)).toHaveLength(1);
  writings.add('log', server.stderr);
  writings.add('standard output', server.stdout);
  writings.addDirectory(data);
  writings.addDirectory(join(kept, 'backup'));
  writings.addDirectory(reports);
  for (const [at, answer] of client.answers.entries()) writings.add(`answer ${at}`, answer);
  const lines = server.stderr.split('\n').filter((line) => line !== '' && !line.includes('Node.js report'));
  const logged = lines.map((line) => JSON.parse(line));
  for (const line of logged) expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(String) });
  // Lines whose write was under way at the crash may come after its own.
  const crashed = { level: 60, msg: 'crashed', err: expect.objectContaining({ message: 'provoked' }) };
  expect(logged).toContainEqual(expect.objectContaining(crashed));
  expect(lines.filter((line) => /authorization|cookie/i.test(line))).toEqual([]);

  for (const secret of [key, wrong, rotated.key, issued]) expect(writings.holding(secret)).toEqual([]);
  const secretFile = join(data, 'webhooks', `${hook.id}.secret`);
  expect(writings.holding(hook.secret).map((found) => found.split(': ')[0])).toEqual([secretFile, secretFile]);
  // What somebody writes into a page is content: it is in the brand's repository, in the answers, and nowhere else.
  const places = writings.holding(noted).map((found) => found.split(': ')[0]);
  expect(places).toContainEqual(`objects of ${join(data, 'brands/acme.git')}`);
  const others = places.filter((place) => !/acme|^answer|^brand-portal history/.test(place as string));
  expect(others).toEqual([]);
});
