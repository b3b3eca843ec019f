import { randomUUID } from 'node:crypto';
import type { Actor } from '../operations/engine/actor.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import type { Call, Result } from '../operations/engine/execute.js';
import type { Service } from '../service/service.js';

const operator: Actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] };

/** Runs an operation as the operator. @returns its answer */
export async function runOperation<Value>(...call: Parameters<typeof resultOf<Value>>): Promise<Value> {
  return (await resultOf(...call)).value;
}

export async function resultOf<Value>(
  service: Service,
  slug: string,
  operation: Operation<Value>,
  input: Partial<Input> = {},
): Promise<Result<Value>> {
  await service.openBrand(slug);
  return service.run(operation, operatorCall(slug), { ...noInput, ...input });
}

export function operatorCall(slug: string): Call {
  return { slug, actor: operator, via: 'cli', requestId: randomUUID(), precondition: null };
}
