import { AsyncLocalStorage } from 'node:async_hooks';
import { generateKeyPairSync } from 'node:crypto';
import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Client, Context, Failure, default as Provider } from 'oidc-provider';
import { PortalError } from '../lib/errors.js';
import type { Log } from '../log.js';
import { accessSeconds, scopesIn, scopeText } from '../registry/grants.js';
import { rights } from '../registry/records.js';
import { AddressRule } from '../registry/webhook-url.js';
import type { Service } from '../service/service.js';
import { authorizePath } from '../service/sign-in-url.js';
import { request as ask } from '../webhooks/post.js';
import { type Asking, adapterFor, codeSeconds, patchTokens } from './adapter.js';
import { isBlocked, RegisteredClients, receiverOf, redirectProblem, registeredIn, shownName } from './clients.js';
import { brandOfPath, sharedPath } from './resources.js';

interface OAuthOptions {
  readonly service: Service;
  readonly log: Log;
  /** `webhook_allow` of the configuration: hosts and subnets that documents of clients may come from. */
  readonly allow: readonly string[];
  readonly blocked: readonly string[];
}

export interface Asked {
  readonly clientId: string;
  /** Host of the metadata document; `null`: the client has registered itself. */
  readonly documentHost: string | null;
  /** Name that the client gives itself; empty: none. */
  readonly name: string;
  readonly redirect: string;
  /** Host or scheme that gets the answer. */
  readonly receiver: string;
  readonly resource: string;
  /** `null`: the person chooses. */
  readonly brand: string | null;
  /** Separated by spaces. */
  readonly scope: string;
}

/** A request as the library gets it. */
interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer;
}

interface Run extends Asking {
  asked?: Asked;
  hasFetched?: true;
  refusal?: Failure;
}

const running = new AsyncLocalStorage<Run>();

const documentSeconds = 5;

/** Ways to answer by a redirect: a form would be a page with a script. */
const responseModes = ['query', 'fragment'];

/** OAuth for agents. The library is loaded by the first request: then one instance for each origin, of which there are several only without `backend_url`. */
export class AuthorizationServer {
  readonly #providers = new Map<string, Promise<Provider>>();

  constructor(readonly options: OAuthOptions) {}

  /** @param search query of the address, with its question mark @returns the address to go on to, or what a person is asked @throws `bad_request` */
  async authorize(origin: string, search: string, asking: Asking): Promise<{ readonly to: string } | Asked> {
    const query = new URLSearchParams(search);
    const asked = scopesIn(query.get('scope') ?? '');
    // A client that asks to write may get less.
    const offered = rights.filter((right) =>
      asked.includes(right === 'propose' && asked.includes('write') ? 'write' : right),
    );
    const scope = scopeText(offered);
    // Without one that is known here, all are asked for. Others are ignored (RFC 6749, section 3.3).
    if (query.getAll('scope').length < 2) query.set('scope', scope || scopeText(rights));
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const run: Run = { ...asking };
    const message = { method: 'GET', url: `${authorizePath}?${query}`, headers: { cookie: '_session=_' } };
    await running.run(run, () => this.answer(origin, message, response));
    if (run.asked !== undefined) return run.asked;
    const to = response.getHeader('location');
    if (typeof to === 'string') return { to };
    const { error, error_description: why } = run.refusal ?? { error: 'invalid_request' };
    throw new PortalError(
      'bad_request',
      `The program that sent you here asks in a wrong way: ${why ?? error} (${error}).`,
    );
  }

  /** Has the library answer. @param origin by which the portal is called, whatever the headers say */
  async answer(origin: string, { method, url, headers, body }: Message, response: ServerResponse): Promise<void> {
    const request = new IncomingMessage(new Socket());
    const { protocol, host } = new URL(origin);
    Object.assign(request, { method, url, httpVersionMajor: 1, httpVersionMinor: 1 });
    Object.assign(request.headers, headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    });
    if (body !== undefined) request.push(body);
    request.push(null);
    await (await this.#provider(origin)).callback()(request, response);
  }

  #provider(origin: string): Promise<Provider> {
    const known = this.#providers.get(origin);
    if (known !== undefined) return known;
    // There can be one loopback origin per port.
    if (this.#providers.size >= 100) this.#providers.clear();
    const made = this.#make(origin);
    this.#providers.set(origin, made);
    made.catch(() => this.#providers.delete(origin));
    return made;
  }

  async #make(origin: string): Promise<Provider> {
    const { default: Provider, errors, interactionPolicy } = await import('oidc-provider');
    const { service, log, blocked, allow } = this.options;
    const clients = new RegisteredClients(await service.grants.seals(), origin, service.clock);
    const { Check, Prompt } = interactionPolicy;
    const asks = new Check('consent', 'A person is asked each time.', 'consent_required', () => {
      const run = running.getStore();
      if (run?.decision === 'denied') throw new errors.AccessDenied();
      return run?.decision === null;
    });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const off = { enabled: false };
    const provider = new Provider(origin, {
      adapter: adapterFor({
        ...{ service, clients, blocked, errors },
        running: () => running.getStore(),
        params: () => Provider.ctx?.oidc.params ?? {},
      }),
      routes: {
        ...{ authorization: authorizePath, token: '/oauth/token', registration: '/oauth/register' },
        ...{ revocation: '/oauth/revoke', jwks: '/oauth/keys' },
      },
      scopes: rights,
      claims: {},
      responseTypes: ['code'],
      clientAuthMethods: ['none'],
      clientDefaults: {
        ...{ application_type: 'native', response_types: ['code'], response_modes: responseModes },
        grant_types: ['authorization_code', 'refresh_token'],
        ...{ token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
      },
      // The library wants a key for ID tokens. None is ever made.
      jwks: { keys: [privateKey.export({ format: 'jwk' })] },
      ttl: {
        AccessToken: accessSeconds,
        AuthorizationCode: codeSeconds,
        Grant: accessSeconds,
        Interaction: accessSeconds,
        RefreshToken: accessSeconds,
        Session: accessSeconds,
      },
      features: {
        ...{ devInteractions: off, dPoP: off, pushedAuthorizationRequests: off, rpInitiatedLogout: off, userinfo: off },
        rpMetadataChoices: { enabled: true },
        registration: {
          ...{ enabled: true, issueRegistrationAccessToken: false },
          idFactory({ oidc: { body } }: Context) {
            const { redirects, name } = registeredIn(body);
            const id = clients.idOf(redirects, name);
            if (id === null) throw new errors.InvalidClientMetadata('redirect_uris are too long');
            // Only this counts, and is in the id: the library registers the body as it is now.
            const { redirect_uris } = body;
            for (const member of Object.keys(body)) delete body[member];
            Object.assign(
              body,
              { redirect_uris, token_endpoint_auth_method: 'none' },
              name !== '' && { client_name: name },
            );
            return id;
          },
        },
        revocation: {
          enabled: true,
          allowedPolicy: (_: Context, { clientId }: Client, token: { clientId: string }) => token.clientId === clientId,
        },
        clientIdMetadataDocument: {
          ...{ enabled: true, ack: 'draft-02' },
          // The adapter knows such a client at the other endpoints by its codes and tokens.
          allowFetch: (_: Context, id: string) =>
            running.getStore() !== undefined && !isBlocked(blocked, { client_id: id, redirect_uris: [] }),
          allowClient: (_: Context, { clientId, redirectUris }: Client) =>
            !isBlocked(blocked, { client_id: clientId, redirect_uris: redirectUris }),
        },
        resourceIndicators: {
          ...{ enabled: true, defaultResource: () => origin + sharedPath, useGrantedResource: () => true },
          getResourceServerInfo(_: Context, resource: string) {
            if (!resource.startsWith(origin) || brandOfPath(resource.slice(origin.length)) === undefined)
              throw new errors.InvalidTarget();
            return {
              scope: scopeText(rights),
              audience: resource,
              accessTokenTTL: accessSeconds,
              accessTokenFormat: 'opaque',
            };
          },
        },
      },
      extraClientMetadata: {
        properties: ['redirects'],
        validator(_: Context, __: string, ___: unknown, { redirect_uris }: { readonly redirect_uris: unknown }) {
          const problem = redirectProblem(redirect_uris);
          if (problem !== null) throw new errors.InvalidClientMetadata(problem);
        },
      },
      interactions: {
        policy: [
          new Prompt({ name: 'consent', requestable: true }, asks),
          ...['login', 'select_account'].map((name) => new Prompt({ name, requestable: true })),
        ],
        url({ oidc: { client, params } }: Context) {
          const run = running.getStore();
          if (run !== undefined) run.asked = askedOf(origin, client, params);
          return '/';
        },
      },
      async loadExistingGrant() {
        const decision = running.getStore()?.decision;
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
      // Once for a question: the library asks again for a document that it has refused.
      async fetch(address: string) {
        const run = running.getStore();
        if (run === undefined || run.hasFetched) throw new Error('no further document is fetched');
        run.hasFetched = true;
        return fetchByRule(address, allow);
      },
      renderError(context: Context, failure: Failure) {
        const run = running.getStore();
        if (run !== undefined) run.refusal = failure;
        context.body = failure;
      },
    });
    provider.proxy = true;
    patchTokens(provider, service.grants, service.clock, () => running.getStore());
    provider.use(async (context, next) => {
      await next();
      if (!context.path.startsWith('/.well-known/')) return;
      context.body = { ...Object(context.body), response_modes_supported: responseModes, scopes_supported: rights };
    });
    provider.on('server_error', (_context, error) => log.error({ err: error }, 'an answer of OAuth failed'));
    return provider;
  }
}

function askedOf(origin: string, client: Client, params: Context['oidc']['params']): Asked {
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

/** Fetches a document by the rule of webhooks. @throws when there is no answer */
async function fetchByRule(address: string, allow: readonly string[]): Promise<Response> {
  const message = { method: 'GET', headers: { Accept: 'application/json' } } as const;
  const answer = await ask(address, message, { rule: new AddressRule(allow), timeoutMs: documentSeconds * 1000 });
  if ('failure' in answer) throw new Error(answer.failure);
  const caching = answer.headers['cache-control'];
  return new Response(new Uint8Array(answer.body), {
    status: answer.status,
    headers: caching === undefined ? {} : { 'Cache-Control': caching },
  });
}
