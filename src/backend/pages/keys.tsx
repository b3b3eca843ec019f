import type { ComponentChild } from 'preact';
import { notFound, type PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { isUsable, type ListedKey } from '../../registry/keys.js';
import { type BrandContext, type PageReply, type Reply, requiredField, unknownAction } from '../context.js';
import { saidNotice } from '../parts/done.js';
import { daysIn, FormInputs, Guard, Once } from '../parts/form.js';
import { OffsetPager, offsetIn } from '../parts/list.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { secretPage } from '../parts/shown-once.js';
import { Name, Time } from '../parts/text.js';
import { Warning } from '../parts/warning.js';

const perPage = 100;

const rightsNames: Readonly<Record<string, string>> = {
  read: 'reads',
  write: 'writes',
  'read,write': 'reads and writes',
};

const terms = [
  ['', 'Until it is revoked'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

const overlaps = [
  ['0', 'It ends at once'],
  ['1', 'A day'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** The key is in this answer alone. */
export function issueKey(context: BrandContext): Promise<Reply> {
  const { service, form, acting } = context;
  const issue = async (): Promise<Reply> => {
    const { name = '', rights = '', days } = form;
    const sent = { name, rights, days: days === '' ? null : daysIn(days) };
    const { record, key } = await service.administration.issueKey(acting, sent, requiredField(context, 'once'));
    return shownKey(context, record.name, key, null);
  };
  return runForm(issue, (problem) => keysPage(context, problem));
}

export async function keysPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, slug } = context;
  const now = service.clock();
  const keys = (await service.keys.list(slug)).reverse();
  const order = (key: ListedKey): number => (isUsable(key, now) ? 0 : 1);
  const all = keys.sort((a, b) => order(a) - order(b));
  const start = offsetIn(context);
  const inputs = new FormInputs(context, problem);
  const shown = all.slice(start, start + perPage);
  const [working, ended] = [shown.filter((key) => isUsable(key, now)), shown.filter((key) => !isUsable(key, now))];
  const body = (
    <>
      {refusalNotice(context, problem)}
      {saidNotice(context, { revoked: 'The key is revoked: it works no more.' })}
      <h1>Keys</h1>
      <p class="hint">With a key, websites, programs and agents use the API of this brand.</p>
      {!context.brand.api_enabled && (
        <Warning title="The API of this brand is off" link={[context.href('/settings'), 'Modules and API']}>
          Keys are refused until an operator switches it on.
        </Warning>
      )}
      {!all.some((key) => isUsable(key, now)) && <p>No key: nothing can use the API.</p>}
      {keyRows(context, working, now)}
      {ended.length > 0 && (
        <details open={working.length === 0}>
          <summary>{plural(ended.length, 'key that no longer works', 'keys that no longer work')}</summary>
          {keyRows(context, ended, now)}
        </details>
      )}
      <OffsetPager context={context} path="/keys" start={start} perPage={perPage} total={all.length} more="More keys" />
      <form method="post" class="card" id="new">
        <h2>A new key</h2>
        <Once context={context} />
        {inputs.input({
          name: 'name',
          label: 'Name',
          hint: 'Whose it is, such as “Website”. It stands at the changes that it makes.',
          isRequired: true,
          maxLength: 100,
        })}
        {inputs.select({
          name: 'rights',
          label: 'What it may',
          options: [
            ['read', 'Read'],
            ['read,write', 'Read and write'],
            ['write', 'Write alone'],
          ],
        })}
        {inputs.select({ name: 'days', label: 'How long it works', options: terms })}
        <p class="hint">The key is shown once, after this.</p>
        <button type="submit">Issue the key</button>
      </form>
    </>
  );
  return { title: 'Keys', body };
}

function keyRows(context: BrandContext, keys: readonly ListedKey[], now: Date): ComponentChild {
  return (
    <ul class="rows">
      {keys.map((key) => (
        <li key={key.id}>
          <span class="what">
            <a href={context.href(`/keys/${key.id}`)}>
              <Name text={key.name} />
            </a>{' '}
            <small>{rightsNames[key.rights.join()]}</small>
            <br />
            <small>
              Issued <Time at={key.created_at} day /> · {lastUse(key)}
            </small>
          </span>
          <span class="end">{stateOf(key, now)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Runs one of the forms; the new key is in this answer alone. */
export function changeKey(context: BrandContext): Promise<Reply> {
  const { service, form, params, acting } = context;
  const { administration } = service;
  const change = async (): Promise<Reply> => {
    const id = params.key ?? '';
    const version = requiredField(context, 'version');
    const isSure = form.sure === 'yes';
    if (form.action === 'rotate') {
      const days = daysIn(form.overlap);
      const once = requiredField(context, 'once');
      const rotated = await administration.rotateKey(acting, id, version, days, once, isSure);
      if (rotated === null) return keyPage(context, { asks: 'rotate' });
      return shownKey(context, rotated.record.name, rotated.key, rotated.old.expires_at, days === 0);
    }
    if (form.action !== 'revoke') throw unknownAction();
    const isDone = await administration.revokeKey(acting, id, version, isSure);
    return isDone ? { to: context.href('/keys', { said: 'revoked' }) } : keyPage(context, { asks: 'revoke' });
  };
  return runForm(change, (problem) => keyPage(context, { problem }));
}

interface Shown {
  readonly problem?: PortalError | null;
  /** The form that asks first, because the key was used lately. */
  readonly asks?: 'revoke' | 'rotate';
}

export async function keyPage(context: BrandContext, { problem = null, asks }: Shown = {}): Promise<PageReply> {
  const { service, params, slug } = context;
  const now = service.clock();
  const key = (await service.keys.list(slug)).find(({ id }) => id === params.key);
  if (key === undefined) throw notFound('Key');
  const guard = (action: string): ComponentChild => (
    <>
      <Guard {...{ context, problem, version: key.version, commit: null, action }} />
      {asks === action && <input type="hidden" name="sure" value="yes" />}
    </>
  );
  const revoke = (
    <form method="post" class="card">
      <h2>Revoke</h2>
      {guard('revoke')}
      <p>It works no more from then on. This cannot be undone.</p>
      <button type="submit" class="danger">
        {asks === 'revoke' ? 'Revoke it all the same' : 'Revoke the key'}
      </button>
    </form>
  );
  const inputs = new FormInputs(context, problem, 'rotate');
  const successor = key.replaced_by;
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      {asks && (
        <Warning title="This key is in use" link={['#replace', 'Replace it']} isAlert>
          {lastUse(key)}. What uses it stops working at once. Replaced, it can go on working for some days.
        </Warning>
      )}
      <h1>
        Key <Name text={key.name} />
      </h1>
      <p>
        {stateOf(key, now)} · {rightsNames[key.rights.join()]} · issued <Time at={key.created_at} /> · {lastUse(key)}
      </p>
      {successor !== null && (
        <p>
          <a href={context.href(`/keys/${successor}`)}>The key in its place</a>
        </p>
      )}
      {asks === 'revoke' && revoke}
      {isUsable(key, now) && (
        <form method="post" class="card" id="replace">
          <h2>Replace</h2>
          {guard('rotate')}
          <Once context={context} />
          <p>A new key, shown once, with the same name, rights and life.</p>
          {inputs.select({
            name: 'overlap',
            label: 'The old key goes on working for',
            options: overlaps,
            value: asks === 'rotate' ? '0' : '7',
          })}
          <button type="submit">{asks === 'rotate' ? 'Replace it all the same' : 'Replace the key'}</button>
        </form>
      )}
      {isUsable(key, now) && asks !== 'revoke' && revoke}
      <p>
        <a href={context.href('/keys')}>All keys</a>
      </p>
    </div>
  );
  return { title: `Key ${key.name}`, body };
}

/** @param oldUntil end of the key that it replaces; `null`: it replaces none */
function shownKey(
  { href, slug }: BrandContext,
  name: string,
  secret: string,
  oldUntil: string | null,
  isOver = false,
): PageReply {
  const children = (
    <>
      Keep it where its program finds it. Lost, it is replaced by another.{' '}
      <a href={`/docs/connect?brand=${slug}#key=${secret}`} target="_blank" rel="noreferrer">
        Connect the program
      </a>
      .
      {oldUntil !== null && (
        <>
          {' '}
          {isOver ? (
            'The old key no longer works.'
          ) : (
            <>
              The old key works until <Time at={oldUntil} />.
            </>
          )}
        </>
      )}
    </>
  );
  return secretPage({
    title: `The key ${name}`,
    label: 'The key',
    secret,
    back: [href('/keys'), 'All keys'],
    children,
  });
}

function stateOf(key: ListedKey, now: Date): ComponentChild {
  const { revoked_at, expires_at, replaced_by } = key;
  const badge = (text: string, at: string | null) => (
    <span>
      <span class="badge">
        {text} {at !== null && <Time at={at} day />}
      </span>
    </span>
  );
  if (revoked_at !== null) return badge('revoked', revoked_at);
  if (!isUsable(key, now)) return badge('ended', expires_at);
  return badge(
    `${replaced_by === null ? 'works' : 'replaced, works'}${expires_at === null ? '' : ' until'}`,
    expires_at,
  );
}

function lastUse({ last_used_at }: ListedKey): ComponentChild {
  if (last_used_at === null) return 'Not used yet';
  return (
    <>
      Last used <Time at={last_used_at} />
    </>
  );
}
