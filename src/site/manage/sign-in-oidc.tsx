import { randomBytes } from 'node:crypto';
import { notFound, PortalError } from '../../lib/errors.js';
import { missingClaim, providerMinutes } from '../../registry/provider-roles.js';
import { mePath, providerReturnPath } from '../../service/workspace-addresses.js';
import { type Context, type Reply, type SignedInContext, workspacePath } from '../context.js';
import type { AuthorizationState, IdentityProvider } from '../oidc-client.js';
import { ButtonLink } from '../parts/button.js';
import { receivedPage } from '../parts/received-claims.js';
import { signedInReply, signInPage } from '../parts/sign-in-page.js';

function providerOf({ provider }: Context): IdentityProvider {
  if (provider === null) throw notFound('This address');
  return provider;
}

/**
 * First step of a sign-in, which leads to the provider. It is a GET, because the policy's `form-action` would stop a
 * redirect after a form.
 */
export function startSignIn(context: Context): Promise<Reply> {
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
): Promise<Reply> {
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
export async function handleCallback(context: Context): Promise<Reply> {
  const { service, query, origin } = context;
  const provider = providerOf(context);
  const { state = '' } = query;
  const cookie = /^[\w-]{72}$/.test(state) ? { name: cookieName(state), value: '', seconds: 0 } : null;
  const cookieValue = cookie && context.cookie(cookie.name);
  const challenge =
    cookieValue === null ? null : await service.challenges.check(state, statePurpose(cookieValue), providerMinutes);
  if (cookie === null || cookieValue === null || challenge === null) {
    await context.countFailure();
    const problem = 'This sign-in was not begun in this browser, was used already, or took too long. Begin again.';
    return { ...signInPage(context, undefined, problem), ...(cookie && { cookie }) };
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
          ? missingClaim(provider.settings, 'groups')
          : `You are signed in at ${provider.name} as ${identity.name}, and no group of yours there gives you a brand. Ask your operator.`;
      return { ...signInPage(context, pending.next, problem), status: 403, cookie };
    }
    const next = pending.session === undefined ? pending.next : mePath;
    return { ...signedInReply(signedIn, next), cookie };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'unavailable') throw error;
    if (error.code === 'invalid') await context.countFailure();
    return {
      ...signInPage(context, pending.next, error.message),
      status: error.code === 'forbidden' ? 403 : 422,
      cookie,
    };
  }
}

/** A sign-in that an operator tries: it shows what the provider sends, and changes nothing. */
export function startTrial(context: SignedInContext): Promise<Reply> {
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
export async function askToConnect(context: SignedInContext): Promise<Reply> {
  const { name } = providerOf(context);
  const { service, principal } = context;
  service.people.requireConnectable(principal.session);
  const token = await service.challenges.issue(connectPurpose(context));
  const body = (
    <div class="narrow">
      <h1>Connect with {name}</h1>
      <p>From then on you sign in there, and your groups there give you your roles. Your current roles end.</p>
      <p>
        <ButtonLink to={`${mePath}/oidc/go?token=${token}`} text={`Go to ${name}`} look="go" />
      </p>
    </div>
  );
  return { title: `Connect with ${name}`, body, isSecret: true };
}

const connectPurpose = ({ principal }: SignedInContext): string => `connect ${principal.session.sha256}`;

/**
 * Second step of connecting, which leads to the provider. The token proves that this session asked for it, and not another
 * site.
 */
export async function startConnect(context: SignedInContext): Promise<Reply> {
  providerOf(context);
  const { service, principal, query } = context;
  const challenge = await service.challenges.check(query.token ?? '', connectPurpose(context));
  return challenge === null ? { to: mePath } : beginSignIn(context, { session: principal.session.sha256 });
}
