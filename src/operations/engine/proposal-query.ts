import { invalidField } from '../../lib/errors.js';
import { Type } from '../../validation/schema.js';

/** Names the proposal that a read shows, or a write goes into. */
export const proposalQuery = Type.Integer({
  minimum: 1,
  description:
    'Addition. The number of a proposal. Returns the content as if the proposal were merged now. Only its author, editors and callers ' +
    'with the right `write` can do this; others get 404. A provisional id of the proposal returns 308 with the final id once it is published.',
});

/** The query of a write without the proposal that it goes into. */
export function withoutProposal(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!('proposal' in query)) return query;
  const { proposal: _, ...rest } = query;
  return rest;
}

/**
 * @param isWrite whether it may be `new`
 * @throws `invalid` for a value that is not the number of a proposal
 */
export function parseProposal(value: unknown, isWrite: boolean): number | 'new' {
  if (isWrite && value === 'new') return 'new';
  const number = typeof value === 'number' ? value : Number(/^[1-9]\d{0,8}$/.exec(String(value))?.[0]);
  if (Number.isSafeInteger(number)) return number;
  throw invalidField('proposal', `The proposal field must be the number of a proposal${isWrite ? ', or new' : ''}.`);
}
