import type { TObject } from '../validation/schema.js';
import type { AnswerOf, Contract, ReadDefinition, ReadOperation, WriteDefinition, WriteOperation } from './contract.js';
import { earlyRead, readOn, writeOn } from './execute.js';
import type { Params } from './params.js';

/** Declares an operation that changes content. */
export function write<P extends Params, Sent extends object, Checked, Shapes extends Contract['answers']>(
  definition: WriteDefinition<P, Sent, Checked, Shapes>,
): WriteOperation<AnswerOf<Shapes>> {
  const { check: _, expects: __, apply: ___, ...contract } = definition;
  return { ...contract, right: 'write', prepare: (input, context) => writeOn(definition, input, context) };
}

/** Declares an operation that only reads. */
export function read<P extends Params, Q extends TObject, Shapes extends Contract['answers']>(
  definition: ReadDefinition<P, Q, Shapes>,
): ReadOperation<AnswerOf<Shapes>> {
  const { run: _, runEarly, ...contract } = definition;
  return {
    ...contract,
    right: 'read',
    prepare: async (input) => readOn(definition, input),
    ...(runEarly === undefined ? {} : { runEarly: (input, files) => earlyRead(runEarly, definition, input, files) }),
  };
}
