import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OidcSettings } from '../../src/registry/provider-roles.js';
import { fileIn } from './files.js';
import { temporaryDirectory } from './git.js';
import { listenOn } from './loopback.js';

export interface Someone {
  readonly sub: string;
  readonly name?: string;
  readonly groups?: unknown;
}

/** What is wrong with an answer. */
export interface Fault {
  /** Claims in place of the right ones. */
  readonly claims?: Record<string, unknown>;
  readonly isForeignKey?: boolean;
  readonly isUnsigned?: boolean;
  /** Parameters in place of those with which the browser comes back; `null`: left out. */
  readonly back?: Record<string, string | null>;
}

interface Grant extends Fault {
  readonly someone: Someone;
  readonly nonce: string;
  readonly challenge: string;
}

const secret = 'a-secret-of-this-test';

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = rsa();
const foreign = rsa();
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An OpenID provider whose answers a test makes, right or wrong. */
export class TestProvider {
  /** Paths that were asked for. */
  readonly requests: string[] = [];
  issuer = '';
  readonly #server = createServer(async (request, response) => {
    const { url = '' } = request;
    this.requests.push(url);
    const form = new URLSearchParams(await text(request));
    const answer = this.isFailing ? null : this.#answer(url, form);
    const status = answer === null ? 500 : 'error' in answer ? 400 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  readonly #grants = new Map<string, Grant>();
  isFailing = false;
  /** What its configuration says of itself in place of the truth. */
  named: string | undefined;
  /** Scopes that its configuration names. */
  scopes: string[] | undefined;

  static async start(): Promise<TestProvider> {
    const provider = new TestProvider();
    provider.issuer = `http://127.0.0.1:${await listenOn(provider.#server)}`;
    return provider;
  }

  close(): void {
    this.#server.close().closeAllConnections();
  }

  settings(more: Partial<OidcSettings> = {}): OidcSettings {
    const client_secret_file = fileIn(temporaryDirectory(), 'secret', `${secret}\n`);
    return { issuer: this.issuer, client_id: 'portal', client_secret_file, roles: {}, ...more };
  }

  /** Signs someone in who was sent here. @returns the address to which the browser goes back */
  back(address: string, someone: Someone, fault: Fault = {}): URL {
    const { searchParams: asked } = new URL(address);
    const code = randomUUID();
    const challenge = asked.get('code_challenge') ?? '';
    this.#grants.set(code, { someone, nonce: asked.get('nonce') ?? '', challenge, ...fault });
    const url = new URL(asked.get('redirect_uri') ?? '');
    const sent = { code, state: asked.get('state'), iss: this.issuer, ...fault.back };
    for (const [name, value] of Object.entries(sent)) if (value !== null) url.searchParams.set(name, value);
    return url;
  }

  #answer(path: string, form: URLSearchParams): object | null {
    const { issuer } = this;
    if (path === '/.well-known/openid-configuration') {
      const [authorization_endpoint, token_endpoint] = [`${issuer}/authorize`, `${issuer}/token`];
      return {
        ...(this.scopes && { scopes_supported: this.scopes }),
        ...{ issuer: this.named ?? issuer, authorization_endpoint, token_endpoint },
        ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ['code'], subject_types_supported: ['public'] },
        ...{ id_token_signing_alg_values_supported: ['RS256'], authorization_response_iss_parameter_supported: true },
      };
    }
    if (path === '/keys') return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), use: 'sig', kid: '1' }] };
    const grant = this.#grants.get(form.get('code') ?? '');
    const verified = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || verified !== grant.challenge || form.get('client_secret') !== secret) {
      return { error: 'invalid_grant' };
    }
    this.#grants.delete(form.get('code') ?? '');
    return { access_token: 'unused', token_type: 'bearer', id_token: this.#token(grant) };
  }

  #token({ someone, nonce, claims, isForeignKey, isUnsigned }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.issuer, aud: 'portal', iat: now, exp: now + 300, nonce, ...someone, ...claims };
    const signed = `${encoded({ alg: isUnsigned ? 'none' : 'RS256', kid: '1' })}.${encoded(all)}`;
    const { privateKey } = isForeignKey ? foreign : keys;
    return `${signed}.${isUnsigned ? '' : sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }
}
