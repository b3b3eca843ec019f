import { checkedAddress } from '../../registry/addresses.js';
import type { PersonRecord } from '../../registry/records.js';
import { invitationHours } from '../../registry/sign-in-links.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { fill, words } from '../../words/words.js';
import type { SignedInContext, WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import { Avatar } from '../parts/avatar.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import type { FormInputs } from './parts/form.js';
import { formsPage } from './parts/forms-page.js';
import { mailInvitation } from './parts/invitation-mail.js';
import { linkPage } from './parts/link-page.js';
import { Empty, Filters, paginate, Row, RowIcon, TextFilter } from './parts/list.js';
import {
  canMakeLink,
  EditingTag,
  hasRoleFromHere,
  invitationText,
  LanguagesLink,
  LinkButton,
  ProviderAndState,
  RoleBadge,
  RoleForm,
  RoleTag,
} from './parts/person-forms.js';
import { roleInputs, sentRole } from './parts/role-inputs.js';

/**
 * Page of the people with a role in a brand, with the forms that add a person. Only the response to a form shows a
 * link.
 */
export const peoplePage = formsPage(async (context) => {
  const { service, slug, href } = context;
  const isOnlyProvider = context.provider?.settings.only === true;
  const texts = words().people;
  const back = [href('/people'), texts.back] as const;
  const roleInput = (inputs: FormInputs) => roleInputs(context, inputs, { label: texts.role });
  return {
    title: words().places.people,
    path: '/people',
    said: {
      role: texts.roleChanged,
      removed: texts.roleRemoved,
      back: texts.takenBack,
    },
    actions: [
      {
        name: 'invite',
        title: texts.invite,
        id: 'new',
        button: texts.makeInvitation,
        isLine: true,
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'name',
            label: texts.name,
            isRequired: true,
            maxLength: 100,
            autocomplete: 'off',
          }),
          roleInput(inputs),
          service.mails.isOn &&
            inputs.input({
              name: 'address',
              label: texts.inviteAddress,
              hint: texts.inviteAddressHint,
              maxLength: 254,
              autocomplete: 'off',
              inputMode: 'email',
            }),
        ],
        text: <p class="hint">{fill(texts.inviteHint, { hours: invitationHours })}</p>,
        async run({ by }) {
          const [role, tags] = sentRole(context);
          const { name = '', address: typed = '' } = context.form;
          const to = typed.trim() === '' ? null : checkedAddress(typed);
          const link = await service.people.invite(name, role, by, tags);
          if (to !== null) await mailInvitation(context, link, to);
          return linkPage(context, back, link, to);
        },
      },
      {
        name: 'link',
        button: texts.makeLink,
        guards: [],
        run: async ({ by }) => linkPage(context, back, await service.sessions.issueLink(context.form.person ?? '', by)),
      },
      {
        name: 'back',
        button: texts.takeBack,
        guards: [],
        said: 'back',
        isDone: async () => !(await service.people.list()).some(({ id }) => id === context.form.person),
        async run({ by }) {
          await service.people.takeBack(requiredField(context, 'person'), by);
          await service.mails.addresses.erase(requiredField(context, 'person'));
          return undefined;
        },
      },
      {
        name: 'add',
        button: texts.giveRole,
        guards: [],
        inputs: (inputs) => [
          inputs.input({
            name: 'person',
            label: texts.personId,
            hint: texts.personIdHint,
            maxLength: 40,
            autocomplete: 'off',
          }),
          roleInput(inputs),
        ],
        async run({ by }) {
          const [role, tags] = sentRole(context);
          const { id } = await service.people.addRole((context.form.person ?? '').trim(), role, by, tags);
          return { to: href(`/people/${id}`, { said: 'role' }) };
        },
      },
    ],
    async sections(form, problem) {
      const everyone = await service.people.list();
      const members = everyone.filter(({ roles }) => Object.hasOwn(roles, slug));
      const invited = members.filter((person) => person.invitation !== undefined && canMakeLink(context, person));
      const people = members.filter((person) => !invited.includes(person));
      const { shown, pager } = paginate(context, people, { path: href('/people'), more: texts.more });
      return (
        <>
          <p>
            {isOnlyProvider
              ? fill(texts.fromGroups, { provider: context.provider?.name ?? '' })
              : `${fill(texts.whoWorks, { brand: context.name })} ${texts.roleHint}`}
          </p>
          {!isOnlyProvider && form('invite')}
          {invited.length > 0 && (
            <>
              <h2>
                {texts.invitedPeople} <span class="dim">{invited.length}</span>
              </h2>
              <ul class="list people">
                {invited.map((person) => (
                  <InvitedRow key={person.id} context={context} person={person} everyone={everyone} />
                ))}
              </ul>
            </>
          )}
          <h2>
            {words().places.people} <span class="dim">{people.length}</span>
          </h2>
          {people.length === 0 && (
            <Empty
              icon="users"
              title={texts.none}
              action={!isOnlyProvider && <ButtonLink to="#new" text={texts.invite} />}
            >
              {texts.noneHint}
            </Empty>
          )}
          <ul class="list people">
            {shown.map((person) => (
              <MemberRow key={person.id} context={context} person={person} />
            ))}
          </ul>
          {pager}
          <details open={problem !== null && context.form.action === 'add'}>
            <summary>{texts.addExisting}</summary>
            <div class="card pad">{form('add')}</div>
          </details>
        </>
      );
    },
  };
});

interface PersonRowProps {
  readonly context: WorkContext;
  readonly person: PersonRecord;
}

interface InvitedRowProps extends PersonRowProps {
  /** All people of the portal, of whom one has made the invitation. */
  readonly everyone: readonly PersonRecord[];
}

function InvitedRow({ context, person, everyone }: InvitedRowProps) {
  return (
    <Row
      name={person.name}
      to={context.href(`/people/${person.id}`)}
      icon={<RowIcon name="mail" />}
      mark={<RoleBadge context={context} person={person} />}
      details={invitationText(person, everyone, context.service.clock())}
      end={[<LinkButton key="link" person={person} />, <LinkButton key="back" person={person} isBack />]}
    />
  );
}

function MemberRow({ context, person }: PersonRowProps) {
  const Role = hasRoleFromHere(person) ? RoleForm : RoleTag;
  return (
    <Row
      name={person.name}
      to={context.href(`/people/${person.id}`)}
      icon={<Avatar name={person.name} />}
      mark={person.id === context.principal.person.id && <span class="tag">{words().rail.you}</span>}
      details={<ProviderAndState person={person} />}
      end={
        <>
          {hasRoleFromHere(person) && <LanguagesLink context={context} person={person} />}
          {hasRoleFromHere(person) && <EditingTag slug={context.slug} person={person} />}
          <Role context={context} person={person} />
          {canMakeLink(context, person) && <LinkButton person={person} />}
        </>
      }
    />
  );
}

/** List of all people of the portal with their roles, for operators. */
export async function everyonePage(context: SignedInContext): Promise<WorkReply> {
  const texts = words().people;
  const q = (context.query.q ?? '').trim();
  const isMatch = ({ id, name }: PersonRecord): boolean => id === q || name.toLowerCase().includes(q.toLowerCase());
  const matching = (await context.service.people.list()).filter(isMatch);
  const part = { path: `${workspacePrefix}/people`, query: { q }, more: texts.more };
  const { shown, pager } = paginate(context, matching, part);
  const body = (
    <>
      <h1>{words().rail.allPeople}</h1>
      <p class="hint">{texts.allHint}</p>
      <Filters>
        <TextFilter label={texts.nameOrId} text={q} />
      </Filters>
      <ul class="list">
        {shown.map((person) => (
          <Row
            key={person.id}
            name={person.name}
            mark={[person.operator && <span class="tag">{texts.operator}</span>, <ProviderAndState person={person} />]}
            details={Object.entries(person.roles).map(([slug, role]) => [
              <a href={`${brandWorkspace(slug)}/people/${person.id}`}>{slug}</a>,
              ` (${texts.roleNouns[role]}) `,
            ])}
            end={<small>{person.id}</small>}
          />
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: words().rail.allPeople, body };
}
