import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../../src/operations/engine/contract.js';
import { eventually } from '../../support/eventually.js';
import { git, pushFiles } from '../../support/git.js';
import { message, post } from '../../support/mcp.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { exchange } from '../../support/raw-requests.js';

portalForEach({ real: true });
beforeEach(() => client.page());
afterEach(() => void vi.restoreAllMocks());

/** What only somebody who reads the program or sits at the machine may know. */
const inside =
  /node_modules|node:|\.[jt]s\b|\bat \S+ \(|Error:|ENOENT|EACCES|EIO|ENOTDIR|errno|syscall|JSON\.parse|Unexpected|position \d|Cannot (?:read|find)|undefined|isomorphic|express|dompurify|jsdom|typebox|memfs|refs\/heads|\.git\/(?:objects|refs)/i;

async function expectClosed(response: Response): Promise<number> {
  const isGit = response.ok && response.headers.get('content-type')?.startsWith('application/x-git-');
  const body = await response.text();
  const text = `${isGit ? '' : body}\n${[...response.headers].join('\n')}`;
  expect(text).not.toMatch(inside);
  expect(text).not.toContain(portal.data);
  expect(text).not.toContain(process.cwd());
  expect(response.headers.get('x-powered-by')).toBeNull();
  return response.status;
}

const doors: [name: string, ask: () => Promise<Response>][] = [
  ['a read', () => ask('GET', '/pages')],
  ['a read of a page', () => ask('GET', '/pages/1')],
  ['a write', () => ask('POST', '/pages', '{"title":"A"}')],
  ['a tool', () => callTool()],
  ['a clone', () => fetch(`${portal.url}/git/acme.git/info/refs?service=git-upload-pack`, { headers: key() })],
];

const callTool = (): Promise<Response> => post(client, message('tools/call', { name: 'list_pages', arguments: {} }));

const key = (): Record<string, string> => ({ Authorization: `Bearer ${client.key}` });

function ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const sent = { method, headers: { ...key(), ...json, ...headers }, ...(body === undefined ? {} : { body }) };
  return fetch(`${portal.url}/api/v1${path}`, sent);
}

async function forget(): Promise<void> {
  await portal.service.brands.close();
  fs.rmSync(join(portal.data, 'cache'), { recursive: true, force: true });
}

describe('no answer tells how the service is made or where it lies', () => {
  it('to what is malformed, or no HTTP', async () => {
    const sent: [number, string, string, (string | undefined)?, Record<string, string>?][] = [
      [400, 'POST', '/pages', '{"title":'],
      [400, 'POST', '/pages', '{"title":"a"}', { 'Content-Encoding': 'gzip' }],
      [415, 'POST', '/pages', '{}', { 'Content-Encoding': 'mystery' }],
      [415, 'POST', '/pages', '{}', { 'Content-Type': 'text/plain; charset=none' }],
      [422, 'POST', '/pages', '[]'],
      [
        422,
        'POST',
        '/pages',
        '{"title":{"toString":1},"blocks":[{"type":{}},null,{"type":"table","data":{"rows":[[{}]]}}]}',
      ],
      [422, 'POST', '/pages', '{"title":"a","__proto__":{"x":1}}'],
      [422, 'GET', '/brand/colors?expand[a]=1&expand=x'],
      [404, 'GET', '/pages/%E0%A4%A'],
      [404, 'GET', '/%00/..%2f..%2fetc/passwd'],
      [404, 'GET', '/pages/constructor'],
      [405, 'PUT', '/pages'],
      [401, 'GET', '/pages', undefined, { Authorization: 'Bearer \u00e4' }],
      [200, 'GET', '/pages', undefined, { 'If-None-Match': '"'.repeat(500) }],
    ];
    for (const [status, ...request] of sent)
      expect([request, await expectClosed(await ask(...request))]).toEqual([request, status]);
    const noTool = message('tools/call', { name: 'toString' });
    for (const body of ['{', '[]', '{"jsonrpc":"1.0"}', message('no/method'), noTool])
      expect(await expectClosed(await post(client, body))).toBeLessThan(500);
    const received = await exchange(portal.url, '\u0016\u0003\u0001 what?\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(received).not.toMatch(/HPE|llhttp|parse error/i);
  });

  it.each<[string, () => void]>([
    ['is gone', () => fs.rmSync(portal.gitdir('acme'), { recursive: true })],
    ['has a branch that is no branch', () => fs.writeFileSync(branchOf(portal.gitdir('acme')), 'what?')],
    ['has lost its objects', () => fs.rmSync(join(portal.gitdir('acme'), 'objects'), { recursive: true })],
  ])('when the repository %s', async (_, damage) => {
    await forget();
    damage();
    for (const [name, door] of doors) {
      const status = await expectClosed(await door());
      // A tool's failure is in its result; what git makes of a branch is its own business.
      if (name !== 'a tool' && name !== 'a clone') expect([name, status]).toEqual([name, 503]);
    }
  });

  it('when a page of the repository is damaged', async () => {
    pushFiles(portal.gitdir('acme'), { 'pages/0/1.json': '{"id":', 'brand.json': 'null' });
    expect(await expectClosed(await ask('GET', '/pages/1'))).toBe(404);
    expect(await expectClosed(await ask('GET', '/brand'))).toBe(503);
  });

  it('when the registry cannot be read', async () => {
    fs.writeFileSync(branchOf(join(portal.data, 'registry.git')), 'what?');
    for (const [name, door] of doors) expect([name, await expectClosed(await door())]).toEqual([name, 503]);
    expect(await expectClosed(await fetch(`${portal.url}/readyz`))).toBe(503);
  });

  it('when an unexpected error happens', async () => {
    vi.spyOn(portal.service, 'run').mockImplementation((operation: Operation) => {
      throw new TypeError(`Cannot read properties of undefined (reading '${operation.name}') at ${portal.data}`);
    });
    for (const [name, door] of doors.slice(0, 3)) expect([name, await expectClosed(await door())]).toEqual([name, 500]);
    expect(await expectClosed(await callTool())).toBe(200);
    expect(portal.log.some((line) => line.includes('Cannot read properties'))).toBe(true);
  });
});

const branchOf = (gitdir: string): string => join(gitdir, 'refs/heads/main');

describe('a request', () => {
  const lines = (id: string) => portal.log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  const commit = () => git(portal.gitdir('acme'), ['log', '-1', '--format=%B']);

  it('has the name that its client gave it: in the answer, in one line of the log, in the commit; a new one instead of what is none', async () => {
    const response = await ask('POST', '/pages', '{"title":"A"}', { 'X-Request-Id': 'deploy-7.2_a' });
    expect(response.headers.get('x-request-id')).toBe('deploy-7.2_a');
    await response.text();
    await eventually(() => expect(lines('deploy-7.2_a')).toHaveLength(1));
    expect(lines('deploy-7.2_a')[0]).toMatchObject({ method: 'POST', url: '/api/v1/pages', status: 201 });
    expect(commit()).toContain('\nRequest-Id: deploy-7.2_a\n');
    for (const sent of ['', 'a b', 'a'.repeat(65), 'Key: x', `bp_${'a'.repeat(38)}`, '%0aKey', '\u00e4']) {
      const response = await ask('POST', '/pages', '{"title":"A"}', { 'X-Request-Id': sent });
      const given = response.headers.get('x-request-id') as string;
      expect([sent, given]).toEqual([sent, expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
      expect(commit()).toContain(`\nRequest-Id: ${given}\n`);
    }
  });

  it('has one line in the log, whichever way it goes', async () => {
    const asked = [
      () => ask('GET', '/pages'),
      () => ask('GET', '/pages'),
      () => ask('GET', '/pages', undefined, { 'If-None-Match': '*' }),
      () => ask('GET', '/nothing'),
      () => ask('GET', '/pages', undefined, { Authorization: 'none' }),
      () => ask('POST', '/pages', '{'),
      () => fetch(`${portal.url}/healthz`),
      () => post(client, message('tools/list')),
    ];
    for (const send of asked) {
      const response = await send();
      await response.text();
      const id = response.headers.get('x-request-id') as string;
      await eventually(() => expect(lines(id)).toHaveLength(1));
      expect(lines(id)[0]).toMatchObject({ status: response.status, ms: expect.any(Number) });
    }
  });
});
