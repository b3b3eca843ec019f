import { invalidField } from '../../lib/errors.js';
import { isResting, isUsable, type ListedKey } from '../../registry/keys.js';
import { type BrandRecord, type Right, rights } from '../../registry/records.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { Warning } from '../parts/note.js';
import { Time } from '../parts/time.js';
import { ButtonLink } from './parts/button.js';
import { dayOptions, termIn } from './parts/form.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { GrantRows } from './parts/grants.js';
import { budgetsOf, lastUse, newKeyPage, rightsText, stateOf } from './parts/key-state.js';
import { paginate, Row, RowIcon } from './parts/list.js';

/** Rights that a new key may have. In a brand with reviews, the right to propose comes first. */
function rightsOptions({ review }: BrandRecord) {
  const reading: Right[][] = [['read'], ['read', 'propose']];
  const lists: Right[][] = [...(review === 'off' ? reading : reading.reverse()), ['read', 'write'], ['write']];
  return lists.map((list) => [list.join(), rightsText(list)] as const);
}

/** Lifetimes of a new key. */
const lifetimes = () => [['', words().keys.untilRevoked] as const, ...dayOptions(30, 90, 365)];

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
  const texts = words().keys;
  const newestFirst = (await service.keys.list(slug)).reverse();
  const usable = newestFirst.filter((key) => isUsable(key, now) || isResting(key, now));
  const ended = newestFirst.filter((key) => !usable.includes(key));
  return {
    title: words().places.keys,
    path: '/keys',
    list: {
      text: texts.hint,
      adding: { summary: texts.add, action: '' },
      empty: usable.length === 0 && {
        icon: 'key-round',
        title: texts.none,
        children: texts.noneHint,
      },
      notice: !context.brand.api_enabled && (
        <Warning title={texts.apiOff} link={[href('/settings'), words().settings.modules]}>
          {texts.apiOffHint}
        </Warning>
      ),
    },
    said: {
      revoked: texts.said.revoked,
      ended: texts.said.agentRevoked,
      started: texts.said.agentStarted,
    },
    actions: [
      ...grants.map(
        ({ id, agent }): Action => ({
          name: `start.${id}`,
          button: words().readers.start,
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
          button: words().readers.revoke,
          look: 'bad',
          guards: [],
          said: 'ended',
          run: async ({ by }) => void (await service.grants.revoke(id, by)),
        }),
      ),
      {
        name: '',
        title: texts.newKey,
        id: 'new',
        button: texts.issue,
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'name',
            label: words().forms.name,
            hint: texts.nameHint,
            isRequired: true,
            maxLength: 100,
          }),
          inputs.select({ name: 'rights', label: texts.mayDo, options: rightsOptions(context.brand) }),
          inputs.select({ name: 'days', label: texts.howLong, options: lifetimes() }),
        ],
        text: <p class="hint">{texts.shownOnce}</p>,
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
      const part = { path: href('/keys'), more: texts.more };
      const { shown, pager } = paginate(context, [...usable, ...ended], part);
      const shownEnded = shown.filter((key) => ended.includes(key));
      return (
        <>
          <KeyRows context={context} keys={shown.filter((key) => usable.includes(key))} now={now} />
          {shownEnded.length > 0 && (
            <details open={shownEnded.length === shown.length}>
              <summary>{counted(texts.endedKeys, ended.length)}</summary>
              <KeyRows context={context} keys={shownEnded} now={now} />
            </details>
          )}
          {pager}
          <h2>{texts.agents}</h2>
          <p class="hint">{texts.agentsHint}</p>
          {grants.length === 0 ? (
            <p>{texts.noAgents}</p>
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
  readonly context: WorkContext;
  readonly keys: readonly ListedKey[];
  readonly now: Date;
}

function KeyRows({ context, keys, now }: KeyRowsProps) {
  const texts = words().keys;
  const { agents, readers } = words();
  const { startOf, revokeOf } = agents;
  const { start, revoke } = readers;
  return (
    <ul class="list">
      {keys.map((key) => (
        <Row
          key={key.id}
          name={key.name}
          to={context.href(`/keys/${key.id}`)}
          icon={<RowIcon name={key.rights.includes('write') ? 'terminal' : 'globe'} />}
          details={[
            <Filled key="issued" text={texts.issued} values={{ day: <Time at={key.created_at} form="day" /> }} />,
            ' · ',
            lastUse(key),
            budgetsOf(key),
          ]}
          end={
            <>
              <span class="tag">{rightsText(key.rights)}</span>
              {stateOf(key, now)}
              {isResting(key, now) && (
                <ButtonLink
                  to={context.href(`/keys/${key.id}#start`)}
                  text={start}
                  look="sm quiet"
                  label={fill(startOf, { name: key.name })}
                />
              )}
              {isUsable(key, now) && (
                <ButtonLink
                  to={context.href(`/keys/${key.id}#revoke`)}
                  text={revoke}
                  look="sm quiet bad"
                  label={fill(revokeOf, { name: key.name })}
                />
              )}
            </>
          }
        />
      ))}
    </ul>
  );
}
