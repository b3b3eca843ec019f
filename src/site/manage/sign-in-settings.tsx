import { plural } from '../../lib/plural.js';
import type { OidcSettings } from '../../registry/provider-roles.js';
import type { PersonRecord, Role } from '../../registry/records.js';
import { providerReturnPath, workspacePrefix } from '../../service/workspace-addresses.js';
import { address, type BrandContext, type Reply } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { paginate, Row, RowIcon } from '../parts/list.js';
import { CopyButton } from '../parts/secret-page.js';
import { Crumb, DescriptionList, Name } from '../parts/text.js';

/** Limit on the people that a row names. */
const maxNamed = 10;

const brandText = (slug: string): string => (slug === '*' ? 'all brands' : slug);

/** Roles that a group gives. Admins see only rules for their brand. */
function rulesOf(group: string, { roles, operators }: OidcSettings, slug: string | null): string[] {
  const grants: [string, Role][] = Object.hasOwn(roles, group) ? Object.entries(roles[group] ?? {}) : [];
  const shown = grants.filter(([brand]) => slug === null || brand === slug || brand === '*');
  const isOperators = slug === null && group === operators;
  return [...(isOperators ? ['operator'] : []), ...shown.map(([brand, role]) => `${role} in ${brandText(brand)}`)];
}

/** Sign-in of people: the provider, what its groups give, and who came by which. */
export async function signInSettings(context: BrandContext): Promise<Reply> {
  const { provider, origin, service, slug, principal } = context;
  const isOperator = principal.person.operator;
  const path = context.href('/settings/sign-in');
  const redirect = `${origin}${providerReturnPath}`;
  const isShown = (person: PersonRecord): boolean =>
    person.disabled_at === null && (isOperator || Object.hasOwn(person.roles, slug));
  const people = (await service.people.list()).filter(isShown);
  const settings = provider?.settings;
  const ofBrand = isOperator ? null : slug;
  const groups = settings === undefined ? [] : [...new Set([...Object.keys(settings.roles), settings.operators ?? ''])];
  const ruled = groups.flatMap((group) => {
    const rules = settings === undefined ? [] : rulesOf(group, settings, ofBrand);
    return rules.length === 0 ? [] : [{ group, rules: rules.join(', ') }];
  });
  const { shown, pager } = paginate(context, ruled, { path, perPage: 50, more: 'More groups' });
  const cameBy = (group: string): PersonRecord[] => people.filter((person) => person.groups?.includes(group));
  const body = (
    <div class="narrow">
      <Crumb up={[context.href('/settings'), 'Settings']}>Sign-in</Crumb>
      <h1>Sign-in</h1>
      <p class="hint">
        {provider === null
          ? 'People sign in with links and passkeys. An OpenID provider is set in the configuration of the server (oidc).'
          : 'The configuration of the server (oidc) sets this.'}
      </p>
      {provider !== null && (
        <DescriptionList
          rows={[
            ['Provider', <Name text={provider.settings.issuer} />],
            ['Client', isOperator && <Name text={provider.settings.client_id} />],
            ['Other ways in', provider.settings.only ? 'only links of the command line' : 'links and passkeys'],
          ]}
        />
      )}
      <label for="redirect">Redirect address</label>
      <div class="code">
        <input id="redirect" readOnly value={redirect} spellcheck={false} />
        <CopyButton text={redirect} what="Redirect address">
          Copy
        </CopyButton>
      </div>
      {provider !== null && (
        <>
          <h2>Groups</h2>
          <ul class="list">
            {shown.map(({ group, rules }) => {
              const came = cameBy(group);
              const names = came.slice(0, maxNamed).map(({ name }) => name);
              const others = came.length - names.length;
              return (
                <Row
                  key={group}
                  name={group}
                  icon={<RowIcon name="users" />}
                  details={
                    <>
                      {rules} · {came.length === 0 ? 'no one yet' : <Name text={names.join(', ')} />}
                      {others > 0 && ` and ${plural(others, 'other')}`}
                    </>
                  }
                />
              );
            })}
          </ul>
          {pager}
          {isOperator && (
            <>
              <p class="hint">Sign in at the provider as anyone, and see what it sends. No one is signed in here.</p>
              <p>
                <ButtonLink
                  to={address(`${workspacePrefix}/operator/try-sign-in`, { next: path })}
                  text="Try it"
                  look="go"
                />
              </p>
            </>
          )}
        </>
      )}
    </div>
  );
  return { title: 'Sign-in', body };
}
