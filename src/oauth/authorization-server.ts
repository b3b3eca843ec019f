import type { IncomingHttpHeaders } from 'node:http';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { default as Provider } from 'oidc-provider';
import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { scopesIn, scopeText } from '../registry/grants.js';
import { grantScopes } from '../registry/records.js';
import { authorizePath } from '../service/sign-in-url.js';
import type { AuthorizationRequest } from './adapter.js';
import { type ConsentRequest, makeProvider, type OAuthOptions, type Run, running } from './provider.js';

/** A request to the library. */
interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: Buffer;
}

/** OAuth for agents. The first request loads the library, with an instance per origin. */
export class AuthorizationServer {
  readonly #providers = new Map<string, Promise<Provider>>();

  constructor(readonly options: OAuthOptions) {}

  /**
   * @param search query of the address
   * @returns the redirect, or the question to the person
   * @throws `bad_request`
   */
  async authorize(
    origin: string,
    search: string,
    asking: AuthorizationRequest,
  ): Promise<{ readonly to: string } | ConsentRequest> {
    const query = new URLSearchParams(search);
    const requested = scopesIn(query.get('scope') ?? '');
    // A person may let a client that requests `write` only propose.
    const canPropose = requested.includes('propose') || requested.includes('write');
    const offered = grantScopes.filter((name) => (name === 'propose' ? canPropose : requested.includes(name)));
    const scope = scopeText(offered);
    // Without a known scope, all are requested. Unknown ones are ignored (RFC 6749, section 3.3).
    if (query.getAll('scope').length < 2) query.set('scope', scope || scopeText(grantScopes));

    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const run: Run = { ...asking };
    const message = { method: 'GET', url: `${authorizePath}?${query}`, headers: { cookie: '_session=_' } };
    await running.run(run, () => this.answer(origin, message, response));

    if (run.consentRequest !== undefined) return run.consentRequest;
    const to = response.getHeader('location');
    if (typeof to === 'string') return { to };
    const { error, error_description: why } = run.refusal ?? { error: 'invalid_request' };
    throw new PortalError(
      'bad_request',
      say`The program that sent you here asks in a wrong way: ${why ?? error} (${error}).`,
    );
  }

  /**
   * Lets the library respond.
   *
   * @param origin the verified origin, which replaces the one in the headers
   */
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
    const existing = this.#providers.get(origin);
    if (existing !== undefined) return existing;

    // Bounded, because there can be one loopback origin per port.
    if (this.#providers.size >= 100) this.#providers.clear();
    const provider = makeProvider(origin, this.options);
    this.#providers.set(origin, provider);
    provider.catch(() => this.#providers.delete(origin));
    return provider;
  }
}
