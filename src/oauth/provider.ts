import { AsyncLocalStorage } from 'node:async_hooks';
import { generateKeyPairSync } from 'node:crypto';
import type { Client, Context, Failure, default as Provider } from 'oidc-provider';
import type { Log } from '../log.js';
import { accessSeconds, scopeText } from '../registry/grants.js';
import { grantScopes } from '../registry/records.js';
import { AddressRule } from '../registry/webhook-url.js';
import type { Service } from '../service/service.js';
import { authorizePath } from '../service/sign-in-url.js';
import { request as ask } from '../webhooks/post.js';
import { type AuthorizationRequest, adapterFor, codeSeconds, patchTokens } from './adapter.js';
import { isBlocked, parseRegistration, RegisteredClients, receiverOf, redirectProblem, shownName } from './clients.js';
import { brandOfPath, sharedPath } from './resources.js';

type Library = typeof import('oidc-provider');

export interface OAuthOptions {
  readonly service: Service;
  readonly log: Log;
  /** `webhook_allow` of the configuration: hosts and subnets that documents of clients may come from. */
  readonly allow: readonly string[];
  readonly blocked: readonly string[];
}

export interface ConsentRequest {
  readonly clientId: string;
  /** Host of the metadata document; `null` if the client has registered itself. */
  readonly documentHost: string | null;
  /** Name that the client gives itself; empty if the client gives none. */
  readonly name: string;
  readonly redirect: string;
  /** Host or scheme that receives the response. */
  readonly receiver: string;
  readonly resource: string;
  /** `null` if the person chooses. */
  readonly brand: string | null;
  /** Separated by spaces. */
  readonly scope: string;
}

/** State of one request to the library: the person and the decision, and what the library has answered. */
export interface Run extends AuthorizationRequest {
  /** The question to the person, if the library asks one. */
  consentRequest?: ConsentRequest;
  hasFetched?: true;
  refusal?: Failure;
}

export const running = new AsyncLocalStorage<Run>();

const documentSeconds = 5;

/** Responses by a redirect. `form_post` is left out because it would be a page with a script. */
const responseModes = ['query', 'fragment'];

const currentRun = (): Run | undefined => running.getStore();

/** Loads the library and configures it for one origin. */
export async function makeProvider(origin: string, options: OAuthOptions): Promise<Provider> {
  const library = await import('oidc-provider');
  const { default: Provider, errors } = library;
  const { service, log, blocked, allow } = options;
  const clients = new RegisteredClients(await service.grants.seals(), origin, service.clock);
  const params = () => Provider.ctx?.oidc.params ?? {};
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(origin, {
    ...protocol,
    adapter: adapterFor({ service, clients, blocked, errors, running: currentRun, params }),
    // The library requires a key for ID tokens, which are never issued.
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    features: {
      ...switchedOff,
      rpMetadataChoices: { enabled: true },
      registration: registration(clients, library),
      revocation: {
        enabled: true,
        allowedPolicy: (_: Context, { clientId }: Client, token: { clientId: string }) => token.clientId === clientId,
      },
      clientIdMetadataDocument: metadataDocuments(blocked),
      resourceIndicators: resources(origin, library),
    },
    extraClientMetadata: {
      properties: ['redirects'],
      validator(_: Context, __: string, ___: unknown, { redirect_uris }: { readonly redirect_uris: unknown }) {
        const problem = redirectProblem(redirect_uris);
        if (problem !== null) throw new errors.InvalidClientMetadata(problem);
      },
    },
    interactions: interactions(origin, library),
    async loadExistingGrant() {
      const decision = currentRun()?.decision;
      return decision && decision !== 'denied' ? provider.Grant.find(decision.id) : undefined;
    },
    async findAccount(_: Context, id: string) {
      const { disabled_at } = await service.people.find(id);
      return disabled_at === null ? { accountId: id, claims: async () => ({ sub: id }) } : undefined;
    },
    issueRefreshToken: () => true,
    rotateRefreshToken: async ({ oidc: { params } }: Context) =>
      (await service.grants.refreshTokens.recognise(params.refresh_token ?? ''))?.fate === 'rotated',
    expiresWithSession: () => false,
    clientBasedCORS: () => true,
    // A document is fetched once per authorization request, because the library would fetch a refused one again.
    async fetch(address: string) {
      const run = currentRun();
      if (run === undefined || run.hasFetched) throw new Error('no further document is fetched');
      run.hasFetched = true;
      return fetchByRule(address, allow);
    },
    renderError(context: Context, failure: Failure) {
      const run = currentRun();
      if (run !== undefined) run.refusal = failure;
      context.body = failure;
    },
  });
  provider.proxy = true;
  patchTokens(provider, service.grants, service.clock, currentRun);
  provider.use(async (context, next) => {
    await next();
    if (!context.path.startsWith('/.well-known/')) return;
    context.body = { ...Object(context.body), response_modes_supported: responseModes, scopes_supported: grantScopes };
  });
  provider.on('server_error', (_context, error) => log.error({ err: error }, 'an answer of OAuth failed'));
  return provider;
}

/** Endpoints, and formats of requests and responses. */
const protocol = {
  routes: {
    authorization: authorizePath,
    token: '/oauth/token',
    registration: '/oauth/register',
    revocation: '/oauth/revoke',
    jwks: '/oauth/keys',
  },
  scopes: grantScopes,
  claims: {},
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  clientDefaults: {
    application_type: 'native',
    response_types: ['code'],
    response_modes: responseModes,
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  },
  ttl: {
    AccessToken: accessSeconds,
    AuthorizationCode: codeSeconds,
    Grant: accessSeconds,
    Interaction: accessSeconds,
    RefreshToken: accessSeconds,
    Session: accessSeconds,
  },
};

const off = { enabled: false };

/** Features that the library enables by default. */
const switchedOff = {
  devInteractions: off,
  dPoP: off,
  pushedAuthorizationRequests: off,
  rpInitiatedLogout: off,
  userinfo: off,
};

/** Dynamic registration: the id of a client holds its registration. */
const registration = (clients: RegisteredClients, { errors }: Library) => ({
  enabled: true,
  issueRegistrationAccessToken: false,
  idFactory({ oidc: { body } }: Context) {
    const { redirects, name } = parseRegistration(body);
    const id = clients.createId(redirects, name);
    if (id === null) throw new errors.InvalidClientMetadata('redirect_uris are too long');
    // The library registers the body: only these members are used, and are in the id.
    const { redirect_uris } = body;
    for (const member of Object.keys(body)) delete body[member];
    Object.assign(body, { redirect_uris, token_endpoint_auth_method: 'none' }, name !== '' && { client_name: name });
    return id;
  },
});

/** Clients whose id is the address of their metadata document. */
const metadataDocuments = (blocked: readonly string[]) => ({
  enabled: true,
  ack: 'draft-02',
  // At the other endpoints, the adapter knows such a client by its codes and tokens.
  allowFetch: (_: Context, id: string) =>
    currentRun() !== undefined && !isBlocked(blocked, { client_id: id, redirect_uris: [] }),
  allowClient: (_: Context, { clientId, redirectUris }: Client) =>
    !isBlocked(blocked, { client_id: clientId, redirect_uris: redirectUris }),
});

/** MCP endpoints for which tokens are issued (RFC 8707). */
const resources = (origin: string, { errors }: Library) => ({
  enabled: true,
  defaultResource: () => origin + sharedPath,
  useGrantedResource: () => true,
  getResourceServerInfo({ oidc: { params } }: Context, resource: string) {
    // A grant is for one resource. With several, the library would refuse only after the person has decided.
    if (Array.isArray(params.resource)) throw new errors.InvalidTarget('only one resource can be requested');
    if (!resource.startsWith(origin) || brandOfPath(resource.slice(origin.length)) === undefined)
      throw new errors.InvalidTarget();
    return {
      scope: scopeText(grantScopes),
      audience: resource,
      accessTokenTTL: accessSeconds,
      accessTokenFormat: 'opaque',
    };
  },
});

/** The consent of a person, for which each request asks until its run has a decision. */
function interactions(origin: string, { errors, interactionPolicy: { Check, Prompt } }: Library) {
  const consent = new Check('consent', 'A person is asked each time.', 'consent_required', () => {
    const run = currentRun();
    if (run?.decision === 'denied') throw new errors.AccessDenied();
    return run?.decision === null;
  });
  return {
    policy: [
      new Prompt({ name: 'consent', requestable: true }, consent),
      ...['login', 'select_account'].map((name) => new Prompt({ name, requestable: true })),
    ],
    url({ oidc: { client, params } }: Context) {
      const run = currentRun();
      if (run !== undefined) run.consentRequest = buildConsentRequest(origin, client, params);
      return '/';
    },
  };
}

function buildConsentRequest(origin: string, client: Client, params: Context['oidc']['params']): ConsentRequest {
  const { redirect_uri: redirect = '', resource = '', scope = '' } = params;
  return {
    clientId: client.clientId,
    documentHost: client.clientIdMetadataDocument ? new URL(client.clientId).host : null,
    name: shownName(client.clientName),
    redirect,
    receiver: receiverOf(redirect),
    resource,
    brand: brandOfPath(resource.slice(origin.length)) ?? null,
    scope,
  };
}

/**
 * Fetches a document by the address rule of webhooks.
 *
 * @throws if there is no response
 */
async function fetchByRule(address: string, allow: readonly string[]): Promise<Response> {
  const message = { method: 'GET', headers: { Accept: 'application/json' } } as const;
  const response = await ask(address, message, { rule: new AddressRule(allow), timeoutMs: documentSeconds * 1000 });
  if ('failure' in response) throw new Error(response.failure);
  const caching = response.headers['cache-control'];
  return new Response(new Uint8Array(response.body), {
    status: response.status,
    headers: caching === undefined ? {} : { 'Cache-Control': caching },
  });
}
