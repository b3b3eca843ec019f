import type { ComponentChild } from 'preact';
import { invalidField, notFound, type PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type IssuedKey, isUsable, KeyInUse, type ListedKey, type RotatedKey } from '../../registry/keys.js';
import { type Right, rights } from '../../registry/records.js';
import { type BrandContext, type PageReply, type Reply, unknownAction } from '../context.js';
import { Form, FormInputs, Once, termIn } from '../parts/form.js';
import { paginate } from '../parts/list.js';
import { saidNotice } from '../parts/notices.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { secretPage } from '../parts/secret-page.js';
import { LinkLine, Name, Time } from '../parts/text.js';
import { Warning } from '../parts/warning.js';

const perPage = 100;

const rightsNames: Readonly<Record<string, string>> = {
  read: 'reads',
  write: 'writes',
  'read,write': 'reads and writes',
};

/** Lifetimes of a new key, in days. */
const lifetimes = [
  ['', 'Until it is revoked'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

/** Days for which a replaced key goes on working. */
const overlaps = [
  ['0', 'It ends at once'],
  ['1', 'A day'],
  ['7', '7 days'],
  ['30', '30 days'],
] as const;

/** Issues a key, which is only in this answer. */
export function issueKey(context: BrandContext): Promise<Reply> {
  const { service, slug: brand, form, acting } = context;
  const submit = async (): Promise<Reply> => {
    const granted = rightsIn(form.rights ?? '');
    const expiresAt = form.days === '' ? null : new Date(service.clock().getTime() + termIn(form, 'days'));
    const input = { brand, name: form.name ?? '', rights: granted, expiresAt };
    return newKeyPage(context, await service.keys.issue(input, acting('once')));
  };
  return runForm(context, submit, (problem) => keysPage(context, problem));
}

/** @throws `invalid` */
function rightsIn(sent: string): Right[] {
  const granted = rights.filter((right) => sent.split(',').includes(right));
  if (granted.length > 0 && granted.join() === sent) return granted;
  throw invalidField('rights', 'The rights are read, write, or both.');
}

/** List of the keys of a brand, and the form that issues one. */
export async function keysPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, slug } = context;
  const now = service.clock();
  const rank = (key: ListedKey): number => (isUsable(key, now) ? 0 : 1);
  const all = (await service.keys.list(slug)).reverse().sort((a, b) => rank(a) - rank(b));
  const { shown, pager } = paginate(context, all, { path: context.href('/keys'), perPage, more: 'More keys' });
  const inputs = new FormInputs(context, problem);
  const frame = { context, problem, commit: null };
  const usableCount = all.filter((key) => isUsable(key, now)).length;
  const usable = shown.filter((key) => isUsable(key, now));
  const ended = shown.filter((key) => !isUsable(key, now));
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
      {usableCount === 0 && <p>No key: nothing can use the API.</p>}
      {keyRows(context, usable, now)}
      {ended.length > 0 && (
        <details open={usable.length === 0}>
          <summary>{plural(all.length - usableCount, 'key that no longer works', 'keys that no longer work')}</summary>
          {keyRows(context, ended, now)}
        </details>
      )}
      {pager}
      <Form {...{ frame, title: 'A new key', id: 'new', button: 'Issue the key' }}>
        {inputs.input({
          name: 'name',
          label: 'Name',
          hint: 'Its user, such as “Website”. Shown with its changes.',
          isRequired: true,
          maxLength: 100,
        })}
        {inputs.select({
          name: 'rights',
          label: 'What it may',
          options: [
            ['read', 'Read'],
            ['read,write', 'Read and write'],
            ['write', 'Only write'],
          ],
        })}
        {inputs.select({ name: 'days', label: 'How long it works', options: lifetimes })}
        <p class="hint">The key is shown once, after this.</p>
      </Form>
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
              {budgetsOf(key)}
            </small>
          </span>
          <span class="end">{stateOf(key, now)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Replaces a key, or revokes it. Of a key that was used lately it asks first. */
export function changeKey(context: BrandContext): Promise<Reply> {
  const { service, form, params, acting, href } = context;
  const id = params.key ?? '';
  const asksFirst = form.sure !== 'yes';
  const change = async (): Promise<Reply> => {
    if (form.action === 'rotate') {
      const overlapMs = termIn(form, 'overlap');
      const input = { id, overlapMs, sparesUsed: asksFirst && overlapMs === 0 };
      const rotated = await service.keys.rotate(input, acting('version', 'once'));
      return newKeyPage(context, rotated, endOfOld(rotated, overlapMs === 0));
    }
    if (form.action !== 'revoke') throw unknownAction();
    await service.keys.revoke(id, acting('version'), asksFirst);
    return { to: href('/keys', { said: 'revoked' }) };
  };
  const submit = (): Promise<Reply> =>
    change().catch((error) => {
      if (!(error instanceof KeyInUse)) throw error;
      return keyPage(context, { confirming: form.action === 'rotate' ? 'rotate' : 'revoke' });
    });
  return runForm(context, submit, (problem) => keyPage(context, { problem }));
}

interface State {
  readonly problem?: PortalError | null;
  /** Action that is to be confirmed, because the key was used lately. */
  readonly confirming?: 'revoke' | 'rotate';
}

/** Page of a key, with the forms that replace and revoke it. */
export async function keyPage(context: BrandContext, { problem = null, confirming }: State = {}): Promise<PageReply> {
  const { service, params, slug } = context;
  const now = service.clock();
  const key = (await service.keys.list(slug)).find(({ id }) => id === params.key);
  if (key === undefined) throw notFound('Key');
  const form = { frame: { context, problem, commit: null }, to: `/keys/${key.id}`, version: key.version };
  const sure = <input type="hidden" name="sure" value="yes" />;
  const revoke = (
    <Form
      {...{ ...form, action: 'revoke', title: 'Revoke' }}
      button={confirming === 'revoke' ? 'Revoke anyway' : 'Revoke the key'}
    >
      {confirming === 'revoke' && sure}
      <p>It stops working at once. This cannot be undone.</p>
    </Form>
  );
  const inputs = new FormInputs(context, problem, 'rotate');
  const successor = key.replaced_by;
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      {confirming && (
        <Warning title="This key is in use" link={['#replace', 'Replace it']} isAlert>
          {lastUse(key)}. What uses it stops working at once. Replaced, it can go on working for some days.
        </Warning>
      )}
      <h1>
        Key <Name text={key.name} />
      </h1>
      <p>
        {stateOf(key, now)} · {rightsNames[key.rights.join()]} · issued <Time at={key.created_at} /> · {lastUse(key)}
        {budgetsOf(key)}
      </p>
      {successor !== null && <LinkLine to={context.href(`/keys/${successor}`)} text="The key in its place" />}
      {confirming === 'revoke' && revoke}
      {isUsable(key, now) && (
        <Form
          {...{ ...form, action: 'rotate', title: 'Replace', id: 'replace' }}
          button={confirming === 'rotate' ? 'Replace anyway' : 'Replace the key'}
        >
          {confirming === 'rotate' && sure}
          <Once context={context} />
          <p>A new key, shown once, with the same name, rights and life.</p>
          {inputs.select({
            name: 'overlap',
            label: 'The old key goes on working for',
            options: overlaps,
            value: confirming === 'rotate' ? '0' : '7',
          })}
        </Form>
      )}
      {isUsable(key, now) && confirming !== 'revoke' && revoke}
      <LinkLine to={context.href('/keys')} text="All keys" />
    </div>
  );
  return { title: `Key ${key.name}`, body };
}

/** Page that shows a new key. @param old what becomes of the key that it replaces; left out: it replaces none */
function newKeyPage({ href, slug }: BrandContext, { record, key }: IssuedKey, old: ComponentChild = null): PageReply {
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
  return secretPage({ title: `The key ${record.name}`, label: 'The key', secret: key, back, children });
}

const endOfOld = ({ old }: RotatedKey, isOver: boolean): ComponentChild =>
  isOver ? (
    'The old key no longer works.'
  ) : (
    <>
      The old key works until <Time at={old.expires_at ?? ''} />.
    </>
  );

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

/** The key's own budgets, if it has any. */
function budgetsOf({ requests_per_minute: requests, writes_per_minute: writes }: ListedKey): string {
  const own = [[requests, 'requests'] as const, [writes, 'writes'] as const];
  return own.map(([limit, unit]) => (limit === null ? '' : ` · ${limit || 'any number of'} ${unit} a minute`)).join('');
}

function lastUse({ last_used_at }: ListedKey): ComponentChild {
  if (last_used_at === null) return 'Not used yet';
  return (
    <>
      Last used <Time at={last_used_at} />
    </>
  );
}
