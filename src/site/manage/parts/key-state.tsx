import type { ComponentChild } from 'preact';
import { type IssuedKey, isResting, isUsable, type ListedKey } from '../../../registry/keys.js';
import { type Right, rights } from '../../../registry/records.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Time } from '../../parts/time.js';
import type { PageReply } from '../../replies.js';
import { secretPage } from './secret-page.js';

/** Rights of a key, in words. */
export function rightsText(list: readonly Right[]): string {
  const texts: Readonly<Record<string, string>> = words().keys.rights;
  const name = rights.filter((right) => list.includes(right)).join('_');
  return texts[name] ?? name;
}

export function stateOf(key: ListedKey, now: Date): ComponentChild {
  const { revoked_at, expires_at, replaced_by } = key;
  const texts = words().keys.states;
  const tag = (kind: string, text: string, at: string | null = null) => (
    <span class={`tag ${kind}`}>
      <Filled text={text} values={{ day: at && <Time at={at} form="day" /> }} />
    </span>
  );
  if (revoked_at !== null) return tag('bad', texts.revoked, revoked_at);
  if (isResting(key, now)) return tag('warn', texts.rests);
  if (!isUsable(key, now)) return tag('bad', texts.ended, expires_at);
  if (expires_at === null) return replaced_by === null ? tag('ok', texts.works) : tag('warn', texts.replaced);
  return replaced_by === null ? tag('ok', texts.worksUntil, expires_at) : tag('warn', texts.replacedUntil, expires_at);
}

/** The key's own budgets, if it has any. */
export function budgetsOf({ requests_per_minute: requests, writes_per_minute: writes }: ListedKey): string {
  const texts = words().keys.budgets;
  const own = [
    [requests, texts.requests, texts.anyRequests] as const,
    [writes, texts.writes, texts.anyWrites] as const,
  ];
  return own
    .map(([limit, text, any]) => (limit === null ? '' : ` · ${limit === 0 ? any : fill(text, { n: String(limit) })}`))
    .join('');
}

export function lastUse({ last_used_at }: ListedKey): ComponentChild {
  const texts = words().keys;
  return last_used_at === null ? (
    texts.notUsed
  ) : (
    <Filled text={texts.lastUsed} values={{ time: <Time at={last_used_at} /> }} />
  );
}

/**
 * Page that shows a new key.
 *
 * @param old sentence about the key that it replaces, if any
 */
export function newKeyPage(
  { href, slug, origin }: WorkContext,
  { record, key }: IssuedKey,
  old: ComponentChild = null,
): PageReply {
  const texts = words().keys.made;
  const connect = (
    <a href={`/docs/connect?brand=${slug}#key=${key}`} target="_blank" rel="noreferrer">
      {texts.connect}
    </a>
  );
  const children = (
    <>
      <Filled text={texts.hint} values={{ connect }} />
      {old !== null && ' '}
      {old}
    </>
  );
  const back = [href('/keys'), texts.back] as const;
  const bearer = `"Authorization: Bearer ${key}"`;
  const snippets = [
    ['curl', `curl -H ${bearer} ${origin}/api/v1/brand`, 'terminal'],
    [texts.agent, `claude mcp add --transport http ${slug} ${origin}/mcp --header ${bearer}`, 'sparkles'],
  ] as const;
  return secretPage({
    title: fill(texts.title, { name: record.name }),
    label: texts.label,
    secret: key,
    snippets,
    back,
    children,
  });
}
