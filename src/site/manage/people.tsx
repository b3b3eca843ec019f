import { roleNames } from '../../portal/labels.js';
import { Avatar } from '../../portal/parts/avatar.js';
import type { PersonRecord } from '../../registry/records.js';
import { invitationHours } from '../../registry/sign-in-links.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { type BrandContext, type Reply, requiredField, type SignedInContext } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import type { FormInputs } from '../parts/form.js';
import { formsPage } from '../parts/forms-page.js';
import { linkPage } from '../parts/link-page.js';
import { Empty, Filters, paginate, Row, RowIcon, TextFilter } from '../parts/list.js';
import {
  canMakeLink,
  hasRoleFromHere,
  invitationText,
  LinkButton,
  ProviderAndState,
  RoleBadge,
  RoleForm,
  RoleTag,
  roleHint,
  roleOptions,
} from '../parts/person-forms.js';

/**
 * Page of the people with a role in a brand, with the forms that add a person. Only the response to a form shows a
 * link.
 */
export const peoplePage = formsPage(async (context) => {
  const { service, slug, href } = context;
  const isOnlyProvider = context.provider?.settings.only === true;
  const back = [href('/people'), 'Back to People'] as const;
  const roleInput = (inputs: FormInputs) =>
    inputs.select({ name: 'role', label: 'Role', options: roleOptions, value: 'editor' });
  return {
    title: 'People',
    path: '/people',
    said: {
      role: 'Role changed. It holds from now on.',
      removed: 'Role removed.',
      back: 'Invitation taken back. Its link no longer works.',
    },
    actions: [
      {
        name: 'invite',
        title: 'Invite a person',
        id: 'new',
        button: 'Make invitation link',
        isLine: true,
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'name',
            label: 'Name',
            isRequired: true,
            maxLength: 100,
            autocomplete: 'off',
          }),
          roleInput(inputs),
        ],
        text: (
          <p class="hint">
            The name is shown with their changes. The link works once, within {invitationHours} hours. You can take it
            back until then.
          </p>
        ),
        run: async ({ by }) =>
          linkPage(context, back, await service.people.invite(context.form.name ?? '', context.form.role ?? '', by)),
      },
      {
        name: 'link',
        button: 'Make sign-in link',
        guards: [],
        run: async ({ by }) => linkPage(context, back, await service.sessions.issueLink(context.form.person ?? '', by)),
      },
      {
        name: 'back',
        button: 'Take back',
        guards: [],
        said: 'back',
        isDone: async () => !(await service.people.list()).some(({ id }) => id === context.form.person),
        run: async ({ by }) => void (await service.people.takeBack(requiredField(context, 'person'), by)),
      },
      {
        name: 'add',
        button: 'Give role',
        guards: [],
        inputs: (inputs) => [
          inputs.input({
            name: 'person',
            label: 'Id of this person',
            hint: 'People find their id under their name, at the top right.',
            maxLength: 40,
            autocomplete: 'off',
          }),
          roleInput(inputs),
        ],
        async run({ by }) {
          const { id } = await service.people.addRole((context.form.person ?? '').trim(), context.form.role ?? '', by);
          return { to: href(`/people/${id}`, { said: 'role' }) };
        },
      },
    ],
    async sections(form, problem) {
      const everyone = await service.people.list();
      const members = everyone.filter(({ roles }) => Object.hasOwn(roles, slug));
      const invited = members.filter((person) => person.invitation !== undefined && canMakeLink(context, person));
      const people = members.filter((person) => !invited.includes(person));
      const { shown, pager } = paginate(context, people, { path: href('/people'), more: 'More people' });
      return (
        <>
          <p>
            {isOnlyProvider
              ? `People come from ${context.provider?.name}. Groups there give them their roles, in place of invitations.`
              : `Who works on ${await context.brandName()}. ${roleHint}`}
          </p>
          {!isOnlyProvider && form('invite')}
          {invited.length > 0 && (
            <>
              <h2>
                Invited <span class="dim">{invited.length}</span>
              </h2>
              <ul class="list people">
                {invited.map((person) => (
                  <InvitedRow key={person.id} context={context} person={person} everyone={everyone} />
                ))}
              </ul>
            </>
          )}
          <h2>
            People <span class="dim">{people.length}</span>
          </h2>
          {people.length === 0 && (
            <Empty
              icon="users"
              title="No people yet"
              action={!isOnlyProvider && <ButtonLink to="#new" text="Invite a person" />}
            >
              People with a role in this brand are listed here, with what they may do.
            </Empty>
          )}
          <ul class="list people">
            {shown.map((person) => (
              <MemberRow key={person.id} context={context} person={person} />
            ))}
          </ul>
          {pager}
          <details open={problem !== null && context.form.action === 'add'}>
            <summary>Add someone who already signs in here</summary>
            <div class="card pad">{form('add')}</div>
          </details>
        </>
      );
    },
  };
});

interface PersonRowProps {
  readonly context: BrandContext;
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
      mark={person.id === context.principal.person.id && <span class="tag">You</span>}
      details={<ProviderAndState person={person} />}
      end={
        <>
          <Role context={context} person={person} />
          {canMakeLink(context, person) && <LinkButton person={person} />}
        </>
      }
    />
  );
}

/** List of all people of the portal with their roles, for operators. */
export async function everyonePage(context: SignedInContext): Promise<Reply> {
  const q = (context.query.q ?? '').trim();
  const isMatch = ({ id, name }: PersonRecord): boolean => id === q || name.toLowerCase().includes(q.toLowerCase());
  const matching = (await context.service.people.list()).filter(isMatch);
  const part = { path: `${workspacePrefix}/people`, query: { q }, more: 'More people' };
  const { shown, pager } = paginate(context, matching, part);
  const body = (
    <>
      <h1>All people</h1>
      <p class="hint">
        Assign roles on a brand's People page. Use the command line to disable people or make them operators.
      </p>
      <Filters>
        <TextFilter label="Name or id" text={q} />
      </Filters>
      <ul class="list">
        {shown.map((person) => (
          <Row
            key={person.id}
            name={person.name}
            mark={[person.operator && <span class="tag">Operator</span>, <ProviderAndState person={person} />]}
            details={Object.entries(person.roles).map(([slug, role]) => [
              <a href={`${brandWorkspace(slug)}/people/${person.id}`}>{slug}</a>,
              ` (${roleNames[role].toLowerCase()}) `,
            ])}
            end={<small>{person.id}</small>}
          />
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'All people', body };
}
