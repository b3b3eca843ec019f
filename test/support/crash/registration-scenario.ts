import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PortalError } from '../../../src/lib/errors.js';
import { type Commit, inspectHistory, type Promised } from './inspect.js';
import { PortalProcess, requestOf, runOf } from './portal-process.js';
import { aloneFs } from './restart.js';
import type { Scenario } from './simulate.js';

const calls = {
  start: async (portal: PortalProcess) => void (await portal.service()),
  acme: (portal: PortalProcess) => portal.createBrand('acme'),
  key: async (portal: PortalProcess) =>
    (await portal.service()).keys.issue({ brand: 'acme', name: 'Key', rights: ['read'], expiresAt: null }),
  birch: (portal: PortalProcess) => portal.createBrand('birch'),
};

function callOf({ message }: Commit): string {
  return /^Register brand (.*)$/m.exec(message)?.[1] ?? (message.startsWith('Issue') ? 'key' : 'start');
}

/** @returns the calls that are in the registry */
async function inspectRegistry({ data }: PortalProcess, promised: Promised): Promise<string[]> {
  const gitdir = join(data, 'registry.git');
  if (existsSync(gitdir)) return (await inspectHistory(gitdir, promised, callOf)).map(callOf);
  if (promised.acknowledged.size > 0) throw new Error('The registry is lost');
  return [];
}

function repositoriesIn({ data }: PortalProcess): string[] {
  const brands = join(data, 'brands');
  return existsSync(brands) ? readdirSync(brands).filter((name) => name.endsWith('.git')) : [];
}

async function inspect(portal: PortalProcess, promised: Promised): Promise<string[]> {
  const present = await inspectRegistry(portal, promised);
  for (const repository of repositoriesIn(portal)) {
    const gitdir = join(portal.data, 'brands', repository);
    await inspectHistory(gitdir, { acknowledged: new Map([['create', undefined]]), running: [] }, requestOf);
  }
  if (!present.includes('start')) return present;
  const service = await portal.service();
  for (const { slug, name } of await service.listBrands()) {
    if (name !== `Brand ${slug}`) throw new Error(`The brand ${slug} is registered and cannot be read`);
  }
  const issued = promised.acknowledged.get('key') as { key: string } | undefined;
  if (issued !== undefined && (await service.callers.identify(issued.key)) === null) throw new Error('The key is lost');
  return present;
}

async function createAgain(portal: PortalProcess, slug: string): Promise<boolean> {
  const wasThere = repositoriesIn(portal).includes(`${slug}.git`);
  try {
    await portal.createBrand(slug);
    return true;
  } catch (error) {
    if (!wasThere || !(error instanceof PortalError) || error.code !== 'invalid') throw error;
    return false;
  }
}

export const registration: Scenario = {
  name: 'a new data directory: the registry, a brand, a key, another brand',
  ...runOf(calls),
  async check(data, { acknowledged, running }) {
    const portal = new PortalProcess(aloneFs, data);
    const done = await inspect(portal, { acknowledged, running });
    const all = new Map(acknowledged);
    await portal.service();
    all.set('start', acknowledged.get('start'));
    for (const call of [...running, 'probe']) {
      if (done.includes(call)) all.set(call, acknowledged.get(call));
      else if (call === 'key') all.set(call, await calls.key(portal));
      else if (call !== 'start' && (await createAgain(portal, call))) all.set(call, undefined);
    }
    await inspect(portal, { acknowledged: all, running: [] });
    await portal.close();
  },
};
