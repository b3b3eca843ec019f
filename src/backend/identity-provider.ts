import { readFile } from 'node:fs/promises';
import type { Configuration } from 'openid-client';
import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import type { Identity, OidcSettings } from '../registry/identity.js';
import { hostOf } from './words.js';

const timeoutSeconds = 5;

/** State of a sign-in, kept in the browser meanwhile. */
export interface AuthorizationState {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Client of the one OpenID provider that the configuration names. No other is ever asked. */
export class IdentityProvider {
  readonly settings: OidcSettings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.settings = settings;
  }

  /** Host of the provider, for people. */
  get name(): string {
    return hostOf(this.settings.issuer);
  }

  /** Address at which a person signs in. @throws `unavailable` when the provider does not answer */
  async authorizationUrl({ state, nonce, verifier }: AuthorizationState, redirect_uri: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const code_challenge = await calculatePKCECodeChallenge(verifier);
    const asked = {
      redirect_uri,
      state,
      nonce,
      scope: 'openid profile',
      code_challenge,
      code_challenge_method: 'S256',
    };
    return buildAuthorizationUrl(await this.#configured(), asked).href;
  }

  /**
   * Identity that the provider vouches for.
   *
   * @param url to which the browser came back
   * @throws `invalid` for an answer that is not as it must be, `unavailable` when the provider does not answer
   */
  async identify(url: URL, { state, nonce, verifier }: AuthorizationState): Promise<Identity> {
    const { authorizationCodeGrant } = await import('openid-client');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const config = await this.#configured();
    const tokens = await authorizationCodeGrant(config, url, checks).catch((cause) => {
      throw isUnreachable(cause) ? this.#unavailable(cause) : this.#refused(reasonOf(cause), cause);
    });
    const claims = tokens.claims();
    if (claims === undefined) throw this.#refused('there is no ID token');
    const { name_claim = 'name', groups_claim = 'groups', issuer } = this.settings;
    const [name, groups] = [claims[name_claim], claims[groups_claim]];
    const named = (Array.isArray(groups) ? groups : [groups]).filter((one) => typeof one === 'string');
    return { issuer, subject: claims.sub, name: typeof name === 'string' ? name : '', groups: named };
  }

  #refused(reason: string, cause?: unknown): PortalError {
    return new PortalError('invalid', `${this.name} did not let you in: ${reason}. Begin again.`, { cause });
  }

  #unavailable(cause: unknown): PortalError {
    return new PortalError('unavailable', `${this.name} cannot be used now: ${reasonOf(cause)}.`, { cause });
  }

  #configured(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error) => {
      this.#configuration = undefined;
      throw this.#unavailable(error);
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
    const { issuer, client_id, client_secret_file } = this.settings;
    const secret = (await readFile(client_secret_file, 'utf8')).trim();
    // The configuration allows http on this machine alone.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    // The signature of the ID token is checked as well as the connection that it came by.
    const execute = [...insecure, enableNonRepudiationChecks];
    return discovery(new URL(issuer), client_id, secret, undefined, { execute, timeout: timeoutSeconds });
  }
}

/** Not an answer: the connection failed, took too long, or the provider has failed. */
function isUnreachable(error: unknown): boolean {
  if (!isObject(error)) return false;
  if (error.code === 'OAUTH_TIMEOUT' || (typeof error.status === 'number' && error.status >= 500)) return true;
  return error instanceof TypeError ? error.message === 'fetch failed' : isUnreachable(error.cause);
}

/** Short reason, without what a provider may have written into it. */
function reasonOf(error: unknown): string {
  const { code, error: named } = isObject(error) ? error : {};
  if (isUnreachable(error)) return 'it does not answer';
  if (typeof named === 'string' && /^[a-z_]{1,40}$/.test(named)) return named;
  return typeof code === 'string' ? code : 'its answer was not understood';
}
