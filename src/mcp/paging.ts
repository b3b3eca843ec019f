import { invalidField } from '../lib/errors.js';
import type { Result } from '../operations/engine/call.js';
import { Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import type { Fields } from './tool.js';

const defaultLimit = 50;
const maxLimit = 200;

export const pagingArguments = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: `default ${defaultLimit}` })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the answer before' })),
};

/** Members of an answer that lists. */
export const pagingOutput = {
  total: Type.Integer(),
  next_cursor: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null on the last page' }),
};

interface Paging {
  readonly cursor?: string | undefined;
  readonly limit?: number;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor: string | null;
}

/**
 * An answer with one page of a list.
 *
 * @param name member of the answer that has the items
 * @param state state of the list. A cursor is valid only for the state that it was made in. If it is omitted, an item
 *   that moves up between two requests may be on neither page
 * @throws `invalid` for a cursor that no answer had
 */
export function listAnswer(
  name: string,
  { value, version }: Pick<Result<readonly object[]>, 'value' | 'version'>,
  paging: Paging,
  state = '',
): Fields {
  const { items, ...rest } = paginate(value, paging, state);
  return { version, ...rest, [name]: items };
}

/**
 * One page of a list.
 *
 * @throws `invalid` for a cursor that no answer had
 */
export function paginate<Item>(
  list: readonly Item[],
  { cursor, limit = defaultLimit }: Paging,
  state = '',
): Page<Item> {
  const start = cursor === undefined ? 0 : parseCursor(cursor, state);
  const end = start + limit;
  const next_cursor = end < list.length ? formatCursor(end, state) : null;
  return { items: list.slice(start, end), total: list.length, next_cursor };
}

function formatCursor(position: number, state: string): string {
  return Buffer.from(`from:${position}:${state}`).toString('base64url');
}

function parseCursor(cursor: string, state: string): number {
  const [, position, cursorState] =
    /^from:(\d{1,9}):(.*)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (position === undefined) throw invalidField('cursor', message.selected('cursor'));
  if (cursorState !== state) throw invalidField('cursor', 'The list has changed since: ask again without a cursor.');
  return Number(position);
}
