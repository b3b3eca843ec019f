import { invalidField } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { isResting, isUsable, type ListedKey } from '../../registry/keys.js';
import { type BrandRecord, type Right, rights } from '../../registry/records.js';
import type { BrandContext } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { dayOptions, termIn } from '../parts/form.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { GrantRows } from '../parts/grants.js';
import { budgetsOf, lastUse, newKeyPage, rightsText, stateOf } from '../parts/key-state.js';
import { paginate, Row, RowIcon } from '../parts/list.js';
import { Warning } from '../parts/note.js';
import { Time } from '../parts/text.js';

/** Rights that a new key may have. In a brand with reviews, the right to propose comes first. */
function rightsOptions({ review }: BrandRecord) {
  const reading: Right[][] = [['read'], ['read', 'propose']];
  const lists: Right[][] = [...(review === 'off' ? reading : reading.reverse()), ['read', 'write'], ['write']];
  return lists.map((list) => [list.join(), rightsText(list)] as const);
}

/** Lifetimes of a new key. */
const lifetimes = [['', 'Until it is revoked'] as const, ...dayOptions(30, 90, 365)];

/** @throws `invalid` */
function rightsIn(text: string): Right[] {
  const granted = rights.filter((right) => text.split(',').includes(right));
  if (granted.length > 0 && granted.join() === text) return granted;
  throw invalidField('rights', 'The rights are read, propose and write.');
}

/** List of the keys of a brand, and the form that issues a key. Only the response to this form shows the key. */
export const keysPage = formsPage(async (context) => {
  const { service, slug, href } = context;
  const grants = await service.grants.list({ brand: slug });
  const now = service.clock();
  const newestFirst = (await service.keys.list(slug)).reverse();
  const usable = newestFirst.filter((key) => isUsable(key, now) || isResting(key, now));
  const ended = newestFirst.filter((key) => !usable.includes(key));
  return {
    title: 'Keys',
    path: '/keys',
    list: {
      text: 'For websites, scripts and agents. A key reaches this brand and nothing else.',
      adding: { summary: 'New key', action: '' },
      empty: usable.length === 0 && {
        icon: 'key-round',
        title: 'No key yet',
        children: 'Keys of websites, scripts and agents are listed here. Without one nothing can use the API.',
      },
      notice: !context.brand.api_enabled && (
        <Warning title="The API of this brand is off" link={[href('/settings'), 'Modules and API']}>
          Keys are refused until an operator switches it on.
        </Warning>
      ),
    },
    said: {
      revoked: 'The key was revoked, and no longer works.',
      ended: 'The connection was revoked. The agent may do nothing more.',
      started: 'The agent works again.',
    },
    actions: [
      ...grants.map(
        ({ id, agent }): Action => ({
          name: `start.${id}`,
          button: 'Start',
          look: 'sm',
          of: agent,
          guards: [],
          said: 'started',
          run: async ({ by }) => void (await service.grants.start(id, by)),
        }),
      ),
      ...grants.map(
        ({ id }): Action => ({
          name: `revoke.${id}`,
          button: 'Revoke',
          look: 'bad',
          guards: [],
          said: 'ended',
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
          const granted = rightsIn(context.form.rights ?? '');
          const expiresAt =
            context.form.days === '' ? null : new Date(service.clock().getTime() + termIn(context.form, 'days'));
          const input = { brand: slug, name: context.form.name ?? '', rights: granted, expiresAt };
          return newKeyPage(context, await service.keys.issue(input, by));
        },
      },
    ],
    sections(form) {
      const part = { path: href('/keys'), more: 'More keys' };
      const { shown, pager } = paginate(context, [...usable, ...ended], part);
      const shownEnded = shown.filter((key) => ended.includes(key));
      return (
        <>
          <KeyRows context={context} keys={shown.filter((key) => usable.includes(key))} now={now} />
          {shownEnded.length > 0 && (
            <details open={shownEnded.length === shown.length}>
              <summary>{plural(ended.length, 'key that no longer works', 'keys that no longer work')}</summary>
              <KeyRows context={context} keys={shownEnded} now={now} />
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
            <GrantRows
              grants={grants}
              end={({ id, rests }) => [rests !== undefined && form(`start.${id}`), form(`revoke.${id}`)]}
            />
          )}
        </>
      );
    },
  };
});

interface KeyRowsProps {
  readonly context: BrandContext;
  readonly keys: readonly ListedKey[];
  readonly now: Date;
}

function KeyRows({ context, keys, now }: KeyRowsProps) {
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
              {isResting(key, now) && (
                <ButtonLink
                  to={context.href(`/keys/${key.id}#start`)}
                  text="Start"
                  look="sm quiet"
                  label={`Start ${key.name}`}
                />
              )}
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
