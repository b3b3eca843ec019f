import type { OidcSettings } from '../../registry/provider-roles.js';
import type { PersonRecord, Role } from '../../registry/records.js';
import { providerReturnPath, workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import type { WorkContext } from '../context.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { paginate, Row, RowIcon } from './parts/list.js';
import { CopyButton } from './parts/secret-page.js';
import { Crumb, DescriptionList, Name } from './parts/text.js';

/** Limit on the people that a row names. */
const maxNamed = 10;

const brandText = (slug: string): string => (slug === '*' ? words().signIn.settings.allBrands : slug);

/** Roles that a group gives. Admins see only rules for their brand. */
function rulesOf(group: string, { roles, operators }: OidcSettings, slug: string | null): string[] {
  const grants: [string, Role][] = Object.hasOwn(roles, group) ? Object.entries(roles[group] ?? {}) : [];
  const shown = grants.filter(([brand]) => slug === null || brand === slug || brand === '*');
  const isOperators = slug === null && group === operators;
  const texts = words().signIn;
  return [
    ...(isOperators ? [texts.operator] : []),
    ...shown.map(([brand, role]) => fill(texts.rolesIn[role], { brand: brandText(brand) })),
  ];
}

/** Sign-in of people: the provider, what its groups give, and who came by which. */
export async function signInSettings(context: WorkContext): Promise<WorkReply> {
  const { provider, origin, service, slug, principal } = context;
  const isOperator = principal.person.operator;
  const texts = words().signIn.settings;
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
  const { shown, pager } = paginate(context, ruled, { path, perPage: 50, more: texts.moreGroups });
  const cameBy = (group: string): PersonRecord[] => people.filter((person) => person.groups?.includes(group));
  const body = (
    <div class="narrow">
      <Crumb up={[context.href('/settings'), words().places.settings]}>{texts.title}</Crumb>
      <h1>{texts.title}</h1>
      <p class="hint">{provider === null ? texts.noProvider : texts.byConfiguration}</p>
      {provider !== null && (
        <DescriptionList
          rows={[
            [texts.provider, <Name text={provider.settings.issuer} />],
            [texts.client, isOperator && <Name text={provider.settings.client_id} />],
            [texts.otherWays, provider.settings.only ? texts.onlyCommandLine : texts.linksAndPasskeys],
          ]}
        />
      )}
      <label for="redirect">{texts.redirect}</label>
      <div class="code">
        <input id="redirect" readOnly value={redirect} spellcheck={false} />
        <CopyButton text={redirect} what={texts.redirect}>
          {words().common.copy}
        </CopyButton>
      </div>
      {provider !== null && (
        <>
          <h2>{texts.groups}</h2>
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
                      {rules} ·{' '}
                      {came.length === 0 ? (
                        texts.noOne
                      ) : (
                        <Filled
                          text={others > 0 ? counted(texts.namesAndOthers, others, { names: '{names}' }) : '{names}'}
                          values={{ names: <Name text={names.join(', ')} /> }}
                        />
                      )}
                    </>
                  }
                />
              );
            })}
          </ul>
          {pager}
          {isOperator && (
            <>
              <p class="hint">{texts.tryHint}</p>
              <p>
                <ButtonLink
                  to={address(`${workspacePrefix}/operator/try-sign-in`, { next: path })}
                  text={texts.tryIt}
                  look="go"
                />
              </p>
            </>
          )}
        </>
      )}
    </div>
  );
  return { title: texts.title, body };
}
