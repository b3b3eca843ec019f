import type { ComponentChild } from 'preact';
import { type IssuedKey, isResting, isUsable, type ListedKey } from '../../registry/keys.js';
import type { Right } from '../../registry/records.js';
import type { BrandContext, PageReply } from '../context.js';
import { secretPage } from './secret-page.js';
import { Time } from './text.js';

/** Rights of a key, in words. */
export function rightsText(list: readonly Right[]): string {
  const text = new Intl.ListFormat('en-GB').format(list);
  if (list.length === 1 && text !== 'read') return `Only ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function stateOf(key: ListedKey, now: Date): ComponentChild {
  const { revoked_at, expires_at, replaced_by } = key;
  const tag = (kind: string, text: string, at: string | null) => (
    <span class={`tag ${kind}`}>
      {text} {at !== null && <Time at={at} day />}
    </span>
  );
  if (revoked_at !== null) return tag('bad', 'Revoked', revoked_at);
  if (isResting(key, now)) return tag('warn', 'Rests', null);
  if (!isUsable(key, now)) return tag('bad', 'Ended', expires_at);
  const until = expires_at === null ? '' : ' until';
  return replaced_by === null
    ? tag('ok', `Works${until}`, expires_at)
    : tag('warn', `Replaced, works${until}`, expires_at);
}

/** The key's own budgets, if it has any. */
export function budgetsOf({ requests_per_minute: requests, writes_per_minute: writes }: ListedKey): string {
  const own = [[requests, 'requests'] as const, [writes, 'writes'] as const];
  return own.map(([limit, unit]) => (limit === null ? '' : ` · ${limit || 'any number of'} ${unit} a minute`)).join('');
}

export function lastUse({ last_used_at }: ListedKey): ComponentChild {
  if (last_used_at === null) return 'Not used yet';
  return (
    <>
      Last used <Time at={last_used_at} />
    </>
  );
}

/**
 * Page that shows a new key.
 *
 * @param old sentence about the key that it replaces, if any
 */
export function newKeyPage(
  { href, slug, origin }: BrandContext,
  { record, key }: IssuedKey,
  old: ComponentChild = null,
): PageReply {
  const children = (
    <>
      If you lose it, replace the key.{' '}
      <a href={`/docs/connect?brand=${slug}#key=${key}`} target="_blank" rel="noreferrer">
        Connect the program
      </a>
      .{old !== null && ' '}
      {old}
    </>
  );
  const back = [href('/keys'), 'All keys'] as const;
  const bearer = `"Authorization: Bearer ${key}"`;
  const snippets = [
    ['curl', `curl -H ${bearer} ${origin}/api/v1/brand`, 'terminal'],
    ['agent', `claude mcp add --transport http ${slug} ${origin}/mcp --header ${bearer}`, 'sparkles'],
  ] as const;
  return secretPage({ title: `The key ${record.name}`, label: 'The key', secret: key, snippets, back, children });
}
