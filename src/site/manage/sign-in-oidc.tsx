import { randomBytes } from 'node:crypto';
import { notFound, PortalError } from '../../lib/errors.js';
import { missingClaim, providerMinutes } from '../../registry/provider-roles.js';
import { mePath, providerReturnPath } from '../../service/workspace-addresses.js';
import { told, toldError } from '../../words/errors.js';
import { fill, words } from '../../words/words.js';
import { workspacePath } from '../addresses.js';
import type { Context, SignedInContext } from '../context.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import type { AuthorizationState, IdentityProvider } from './parts/oidc-client.js';
import { receivedPage } from './parts/received-claims.js';
import { signedInReply, signInPage } from './parts/sign-in-page.js';

function providerOf({ provider }: Context): IdentityProvider {
  if (provider === null) throw notFound('This address');
  return provider;
}

/**
 * First step of a sign-in, which leads to the provider. It is a GET, because the policy's `form-action` would stop a
 * redirect after a form.
 */
export function startSignIn(context: Context): Promise<WorkReply> {
  return beginSignIn(context, { next: workspacePath(context.query.next) ?? undefined });
}

/** Sign-in as a cookie keeps it, which `state` authenticates. */
interface PendingSignIn extends Omit<AuthorizationState, 'state'> {
  /** Path to go to afterwards. */
  readonly next?: string | undefined;
  /** Hash of the session of the person to connect, or of the operator who tries. */
  readonly session?: string;
  /** Operator who tries the provider; no one is signed in then. */
  readonly tried?: string;
}

async function beginSignIn(
  context: Context,
  intent: Pick<PendingSignIn, 'next' | 'session' | 'tried'>,
): Promise<WorkReply> {
  const provider = providerOf(context);
  const random = (): string => randomBytes(32).toString('base64url');
  const pending: PendingSignIn = { ...intent, nonce: random(), verifier: random() };
  const cookieValue = Buffer.from(JSON.stringify(pending)).toString('base64url');
  const state = await context.service.challenges.issue(statePurpose(cookieValue));
  const to = await provider.authorizationUrl({ ...pending, state }, `${context.origin}${providerReturnPath}`);
  return { to, cookie: { name: cookieName(state), value: cookieValue, seconds: providerMinutes * 60 } };
}

/** Purpose of the challenge that is used as the state. It binds the state to the cookie's value. */
const statePurpose = (cookieValue: string): string => `identity ${cookieValue}`;

/** Name of the cookie of one sign-in. Each sign-in has its own, so that two tabs do not end each other's sign-in. */
const cookieName = (state: string): string => `bp-oidc-${state.slice(-20)}`;

/** Signs in a person who comes back from the provider. The provider is asked only if this browser began the sign-in. */
export async function handleCallback(context: Context): Promise<WorkReply> {
  const { service, query, origin } = context;
  const provider = providerOf(context);
  const { state = '' } = query;
  const cookie = /^[\w-]{72}$/.test(state) ? { name: cookieName(state), value: '', seconds: 0 } : null;
  const cookieValue = cookie && context.cookie(cookie.name);
  const challenge =
    cookieValue === null ? null : await service.challenges.check(state, statePurpose(cookieValue), providerMinutes);
  if (cookie === null || cookieValue === null || challenge === null) {
    await context.countFailure();
    return { ...signInPage(context, undefined, words().signIn.problems.notBegun), ...(cookie && { cookie }) };
  }
  const pending: PendingSignIn = JSON.parse(Buffer.from(cookieValue, 'base64url').toString());
  try {
    const claims = await provider.claims(new URL(`${origin}${providerReturnPath}?${new URLSearchParams(query)}`), {
      ...pending,
      state,
    });
    const identity = provider.identityIn(claims);
    if (pending.tried !== undefined) {
      await requireTrying(context, pending);
      const granted = await service.people.wouldHave(identity, provider.settings);
      return { ...receivedPage({ provider, claims, identity, granted, back: pending.next }), cookie };
    }
    const signedIn = await service.people.signIn(identity, provider.settings, challenge, pending.session);
    if (signedIn === null) {
      const problem =
        identity.groups === null
          ? told(missingClaim(provider.settings, 'groups'))
          : fill(words().signIn.problems.noBrand, { provider: provider.name, name: identity.name });
      return { ...signInPage(context, pending.next, problem), status: 403, cookie };
    }
    const next = pending.session === undefined ? pending.next : mePath;
    return { ...signedInReply(signedIn, next), cookie };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'unavailable') throw error;
    if (error.code === 'invalid') await context.countFailure();
    return {
      ...signInPage(context, pending.next, toldError(error).message),
      status: error.code === 'forbidden' ? 403 : 422,
      cookie,
    };
  }
}

/** A sign-in that an operator tries: it shows what the provider sends, and changes nothing. */
export function startTrial(context: SignedInContext): Promise<WorkReply> {
  const { person, session } = context.principal;
  const next = workspacePath(context.query.next) ?? undefined;
  return beginSignIn(context, { next, session: session.sha256, tried: person.id });
}

/**
 * The browser sends no session with the way back from the provider, so the cookie of the trial names it.
 *
 * @throws `forbidden`
 */
async function requireTrying({ service }: Context, { session, tried = '' }: PendingSignIn): Promise<void> {
  const isOpen = (await service.sessions.list(tried)).some(({ sha256 }) => sha256 === session);
  const isOperator = isOpen && (await service.people.find(tried)).operator;
  if (!isOperator) throw new PortalError('forbidden', 'This session has ended. Sign in again.');
}

/**
 * First step of connecting a person with the provider. The page has a link to the second step, and is the response to a form
 * of the person's own page.
 */
export async function askToConnect(context: SignedInContext): Promise<WorkReply> {
  const { name } = providerOf(context);
  const { service, principal } = context;
  const texts = words().signIn;
  const title = fill(texts.connectWith, { provider: name });
  service.people.requireConnectable(principal.session);
  const token = await service.challenges.issue(connectPurpose(context));
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <p>{texts.connectHint}</p>
      <p>
        <ButtonLink to={`${mePath}/oidc/go?token=${token}`} text={fill(texts.goTo, { provider: name })} look="go" />
      </p>
    </div>
  );
  return { title, body, isSecret: true };
}

const connectPurpose = ({ principal }: SignedInContext): string => `connect ${principal.session.sha256}`;

/**
 * Second step of connecting, which leads to the provider. The token proves that this session asked for it, and not another
 * site.
 */
export async function startConnect(context: SignedInContext): Promise<WorkReply> {
  providerOf(context);
  const { service, principal, query } = context;
  const challenge = await service.challenges.check(query.token ?? '', connectPurpose(context));
  return challenge === null ? { to: mePath } : beginSignIn(context, { session: principal.session.sha256 });
}
