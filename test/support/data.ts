import * as fs from 'node:fs';
import { onTestFinished } from 'vitest';
import { createLog } from '../../src/log.js';
import { Service } from '../../src/service/service.js';
import { temporaryDirectory } from './git.js';
import { sanitizer } from './portal.js';

type Options = Parameters<typeof Service.open>[0];

/** A service on disk without a log, unless they are named, closed when the running test ends. */
export async function openService(options: Pick<Options, 'data'> & Partial<Options>): Promise<Service> {
  const service = await Service.open({ fs, log: createLog('silent'), sanitizer, ...options });
  onTestFinished(() => service.close());
  return service;
}

/** A data directory on disk with the empty brand `acme` and a key with both rights, made without a process of its own. */
export async function dataWithBrand(name = 'Editor'): Promise<{ data: string; id: string; key: string }> {
  const data = temporaryDirectory();
  const service = await openService({ data });
  await service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']);
  const issue = { brand: 'acme', name, rights: ['read', 'write'], expiresAt: null } as const;
  const { record, key } = await service.keys.issue(issue);
  await service.close();
  return { data, id: record.id, key };
}
