import type { TObject } from '../validation/schema.js';
import { dated } from './as-of.js';
import type {
  AnswerOf,
  Contract,
  NoQuery,
  ReadDefinition,
  ReadOperation,
  WriteDefinition,
  WriteOperation,
} from './contract.js';
import { earlyRead, readOn, writeOn } from './execute.js';
import type { NoParams, Params } from './params.js';

/** Declares an operation that changes content. */
export function write<Sent extends object, Checked, Shapes extends Contract['answers'], P extends Params = NoParams>(
  definition: WriteDefinition<P, Sent, Checked, Shapes>,
): WriteOperation<AnswerOf<Shapes>> {
  const { check: _, expects: __, apply: ___, ...contract } = definition;
  return { ...contract, right: 'write', prepare: (input, context) => writeOn(definition, input, context) };
}

/** Declares an operation that only reads. */
export function read<Shapes extends Contract['answers'], P extends Params = NoParams, Q extends TObject = NoQuery>(
  definition: ReadDefinition<P, Q, Shapes>,
): ReadOperation<AnswerOf<Shapes>> {
  const { run: _, runEarly, ...rest } = definition;
  const contract = dated(rest);
  return {
    ...contract,
    right: 'read',
    prepare: async (input) => readOn(definition, contract, input),
    ...(runEarly === undefined
      ? {}
      : { runEarly: (input, files) => earlyRead(runEarly, definition, contract, input, files) }),
  };
}
