import { readFile } from 'node:fs/promises';
import type { Configuration } from 'openid-client';
import { PortalError } from '../../../lib/errors.js';
import { isObject } from '../../../lib/json.js';
import { asSaid, type ErrorText, say } from '../../../lib/say.js';
import { claimNames, type OidcSettings, type ProviderIdentity } from '../../../registry/provider-roles.js';
import { hostOf } from '../../labels.js';

const timeoutSeconds = 5;

/** Secrets of one sign-in at the provider, which a cookie holds until its end. */
export interface AuthorizationState {
  readonly state: string;
  readonly nonce: string;
  /** Code verifier of PKCE. */
  readonly verifier: string;
}

/** Claims of an ID token that passed all checks. */
export interface Claims {
  readonly sub: string;
  readonly [name: string]: unknown;
}

/** Client of the OpenID provider that the configuration names. */
export class IdentityProvider {
  readonly settings: OidcSettings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.settings = settings;
  }

  /** Host of the provider, by which people know it. */
  get name(): string {
    return hostOf(this.settings.issuer);
  }

  /**
   * Address at which a person signs in.
   *
   * @throws `unavailable` if the provider does not respond
   */
  async authorizationUrl({ state, nonce, verifier }: AuthorizationState, redirect_uri: string): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const code_challenge = await calculatePKCECodeChallenge(verifier);
    const config = await this.#configured();
    const parameters = {
      redirect_uri,
      state,
      nonce,
      scope: this.settings.scopes ?? defaultScopes(config),
      code_challenge,
      code_challenge_method: 'S256',
    };
    return buildAuthorizationUrl(config, parameters).href;
  }

  /**
   * Claims about the person who signed in, as the provider states them in its ID token.
   *
   * @param url address to which the provider sent the browser back
   * @throws `invalid` if the response fails a check, `unavailable` if the provider does not respond
   */
  async claims(url: URL, { state, nonce, verifier }: AuthorizationState): Promise<Claims> {
    const { authorizationCodeGrant } = await import('openid-client');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const config = await this.#configured();
    const tokens = await authorizationCodeGrant(config, url, checks).catch((cause) => {
      throw isUnreachable(cause) ? this.#unavailable(cause) : this.#refused(reasonOf(cause), cause);
    });
    const claims = tokens.claims();
    if (claims === undefined) throw this.#refused('there is no ID token');
    return claims;
  }

  /** Name, subject and groups in claims. */
  identityIn(claims: Claims): ProviderIdentity {
    const { issuer } = this.settings;
    const claimed = claimNames(this.settings);
    const [name, groups] = [claims[claimed.name], claims[claimed.groups]];
    const groupNames = (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string');
    return {
      issuer,
      subject: claims.sub,
      name: typeof name === 'string' ? name : '',
      groups: groups === undefined ? null : groupNames,
    };
  }

  #refused(reason: ErrorText, cause?: unknown): PortalError {
    return new PortalError('invalid', say`${this.name} did not let you in: ${asSaid(reason)}. Begin again.`, { cause });
  }

  #unavailable(cause: unknown): PortalError {
    return new PortalError('unavailable', say`${this.name} cannot be used now: ${asSaid(reasonOf(cause))}.`, { cause });
  }

  /** The provider's own configuration, fetched once. A failure is not cached. */
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
    // The portal's configuration allows http only on this machine.
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    // Must be enabled, because by default the library trusts the TLS connection and checks no signatures of ID tokens.
    const execute = [...insecure, enableNonRepudiationChecks];
    return discovery(new URL(issuer), client_id, secret, undefined, { execute, timeout: timeoutSeconds });
  }
}

/** Scopes without `oidc.scopes`. Providers that know the scope `groups` send no groups without it. */
function defaultScopes(config: Configuration): string {
  const { scopes_supported: supported } = config.serverMetadata();
  return Array.isArray(supported) && supported.includes('groups') ? 'openid profile groups' : 'openid profile';
}

/**
 * Whether there was no response, because the connection failed or took too long, or the provider responded with 5xx.
 */
function isUnreachable(error: unknown): boolean {
  if (!isObject(error)) return false;
  if (error.code === 'OAUTH_TIMEOUT' || (typeof error.status === 'number' && error.status >= 500)) return true;
  return error instanceof TypeError ? error.message === 'fetch failed' : isUnreachable(error.cause);
}

/** Short reason for people. It is a known code, never free text of the provider. */
function reasonOf(error: unknown): ErrorText {
  const { code, error: oauthError } = isObject(error) ? error : {};
  if (isUnreachable(error)) return 'it does not answer';
  if (typeof oauthError === 'string' && /^[a-z_]{1,40}$/.test(oauthError)) return say`${oauthError}`;
  return typeof code === 'string' ? say`${code}` : 'its answer was not understood';
}
