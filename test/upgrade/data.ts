import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { check } from '../../src/admin/check.js';
import { operatorCall, runOperation } from '../../src/cli/command.js';
import { dayMs } from '../../src/lib/clock.js';
import { removeColor, setColor } from '../../src/operations/colors.js';
import { listTrash, showTrashed } from '../../src/operations/trash.js';
import { deleteFile } from '../../src/service/files/uploads.js';
import { sha256Of } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import type { TestPortal } from '../support/portal.js';
import { client, operate, portal } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { WorkspaceClient } from '../support/workspace.js';
import { addPasskey, fillBrand } from '../support/workspace-pages.js';

export const archive = fileURLToPath(new URL('last-build.tar.br', import.meta.url));

export interface Answer {
  readonly brand: string;
  readonly path: string;
  readonly status: number;
  readonly tag: string | null;
  /** JSON, or the SHA-256 of anything else. */
  readonly body: unknown;
}

/** What a build has said of its data, and the secrets with which it is asked again. */
export interface Said {
  readonly keys: Readonly<Record<string, string>>;
  readonly cookie: string;
  readonly link: string;
  readonly answers: readonly Answer[];
  readonly records: unknown;
}

/** Paths of everything that a brand shows by its API. */
async function pathsOf(brand: string, key: string): Promise<string[]> {
  const ids = async (path: string): Promise<number[]> => {
    const { body } = await ask(portal, brand, key, path);
    return (body as { id: number }[]).map(({ id }) => id);
  };
  const [pages, media, colors] = [await ids('/pages'), await ids('/media'), await ids('/brand/colors')];
  const first = git(portal.gitdir(brand), ['rev-list', '--max-parents=0', 'main']).trim();
  return [
    ...['/brand', '/brand/tokens', '/brand/colors', '/brand/cl', '/brand/context', '/pages', '/media?include=file'],
    ...['meta', 'voice', 'terminology', 'company_name', 'notation'].map((section) => `/brand/cl/${section}`),
    ...pages.map((id) => `/pages/${id}`),
    ...[`/pages?at=${first}`, `/pages/${pages[0]}?at=${first}`],
    ...media.flatMap((id) => [`/media/${id}?include=file`, `/media/${id}/file`]),
    ...colors.map((id) => `/brand/colors/${id}`),
    `/changes?since=${first}`,
  ];
}

export async function ask(on: TestPortal, brand: string, key: string, path: string): Promise<Answer> {
  const response = await fetch(`${on.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(bytes.toString()) : sha256Of(bytes);
  return { brand, path, status: response.status, tag: response.headers.get('etag'), body };
}

/** What the operator sees of the registry, and of what the API shows no one. */
export async function recordsOf({ service }: TestPortal, brands: readonly string[]) {
  const keys = (await service.keys.list()).map(({ last_used_at: _, ...key }) => key);
  const people = await service.people.list();
  const trash = [];
  for (const slug of brands) {
    for (const { id } of await runOperation(service, slug, listTrash))
      trash.push(await runOperation(service, slug, showTrashed, { params: { page: String(id) } }));
  }
  return {
    ...{ keys, people, trash, passkeys: await service.passkeys.list() },
    brands: await service.listBrands(),
    sessions: await Promise.all(people.map(({ id }) => service.sessions.list(id))),
    webhooks: await Promise.all(brands.map((slug) => service.webhooks.list(slug))),
  };
}

export async function findingsOf({ data, clock }: TestPortal) {
  return (await check({ fs, data, now: clock.read(), files: true })).findings;
}

/** Fills the portal of the running test with records of all kinds, and packs it with what it answers. */
export async function packData(): Promise<void> {
  const { service, data } = portal;
  await fillBrand();
  const bakery = await portal.importExample('little-bakery');
  const wrong = await putFile(client, 'wrong.svg', drawing(1), { release: false });
  await putFile(client, 'right.svg', drawing(2), { release: false, replaces: String(wrong.id) });
  await deleteFile(service, operatorCall(client.brand), { sha256: sha256Of(drawing(1)), reason: 'Not ours' });
  const { id } = await operate(setColor, {}, { name: 'Gone', hex: '#123456' });
  await operate(removeColor, { id: String(id) });
  const [operator, guest] = [
    await service.people.add({ name: 'Ole', operator: true, roles: {} }),
    await service.people.add({ name: 'Gun', operator: false, roles: { northlight: 'viewer' } }),
  ];
  const session = await WorkspaceClient.signIn(portal, operator);
  await addPasskey(session);
  await service.people.disable(guest.id);
  const { record } = await service.keys.issue({ brand: 'northlight', name: 'Old', rights: ['read'], expiresAt: null });
  await service.keys.rotate({ id: record.id, overlapMs: dayMs });
  const { secret: link } = await service.sessions.issueLink(operator.id);
  const keys: Said['keys'] = { 'little-bakery': bakery.key, northlight: client.key };
  const answers: Answer[] = [];
  for (const [brand, key] of Object.entries(keys))
    for (const path of await pathsOf(brand, key)) answers.push(await ask(portal, brand, key, path));
  const said: Said = {
    keys,
    cookie: session.cookie ?? '',
    link,
    answers,
    records: await recordsOf(portal, Object.keys(keys)),
  };
  await service.brands.close();
  await service.keys.saveLastUsed();
  fs.writeFileSync(join(data, 'said.json'), JSON.stringify(said));
  const packed = execFileSync('tar', ['-cf', '-', '-C', data, '.'], { maxBuffer: 64 * 1024 ** 2 });
  fs.writeFileSync(archive, brotliCompressSync(packed, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }));
}

/** The portal that the last build has packed. */
export async function unpackData(): Promise<{ data: string; said: Said }> {
  const data = temporaryDirectory();
  execFileSync('tar', ['-xf', '-', '-C', data], { input: brotliDecompressSync(fs.readFileSync(archive)) });
  const path = join(data, 'said.json');
  const said: Said = JSON.parse(fs.readFileSync(path, 'utf8'));
  fs.rmSync(path);
  return { data, said };
}

const drawing = (side: number): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`;

/** Asks again for all that the last build has said. */
export async function askAgain(on: TestPortal, { answers, keys }: Said): Promise<Answer[]> {
  const again: Answer[] = [];
  for (const { brand, path } of answers) again.push(await ask(on, brand, keys[brand] ?? '', path));
  return again;
}
