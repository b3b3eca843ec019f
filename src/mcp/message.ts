import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import type { Effect, NeededRight } from '../operations/engine/access.js';
import type { Door } from './caller.js';
import { findTool, toolsAt } from './tools.js';

/** Right that a message needs, and its name in the log. */
interface Purpose {
  /** `null` if the message reveals no content of the brand. */
  readonly right: NeededRight | null;
  readonly effect: Effect;
  /** The operation, or the method if it has several. Absent if no right is needed. */
  readonly name?: string;
}

/**
 * Methods that show content, besides `tools/call`. A new one must be added here, because a method that is not listed
 * needs no right.
 */
const methodsNeedingRead: readonly unknown[] = ['resources/list', 'resources/read', 'prompts/get'];

export function findPurpose(message: unknown, door: Pick<Door, 'isConnector'>): Purpose {
  const { method, params } = isObject(message) ? message : {};
  if (methodsNeedingRead.includes(method)) return { right: 'read', effect: 'read', name: String(method) };
  const tool = method === 'tools/call' && isObject(params) ? findTool(params.name, toolsAt(door)) : undefined;
  if (tool === undefined) return { right: null, effect: 'read' };
  // A write in a language needs only the right to translate.
  const isTranslated = isObject(params) && isObject(params.arguments) && params.arguments.lang !== undefined;
  const { right, effect, countsAs = effect, name } = (isTranslated ? tool.translated : undefined) ?? tool.operation;
  return { right, effect: countsAs, name };
}

/** Deepest accepted nesting, more than any call needs. */
const maxLevels = 100;

/**
 * Nesting level of a call's arguments. The library drops a `__proto__` above it, and the operation refuses one below
 * it.
 */
const argumentsLevel = 2;

/** @throws `bad_request` unless the value is one message */
export function requireOneMessage(value: unknown): void {
  if (Array.isArray(value))
    throw new PortalError('bad_request', 'Batches are not accepted: send one message per request.');
  if (!isObject(value)) throw new PortalError('bad_request', 'A message is a JSON object.');
  let items: unknown[] = [value];
  for (let depth = 0; items.length > 0; depth += 1) {
    if (depth > maxLevels) throw new PortalError('bad_request', `A message nests at most ${maxLevels} levels.`);
    if (depth <= argumentsLevel && items.some((item) => isObject(item) && Object.hasOwn(item, '__proto__'))) {
      throw new PortalError('bad_request', 'A message has no members called __proto__.');
    }
    items = items.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
}
