import * as fs from 'node:fs';
import { pino } from 'pino';
import { Service } from '../../src/service/service.js';
import { temporaryDirectory } from './git.js';
import { sanitizer } from './portal.js';

/** A data directory on disk with the empty brand `acme` and a key with both rights, made without a process of its own. */
export async function dataWithBrand(name = 'Editor'): Promise<{ data: string; id: string; key: string }> {
  const data = temporaryDirectory();
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }), sanitizer });
  await service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']);
  const issue = { brand: 'acme', name, rights: ['read', 'write'], expiresAt: null } as const;
  const { record, key } = await service.keys.issue(issue);
  await service.close();
  return { data, id: record.id, key };
}
