import type { ComponentChild } from 'preact';
import { dayMs, isoSeconds } from '../../lib/clock.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { foldedName } from '../../lib/folded.js';
import { clientHost } from '../../lib/loopback.js';
import { idHash, sourceOf } from '../../oauth/clients.js';
import type { ConsentRequest } from '../../oauth/provider.js';
import { scopeNames } from '../../portal/labels.js';
import { agentRights, agentRole, type Consent, scopes, scopesIn } from '../../registry/grants.js';
import type { BrandRecord, PersonRecord, Right } from '../../registry/records.js';
import { newSession, signInPath } from '../../service/sign-in-url.js';
import { address, type PageReply, type Reply, type SignedInContext, spelled } from '../context.js';
import { Submit } from '../parts/button.js';
import { dayOptions, FormInputs, termIn } from '../parts/form.js';
import { refusalNotice } from '../parts/refusal.js';
import { Name } from '../parts/text.js';

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
export async function askConsent(context: SignedInContext): Promise<Reply> {
  const asked = await ask(context, null);
  return 'to' in asked ? asked : consentPage(context, asked, null);
}

/** Takes the decision of the person. The browser goes back to the client with a code or a refusal. */
export async function answerConsent(context: SignedInContext): Promise<Reply> {
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
    return { ...(await consentPage(context, asked, error)), status: 422 };
  }
}

const ask = ({ oauth, origin, url, principal }: SignedInContext, decision: Consent | 'denied' | null) =>
  oauth.authorize(origin, url.replace(/^[^?]*/, ''), { principal, decision });

async function settled(context: SignedInContext, decision: Consent | 'denied'): Promise<Reply> {
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
    const advice = 'Sign in by a link made at the command line, or by a passkey that you added after it.';
    throw new PortalError(
      'forbidden',
      `In a session that began with the link of another person, no agent is let in. ${advice}`,
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

/** Rights that are asked for and could be given in one of the brands. */
const rightsFor = (
  { principal: { person } }: SignedInContext,
  { scope }: ConsentRequest,
  brands: readonly BrandRecord[],
): Right[] =>
  scopesIn(scope).filter((right) =>
    brands.some((brand) => agentRights(agentRole(person, brand) ?? 'viewer').includes(right)),
  );

/** Whether this sign-in is young enough to give a right. */
function mayGive({ service, principal }: SignedInContext, right: Right): boolean {
  const { withinHours } = scopes[right];
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
  const given = rightsFor(context, asked, [brand]).filter((right) => form[right] === 'yes');
  if (given.length === 0) throw new PortalError('invalid', 'Choose at least one right, or press “Refuse”.');
  if (!given.every((right) => mayGive(context, right)))
    throw new PortalError('invalid', 'Sign in again to give this right.');
  const lifeMs = termIn(form, 'days');
  const maxDays = maxDaysOf(person);
  if (lifeMs === 0 || lifeMs > maxDays * dayMs) throw invalidField('days', `It works for a day to ${maxDays} days.`);
  return {
    id: used.sha256.slice(0, 20),
    person: person.id,
    brand: brand.slug,
    resource: asked.resource,
    scopes: given,
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
  const offered = rightsFor(context, asked, brands);
  const challenge = await service.challenges.issue(purpose(context));
  const held = (await service.grants.list({ person: person.id }))
    .filter((grant) => grant.client_sha256 === idHash(asked.clientId) && grant.resource === asked.resource)
    .flatMap((grant) => grant.scopes);
  const inputs = new FormInputs(context, problem);
  const [only] = brands;
  const hasNewRights = held.length > 0 && offered.some((right) => !held.includes(right));
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <h1>Let {receiverText(asked)} act as you?</h1>
      <p>{introduction({ ...asked, name: await freeName(context, asked, brands.length === 1 ? brands : []) })}</p>
      {hasNewRights && <p>It already acts as you. New rights are marked.</p>}
      <form method="post" class="card pad form">
        {brands.length === 1 && only !== undefined ? (
          <p>
            In the brand <strong>{only.slug}</strong>
            <input type="hidden" name="brand" value={only.slug} />
          </p>
        ) : (
          inputs.select({
            name: 'brand',
            label: 'In the brand',
            options: brands.map(({ slug }) => [slug, slug] as const),
          })
        )}
        <fieldset>
          <legend>What it may do</legend>
          {offered.map((right) => rightInput(context, inputs, right, held.length > 0 && !held.includes(right)))}
          <p class="hint">It never sees or does more than you may, and never what only admins and operators may.</p>
        </fieldset>
        {inputs.select({
          name: 'days',
          label: 'For how long',
          value: person.identity === undefined ? '30' : '7',
          options: dayOptions(...[1, 7, 30, 90, 365].filter((days) => days <= maxDaysOf(person))),
        })}
        <p class="hint">Until then, you can revoke it under your name, and admins of the brand under Keys.</p>
        <input type="hidden" name="challenge" value={challenge} />
        <div class="actions">
          <Submit text="Allow" look="go" name="answer" value="allow" />
          <Submit text="Refuse" name="answer" value="deny" />
        </div>
      </form>
      <p class="hint">
        You are <Name text={person.name} />.{' '}
        <a href={address(signInPath, { next: spelled(url), ...newSession })}>Sign in as another person</a>
      </p>
    </div>
  );
  return {
    title: `Let ${clientHost(asked.receiver)} act as you`,
    body,
    isSecret: true,
    formTarget: sourceOf(asked.redirect),
  };
}

function rightInput(context: SignedInContext, inputs: FormInputs, right: Right, isNew: boolean): ComponentChild {
  const label = `${scopeNames[right]}${isNew ? ' (new)' : ''}`;
  if (mayGive(context, right)) return inputs.checkbox({ name: right, label, isChecked: scopes[right].isProposed });
  return (
    <p>
      {label}: for this, your sign-in must be at most {scopes[right].withinHours} hours old.{' '}
      <a href={address(signInPath, { next: spelled(context.url), ...newSession })}>Sign in again</a>
    </p>
  );
}

/** The name that a client gives itself; empty for one that people could take for a person, a brand or the product. */
async function freeName({ service }: SignedInContext, { name }: ConsentRequest, brands: readonly BrandRecord[]) {
  if (name === '' || (await service.grants.isNameTaken(name))) return '';
  const known = await Promise.all(brands.map(({ slug }) => service.brands.get(slug).then((brand) => brand.read())));
  return known.some(({ catalog }) => foldedName(catalog.brand?.name ?? '') === foldedName(name)) ? '' : name;
}

/** The receiver of the answer, by which people know the client. */
function receiverText({ redirect, receiver }: ConsentRequest): ComponentChild {
  const { protocol } = new URL(redirect);
  if (protocol === 'https:') return <strong>{receiver}</strong>;
  // Its port says nothing, and changes.
  if (protocol === 'http:') return <strong>a program on this device</strong>;
  return (
    <>
      an app on this device (<strong>{receiver}</strong>)
    </>
  );
}

/** Facts about the client: the address of its description, and the name that it gives itself. */
function introduction({ documentHost, name }: ConsentRequest): ComponentChild {
  const described = documentHost === null ? 'It has registered itself' : `It is described at ${documentHost}`;
  if (name === '') return `${described}.`;
  return (
    <>
      {described}, and calls itself “<Name text={name} />
      ”, not verified.
    </>
  );
}
