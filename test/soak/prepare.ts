import * as fs from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { newSecret } from '../../src/registry/secrets.js';
import { Service } from '../../src/service/service.js';
import { projectFolder } from '../bench/processes.js';
import { Ledger } from './ledger.js';
import type { Tally } from './tally.js';
import { command } from './workers/operator.js';
import { type BrandKeys, type SoakBrand, World } from './world.js';

async function keysOf(service: Service, brand: string): Promise<BrandKeys> {
  const issue = (name: string, rights: readonly ('read' | 'write')[]) =>
    service.keys.issue({ brand, name, rights, expiresAt: null });
  const revoked = await issue('Revoked', ['read', 'write']);
  await service.keys.revoke(revoked.record.id);
  const [write, read] = [await issue('Editor', ['read', 'write']), await issue('Reader', ['read'])];
  return { write: write.key, read: read.key, revoked: revoked.key, wrong: newSecret() };
}

/** A fresh data directory with the example brands, imported by the program itself. */
export async function prepare(folder: string, tally: Tally, seed: number): Promise<{ world: World; config: string }> {
  const data = join(folder, 'data');
  const scratch = join(folder, 'scratch');
  fs.mkdirSync(scratch);
  const brand = (slug: string): SoakBrand => {
    return { slug, keys: {} as BrandKeys, ledger: new Ledger(slug, join(data, 'brands', `${slug}.git`)) };
  };
  const [northlight, bakery] = [brand('northlight'), brand('little-bakery')];
  const program = join(projectFolder, 'dist/main.js');
  const world = new World(data, scratch, program, { northlight, bakery }, tally, seed);
  for (const { slug } of [northlight, bakery]) {
    const { code, stderr } = await command(world, ['brand', 'import', join(projectFolder, 'content-fixtures', slug)]);
    if (code !== 0) throw new Error(`brand import: ${stderr}`);
  }
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }) });
  for (const { slug, keys } of [northlight, bakery]) Object.assign(keys, await keysOf(service, slug));
  const { slug } = bakery;
  await service.setBrandSettings(slug, { modules: ['media_upload'] });
  await service.close();
  const config = join(folder, 'config.json');
  const limits = {
    requests_per_minute: 6000,
    writes_per_minute: 3000,
    request_timeout_seconds: 20,
    file_bytes_per_key_and_day: 2 ** 40,
  };
  writeFileSync(config, JSON.stringify({ ...limits, maintenance_schedule: '* * * * *', brand_idle_seconds: 30 }));
  return { world, config };
}
