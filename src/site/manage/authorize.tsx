import type { ComponentChild } from 'preact';
import { tagsOf } from '../../content/translations/languages.js';
import { dayMs, isoSeconds } from '../../lib/clock.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { foldedName } from '../../lib/folded.js';
import { clientHost } from '../../lib/loopback.js';
import { asSaid, say } from '../../lib/say.js';
import { idHash, sourceOf } from '../../oauth/clients.js';
import type { ConsentRequest } from '../../oauth/provider.js';
import { agentRole, type Consent, scopes, scopesIn, scopesOf } from '../../registry/grants.js';
import type { BrandRecord, GrantScope, PersonRecord } from '../../registry/records.js';
import { rightsIn, rightsOf } from '../../registry/rights.js';
import { translatesIn } from '../../registry/translators.js';
import { newSession, signInPath } from '../../service/sign-in-url.js';
import { toldError } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { address, spelled } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import type { PageReply, WorkReply } from '../replies.js';
import { Submit } from './parts/button.js';
import { dayOptions, FormInputs, termIn } from './parts/form.js';
import { scopeName } from './parts/grants.js';
import { refusalNotice } from './parts/refusal.js';
import { Name } from './parts/text.js';

/**
 * Longest life of a grant of a person whose roles come from a provider, which renews them only when this person signs in
 * there.
 */
const maxProviderDays = 7;

/** Longest life of a grant, in days. */
const maxDaysOf = ({ identity }: PersonRecord): number => (identity === undefined ? 365 : maxProviderDays);

/**
 * Page on which a person decides whether an agent may act as this person. The library has checked what the client
 * asks.
 */
export async function askConsent(context: SignedInContext): Promise<WorkReply> {
  const asked = await ask(context, null);
  return 'to' in asked ? asked : consentPage(context, asked, null);
}

/** Takes the decision of the person. The browser goes back to the client with a code or a refusal. */
export async function answerConsent(context: SignedInContext): Promise<WorkReply> {
  const { service, form } = context;
  const asked = await ask(context, null);
  if ('to' in asked) return asked;
  try {
    if (form.answer === 'deny') return await settled(context, 'denied');
    const used = await service.challenges.check(form.challenge ?? '', purpose(context));
    if (used === null || (await service.grants.isRedeemed({ used }))) {
      throw new PortalError('invalid', 'This page was answered already, or is older than 5 minutes. Look at it again.');
    }
    return await settled(context, await consentIn(context, asked, used));
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'invalid') throw error;
    return { ...(await consentPage(context, asked, toldError(error))), status: 422 };
  }
}

const ask = ({ oauth, origin, url, principal }: SignedInContext, decision: Consent | 'denied' | null) =>
  oauth.authorize(origin, url.replace(/^[^?]*/, ''), { principal, decision });

async function settled(context: SignedInContext, decision: Consent | 'denied'): Promise<WorkReply> {
  const outcome = await ask(context, decision);
  if ('to' in outcome) return outcome;
  throw new PortalError('conflict', 'The program asks for something else by now. Begin again there.');
}

/** Purpose of the page's challenge. It binds the decision to the session and to everything that the client asks. */
const purpose = ({ principal, url }: SignedInContext): string => `consent ${principal.session.sha256} ${url}`;

/**
 * Brands in which the person may let the agent act.
 *
 * @throws `forbidden`
 */
function brandsFor({ principal }: SignedInContext, { brand }: ConsentRequest): BrandRecord[] {
  const { person, session, brands } = principal;
  if (session.made_by !== undefined) {
    throw new PortalError(
      'forbidden',
      say`In a session that began with the link of another person, no agent is let in. ${asSaid('Sign in by a link made at the command line, or by a passkey that you added after it.')}`,
    );
  }
  const open = brands.filter(
    (found) => (brand ?? found.slug) === found.slug && found.api_enabled && agentRole(person, found) !== null,
  );
  if (open.length > 0) return open;
  throw new PortalError(
    'forbidden',
    'You have no role with which an agent could act for you there, or the API of the brand is off.',
  );
}

/** Scopes that are asked for and could be given in one of the brands, with the languages of the person in each. */
async function scopesFor(context: SignedInContext, { scope }: ConsentRequest, brands: readonly BrandRecord[]) {
  const { person } = context.principal;
  const languages = await Promise.all(brands.map((brand) => languagesIn(context, brand)));
  const offered = scopesIn(scope).filter((scope) =>
    scope === 'translate'
      ? languages.some((tags) => tags.length > 0)
      : brands.some((brand) => rightsIn(person, brand.slug, agentRole(person, brand) ?? 'viewer').includes(scope)),
  );
  return { offered, languages };
}

/** Languages of a brand in which the person writes texts: of who may write, all of the brand's. */
async function languagesIn({ service, principal }: SignedInContext, brand: BrandRecord): Promise<readonly string[]> {
  const { person } = principal;
  if (!rightsOf(agentRole(person, brand) ?? 'viewer').includes('write')) return translatesIn(person, brand.slug);
  const { catalog } = await (await service.brands.get(brand.slug)).read();
  return catalog.brand?.languages.length ? tagsOf(catalog.brand) : [];
}

/** Whether this sign-in is young enough to give a right. */
function mayGive({ service, principal }: SignedInContext, scope: GrantScope): boolean {
  const { withinHours } = scopes[scope];
  const ageMs = service.clock().getTime() - Date.parse(principal.session.created_at);
  return withinHours === undefined || ageMs < withinHours * 3_600_000;
}

/** @throws `invalid`, `forbidden` */
async function consentIn(context: SignedInContext, asked: ConsentRequest, used: Consent['used']): Promise<Consent> {
  const { form, service, principal } = context;
  const { person } = principal;
  const brands = brandsFor(context, asked);
  const brand = brands.find(({ slug }) => slug === (asked.brand ?? form.brand));
  if (brand === undefined) throw invalidField('brand', 'Choose a brand.');
  const { offered, languages } = await scopesFor(context, asked, [brand]);
  const given = offered.filter((scope) => form[scope] === 'yes');
  if (given.length === 0) throw new PortalError('invalid', 'Choose at least one right, or press “Refuse”.');
  if (!given.every((scope) => mayGive(context, scope)))
    throw new PortalError('invalid', 'Sign in again to give this right.');
  const lifeMs = termIn(form, 'days');
  const maxDays = maxDaysOf(person);
  if (lifeMs === 0 || lifeMs > maxDays * dayMs) throw invalidField('days', say`It works for a day to ${maxDays} days.`);
  return {
    id: used.sha256.slice(0, 20),
    person: person.id,
    brand: brand.slug,
    resource: asked.resource,
    scopes: given.filter((scope) => scope !== 'translate'),
    ...(given.includes('translate') && { translates: [...languages.flat()] }),
    client: asked.documentHost ?? asked.receiver,
    client_sha256: idHash(asked.clientId),
    name: await freeName(context, asked, [brand]),
    expires_at: isoSeconds(new Date(service.clock().getTime() + lifeMs)),
    used,
  };
}

async function consentPage(
  context: SignedInContext,
  asked: ConsentRequest,
  problem: PortalError | null,
): Promise<PageReply> {
  const { service, principal, url } = context;
  const { person } = principal;
  const brands = brandsFor(context, asked);
  const { offered, languages } = await scopesFor(context, asked, brands);
  const challenge = await service.challenges.issue(purpose(context));
  const held = (await service.grants.list({ person: person.id }))
    .filter((grant) => grant.client_sha256 === idHash(asked.clientId) && grant.resource === asked.resource)
    .flatMap(scopesOf);
  const inputs = new FormInputs(context, problem);
  const texts = words().consent;
  const [only] = brands;
  const hasNewRights = held.length > 0 && offered.some((scope) => !held.includes(scope));
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <h1>{heading(asked)}</h1>
      <p>{introduction({ ...asked, name: await freeName(context, asked, brands.length === 1 ? brands : []) })}</p>
      {hasNewRights && <p>{texts.hasNewRights}</p>}
      <form method="post" class="card pad form">
        {brands.length === 1 && only !== undefined ? (
          <p>
            <Filled text={texts.inBrandNamed} values={{ brand: <strong>{only.slug}</strong> }} />
            <input type="hidden" name="brand" value={only.slug} />
          </p>
        ) : (
          inputs.select({
            name: 'brand',
            label: texts.inBrand,
            options: brands.map(({ slug }) => [slug, slug] as const),
          })
        )}
        <fieldset>
          <legend>{texts.rights}</legend>
          {offered.map((scope) => {
            const isOfSeveral = scope === 'translate' && brands.length > 1;
            const name = isOfSeveral ? words().agents.translateThere : scopeName(scope, languages.flat());
            // The right to propose includes translations.
            const isProposed = scopes[scope].isProposed && !(scope === 'translate' && offered.includes('propose'));
            return scopeInput(context, inputs, {
              scope,
              name,
              isProposed,
              isNew: held.length > 0 && !held.includes(scope),
            });
          })}
          <p class="hint">{texts.rightsHint}</p>
        </fieldset>
        {inputs.select({
          name: 'days',
          label: texts.howLong,
          value: person.identity === undefined ? '30' : '7',
          options: dayOptions(...[1, 7, 30, 90, 365].filter((days) => days <= maxDaysOf(person))),
        })}
        <p class="hint">{texts.howLongHint}</p>
        <input type="hidden" name="challenge" value={challenge} />
        <div class="actions">
          <Submit text={texts.allow} look="go" name="answer" value="allow" />
          <Submit text={texts.refuse} name="answer" value="deny" />
        </div>
      </form>
      <p class="hint">
        <Filled text={texts.youAre} values={{ name: <Name text={person.name} /> }} />{' '}
        <a href={address(signInPath, { next: spelled(url), ...newSession })}>{texts.asAnother}</a>
      </p>
    </div>
  );
  return {
    title: fill(texts.title, { agent: clientHost(asked.receiver) }),
    body,
    isSecret: true,
    formTarget: sourceOf(asked.redirect),
  };
}

interface OfferedScope {
  readonly scope: GrantScope;
  /** For people. */
  readonly name: string;
  readonly isProposed: boolean;
  readonly isNew: boolean;
}

function scopeInput(context: SignedInContext, inputs: FormInputs, offered: OfferedScope): ComponentChild {
  const { scope, name, isProposed, isNew } = offered;
  const label = isNew ? fill(words().consent.newRight, { right: name }) : name;
  if (mayGive(context, scope)) return inputs.checkbox({ name: scope, label, isChecked: isProposed });
  return (
    <p>
      {fill(words().consent.tooOld, { right: label, hours: scopes[scope].withinHours ?? 0 })}{' '}
      <a href={address(signInPath, { next: spelled(context.url), ...newSession })}>{words().signIn.again}</a>
    </p>
  );
}

/** The name that a client gives itself; empty for one that people could take for a person, a brand or the product. */
async function freeName({ service }: SignedInContext, { name }: ConsentRequest, brands: readonly BrandRecord[]) {
  if (name === '' || (await service.grants.isNameTaken(name))) return '';
  const known = await Promise.all(brands.map(({ slug }) => service.brands.get(slug).then((brand) => brand.read())));
  return known.some(({ catalog }) => foldedName(catalog.brand?.name ?? '') === foldedName(name)) ? '' : name;
}

/** Question of the page, with the receiver of the answer, by which people know the client. */
function heading({ redirect, receiver }: ConsentRequest): ComponentChild {
  const texts = words().consent;
  const { protocol } = new URL(redirect);
  // The port of a program says nothing, and changes.
  const agent = <strong>{protocol === 'http:' ? texts.program : receiver}</strong>;
  return <Filled text={/^https?:$/.test(protocol) ? texts.heading : texts.headingOfApp} values={{ agent }} />;
}

/** Facts about the client: the address of its description, and the name that it gives itself. */
function introduction({ documentHost, name }: ConsentRequest): ComponentChild {
  const { registered, registeredAs, described, describedAs } = words().consent;
  const [text, textAs] = documentHost === null ? [registered, registeredAs] : [described, describedAs];
  return <Filled text={name === '' ? text : textAs} values={{ host: documentHost, name: <Name text={name} /> }} />;
}
