import { type Referrer, referrerName } from '../operations/references.js';
import { oneLine } from './printable.js';

/** A thing's fields, a line each, and below them the pages whose blocks use it. */
export function describeUse(fields: object, used_by: readonly Referrer[]): string {
  const lines = Object.entries(fields).map(([name, value]) => [name, shown(value)]);
  const users = used_by.length === 0 ? ['no page'] : used_by.map(referrerName);
  const uses = users.map((name, at) => [at === 0 ? 'used by' : '', name]);
  const width = Math.max(...lines.map(([name = '']) => name.length)) + 2;
  return [...lines, ...uses].map(([name = '', text = '']) => name.padEnd(width) + oneLine(text)).join('\n');
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
