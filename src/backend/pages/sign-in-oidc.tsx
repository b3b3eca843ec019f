import { randomBytes } from 'node:crypto';
import { notFound, PortalError } from '../../lib/errors.js';
import { providerMinutes } from '../../registry/identity.js';
import { backendPath, type Context, type Reply, type SignedInContext } from '../context.js';
import type { AuthorizationState, IdentityProvider } from '../identity-provider.js';
import { signInPage } from '../parts/sign-in-page.js';

const path = '/backend/sign-in/oidc';

function providerOf({ provider }: Context): IdentityProvider {
  if (provider === null) throw notFound('This address');
  return provider;
}

/** Goes to the provider: by a link, since `form-action` would stop a redirect behind a form. */
export function toProvider(context: Context): Promise<Reply> {
  return begin(context, { next: backendPath(context.query.next) ?? undefined });
}

/** Sign-in as the browser keeps it; its state MACs it. */
type Kept = Omit<AuthorizationState, 'state'> & { readonly next?: string | undefined; readonly session?: string };

async function begin(context: Context, what: Pick<Kept, 'next' | 'session'>): Promise<Reply> {
  const provider = providerOf(context);
  const random = (): string => randomBytes(32).toString('base64url');
  const kept: Kept = { ...what, nonce: random(), verifier: random() };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  const state = await context.service.challenges.issue(purposeOf(value));
  const to = await provider.authorizationUrl({ ...kept, state }, `${context.origin}${path}/return`);
  return { to, cookie: { name: nameOf(state), value, seconds: providerMinutes * 60 } };
}

const purposeOf = (value: string): string => `identity ${value}`;

/** Each sign-in has a cookie of its own, so that two tabs do not end one another's. */
const nameOf = (state: string): string => `bp-oidc-${state.slice(-20)}`;

/** Return from the provider, which is asked nothing unless this browser has begun it. */
export async function fromProvider(context: Context): Promise<Reply> {
  const { service, query, origin } = context;
  const provider = providerOf(context);
  const { state = '' } = query;
  const cookie = /^[\w-]{72}$/.test(state) ? { name: nameOf(state), value: '', seconds: 0 } : null;
  const value = cookie && context.cookie(cookie.name);
  const used = value === null ? null : await service.challenges.check(state, purposeOf(value), providerMinutes);
  if (cookie === null || value === null || used === null) {
    await context.countFailure();
    const how = 'was not begun in this browser, was used already, or took too long';
    return { ...signInPage(context, undefined, `This sign-in ${how}. Begin again.`), ...(cookie && { cookie }) };
  }
  const kept: Kept = JSON.parse(Buffer.from(value, 'base64url').toString());
  try {
    const identity = await provider.identify(new URL(`${origin}${path}/return?${new URLSearchParams(query)}`), {
      ...kept,
      state,
    });
    const signedIn = await service.people.signIn(identity, provider.settings, used, kept.session);
    if (signedIn === null) {
      const what = `You are signed in at ${provider.name} as ${identity.name}, and no group of yours there gives you a brand.`;
      return { ...signInPage(context, kept.next, `${what} Ask your operator.`), status: 403, cookie };
    }
    const { token, session } = signedIn;
    const to = kept.session === undefined ? (backendPath(kept.next) ?? '/backend') : '/backend/me';
    return { to, session: { token, expires_at: session.expires_at }, cookie };
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'unavailable') throw error;
    if (error.code === 'invalid') await context.countFailure();
    return { ...signInPage(context, kept.next, error.message), status: error.code === 'forbidden' ? 403 : 422, cookie };
  }
}

/** First step of connecting, by a form of this person. The second is its link. */
export async function askToConnect(context: SignedInContext): Promise<Reply> {
  const { name } = providerOf(context);
  const { service, principal } = context;
  service.people.requireConnectable(principal.session);
  const token = await service.challenges.issue(connecting(context));
  const body = (
    <div class="narrow">
      <h1>Connect with {name}</h1>
      <p>From then on you sign in there, and your groups there give you your roles. Those that you have now end.</p>
      <p>
        <a class="button" href={`/backend/me/oidc/go?token=${token}`}>
          Go to {name}
        </a>
      </p>
    </div>
  );
  return { title: `Connect with ${name}`, body, isSecret: true };
}

const connecting = ({ principal }: SignedInContext): string => `connect ${principal.session.sha256}`;

/** Second step. The token shows that it was asked for in this session's name, by no other site. */
export async function connect(context: SignedInContext): Promise<Reply> {
  providerOf(context);
  const { service, principal, query } = context;
  const isAsked = await service.challenges.check(query.token ?? '', connecting(context));
  return isAsked === null ? { to: '/backend/me' } : begin(context, { session: principal.session.sha256 });
}
