import { randomUUID } from 'node:crypto';
import type { Actor } from '../operations/actor.js';
import { noInput } from '../operations/execute.js';
import type { Input, Operation } from '../operations/operation.js';
import type { Service } from '../service/service.js';
import { type ConfigOption, type DataOption, useService } from './shared.js';

const operator: Actor = { id: 'cli', name: 'Operator', rights: ['read', 'write'] };

/** Runs an operation as the operator. @returns its answer */
export async function runOperation<Answer>(
  service: Service,
  slug: string,
  operation: Operation,
  input: Partial<Input> = {},
): Promise<Answer> {
  await service.openBrand(slug);
  const call = { slug, actor: operator, requestId: randomUUID(), precondition: null };
  return (await service.run(operation, call, { ...noInput, ...input })).value as Answer;
}

/** The same with a service of its own. */
export function operate<Answer>(
  options: DataOption & ConfigOption,
  slug: string,
  operation: Operation,
  input: Partial<Input> = {},
): Promise<Answer> {
  return useService(options, (service) => runOperation<Answer>(service, slug, operation, input));
}
