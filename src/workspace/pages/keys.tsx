import type { ComponentChild } from 'preact';
import { invalidField, notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type IssuedKey, isUsable, KeyInUse, type ListedKey, type RotatedKey } from '../../registry/keys.js';
import { type BrandRecord, type Right, rights } from '../../registry/records.js';
import type { BrandContext, PageReply, Reply } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { dayOptions, termIn } from '../parts/form.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { GrantRows } from '../parts/grants.js';
import { ListHead, paginate, Row, RowIcon } from '../parts/list.js';
import { Warning } from '../parts/note.js';
import { secretPage } from '../parts/secret-page.js';
import { Adding, LinkLine, Time } from '../parts/text.js';

/** Rights of a key, in words. */
function rightsText(list: readonly Right[]): string {
  const text = new Intl.ListFormat('en-GB').format(list);
  if (list.length === 1 && text !== 'read') return `Only ${text}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Under review, proposing comes first. */
function rightsOptions({ review }: BrandRecord) {
  const reading: Right[][] = [['read'], ['read', 'propose']];
  const lists: Right[][] = [...(review === 'off' ? reading : reading.reverse()), ['read', 'write'], ['write']];
  return lists.map((list) => [list.join(), rightsText(list)] as const);
}

/** Lifetimes of a new key, in days. */
const lifetimes = [['', 'Until it is revoked'] as const, ...dayOptions(30, 90, 365)];

/** Days for which a replaced key stays valid. */
const overlaps = [['0', 'It ends at once'] as const, ...dayOptions(1, 7, 30)];

/** @throws `invalid` */
function rightsIn(sent: string): Right[] {
  const granted = rights.filter((right) => sent.split(',').includes(right));
  if (granted.length > 0 && granted.join() === sent) return granted;
  throw invalidField('rights', 'The rights are read, propose and write.');
}

/** List of the keys of a brand, and the form that issues one. The key is only in the answer to it. */
export const keysPage = formsPage(async (context) => {
  const { service, slug, form: sent, href } = context;
  const grants = await service.grants.list({ brand: slug });
  return {
    title: 'Keys',
    heading: false,
    path: '/keys',
    said: {
      revoked: 'The key was revoked, and no longer works.',
      ended: 'The connection was revoked. The agent may do nothing more.',
    },
    actions: [
      ...grants.map(
        ({ id }): Action => ({
          ...{ name: `revoke.${id}`, button: 'Revoke', look: 'bad', guards: [], said: 'ended' },
          run: async ({ by }) => void (await service.grants.revoke(id, by)),
        }),
      ),
      {
        name: '',
        title: 'A new key',
        id: 'new',
        button: 'Issue key',
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'name',
            label: 'Name',
            hint: 'Its user, such as “Website”. Shown with its changes.',
            isRequired: true,
            maxLength: 100,
          }),
          inputs.select({ name: 'rights', label: 'What it may do', options: rightsOptions(context.brand) }),
          inputs.select({ name: 'days', label: 'How long it works', options: lifetimes }),
        ],
        text: <p class="hint">The key is shown once, after this.</p>,
        async run({ by }) {
          const granted = rightsIn(sent.rights ?? '');
          const expiresAt = sent.days === '' ? null : new Date(service.clock().getTime() + termIn(sent, 'days'));
          const input = { brand: slug, name: sent.name ?? '', rights: granted, expiresAt };
          return newKeyPage(context, await service.keys.issue(input, by));
        },
      },
    ],
    async sections(form, problem) {
      const now = service.clock();
      const rank = (key: ListedKey): number => (isUsable(key, now) ? 0 : 1);
      const all = (await service.keys.list(slug)).reverse().sort((a, b) => rank(a) - rank(b));
      const { shown, pager } = paginate(context, all, { path: href('/keys'), more: 'More keys' });
      const usableCount = all.filter((key) => isUsable(key, now)).length;
      const usable = shown.filter((key) => isUsable(key, now));
      const ended = shown.filter((key) => !isUsable(key, now));
      return (
        <>
          <ListHead
            title="Keys"
            text="For websites, scripts and agents. A key reaches this brand and nothing else."
            adding={<Adding summary="New key" isOpen={problem !== null} form={form('')} />}
            empty={
              usableCount === 0 && {
                ...{ icon: 'key-round', title: 'No key yet' },
                children: 'Keys of websites, scripts and agents are listed here. Without one nothing can use the API.',
              }
            }
          >
            {!context.brand.api_enabled && (
              <Warning title="The API of this brand is off" link={[href('/settings'), 'Modules and API']}>
                Keys are refused until an operator switches it on.
              </Warning>
            )}
          </ListHead>
          {keyRows(context, usable, now)}
          {ended.length > 0 && (
            <details open={usable.length === 0}>
              <summary>
                {plural(all.length - usableCount, 'key that no longer works', 'keys that no longer work')}
              </summary>
              {keyRows(context, ended, now)}
            </details>
          )}
          {pager}
          <h2>Agents that act as people</h2>
          <p class="hint">
            People of the brand let them in. They see and do no more than these people may. Their addresses are in the
            portal, under Connect.
          </p>
          {grants.length === 0 ? (
            <p>No agents yet.</p>
          ) : (
            <GrantRows grants={grants} end={({ id }) => form(`revoke.${id}`)} />
          )}
        </>
      );
    },
  };
});

function keyRows(context: BrandContext, keys: readonly ListedKey[], now: Date): ComponentChild {
  return (
    <ul class="list">
      {keys.map((key) => (
        <Row
          key={key.id}
          name={key.name}
          to={context.href(`/keys/${key.id}`)}
          icon={<RowIcon name={key.rights.includes('write') ? 'terminal' : 'globe'} />}
          details={['Issued ', <Time at={key.created_at} day />, ' · ', lastUse(key), budgetsOf(key)]}
          end={
            <>
              <span class="tag">{rightsText(key.rights)}</span>
              {stateOf(key, now)}
              {isUsable(key, now) && (
                <ButtonLink
                  to={context.href(`/keys/${key.id}#revoke`)}
                  text="Revoke"
                  look="sm quiet bad"
                  label={`Revoke ${key.name}`}
                />
              )}
            </>
          }
        />
      ))}
    </ul>
  );
}

/** Page of a key, with the forms that replace and revoke it. @param confirming action to confirm for a key in use */
const keyForms = (confirming?: 'revoke' | 'rotate') =>
  formsPage(async (context) => {
    const { service, params, form: sent, slug, href } = context;
    const now = service.clock();
    const key = (await service.keys.list(slug)).find(({ id }) => id === params.key);
    if (key === undefined) throw notFound('Key');
    const { id, name, version, replaced_by: successor } = key;
    const path = `/keys/${id}`;
    const asksFirst = sent.sure !== 'yes';
    const sure = (action: string) => confirming === action && <input type="hidden" name="sure" value="yes" />;
    /** Runs what ends a key; of one that was used lately, the page asks first. */
    const orAsk = (action: 'revoke' | 'rotate', ending: Promise<Reply>): Promise<Reply> =>
      ending.catch((error) => {
        if (error instanceof KeyInUse) return keyForms(action).page(context);
        throw error;
      });
    return {
      title: `Key ${name}`,
      up: ['/keys', 'Keys'],
      path,
      version,
      isNarrow: true,
      actions: [
        {
          name: 'rotate',
          title: 'Replace',
          id: 'replace',
          guards: ['version', 'once'],
          button: confirming === 'rotate' ? 'Replace anyway' : 'Replace the key',
          inputs: (inputs) => [
            sure('rotate'),
            <p>The new key has the same name, rights and lifetime. It is shown once.</p>,
            inputs.select({
              name: 'overlap',
              label: 'The old key keeps working for',
              options: overlaps,
              value: confirming === 'rotate' ? '0' : '7',
            }),
          ],
          async run({ by }) {
            const overlapMs = termIn(sent, 'overlap');
            const rotation = service.keys.rotate({ id, overlapMs, sparesUsed: asksFirst && overlapMs === 0 }, by);
            const page = rotation.then((rotated) => newKeyPage(context, rotated, endOfOld(rotated, overlapMs === 0)));
            return orAsk('rotate', page);
          },
        },
        {
          name: 'revoke',
          id: 'revoke',
          title: 'Revoke',
          look: 'bad',
          button: confirming === 'revoke' ? 'Revoke anyway' : 'Revoke',
          inputs: () => sure('revoke'),
          text: <p>The key stops working at once. This cannot be undone.</p>,
          run: ({ by }) =>
            orAsk(
              'revoke',
              service.keys
                .revoke(id, { by, sparesUsed: asksFirst })
                .then(() => ({ to: href('/keys', { said: 'revoked' }) })),
            ),
        },
      ],
      sections: (form) => (
        <>
          {confirming && (
            <Warning title="This key is in use" link={['#replace', 'Replace it']} isAlert>
              {lastUse(key)}. What uses it stops working at once. Replaced, it can go on working for some days.
            </Warning>
          )}
          <p>
            {stateOf(key, now)} · {rightsText(key.rights)} · issued <Time at={key.created_at} /> · {lastUse(key)}
            {budgetsOf(key)}
          </p>
          {successor !== null && <LinkLine to={href(`/keys/${successor}`)} text="The key in its place" />}
          {confirming === 'revoke' && form('revoke')}
          {isUsable(key, now) && form('rotate')}
          {isUsable(key, now) && confirming !== 'revoke' && form('revoke')}
        </>
      ),
    };
  });

export const keyPage = keyForms();

/** Page that shows a new key. @param old sentence about the key that it replaces, if any */
function newKeyPage(
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
  const tag = (kind: string, text: string, at: string | null) => (
    <span class={`tag ${kind}`}>
      {text} {at !== null && <Time at={at} day />}
    </span>
  );
  if (revoked_at !== null) return tag('bad', 'Revoked', revoked_at);
  if (!isUsable(key, now)) return tag('bad', 'Ended', expires_at);
  const until = expires_at === null ? '' : ' until';
  return replaced_by === null
    ? tag('ok', `Works${until}`, expires_at)
    : tag('warn', `Replaced, works${until}`, expires_at);
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
