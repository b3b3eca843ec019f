/** The part of the library that is used: it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
    readonly clientIdMetadataDocument?: true;
  }

  interface Context {
    body: unknown;
    readonly path: string;
    readonly oidc: {
      readonly body: Record<string, unknown>;
      readonly params: Readonly<Record<string, string | undefined>>;
      readonly client: Client;
    };
  }

  /** A code or token: what the library stores of it, and what has to be kept. */
  interface Token {
    readonly grantId: string;
    readonly scope?: string;
    readonly aud?: string;
    readonly codeChallenge?: string;
    readonly codeChallengeMethod?: string;
    readonly redirectUri?: string;
    readonly resource?: string;
    readonly rotations?: number;
    /** Token for the client; with a payload, the library would store it. */
    getValueAndPayload(): Promise<{ readonly value: string }>;
  }

  interface Failure {
    readonly error: string;
    readonly error_description?: string;
  }

  class OAuthError extends Error {
    constructor(description?: string);
  }

  export const errors: Readonly<
    Record<'AccessDenied' | 'InvalidClientMetadata' | 'InvalidGrant' | 'InvalidTarget', typeof OAuthError>
  >;

  class Check {
    constructor(reason: string, description: string, error: string, check: (context: Context) => boolean);
  }
  class Prompt {
    constructor(options: { readonly name: string; readonly requestable: boolean }, ...checks: Check[]);
  }
  export const interactionPolicy: { readonly Check: typeof Check; readonly Prompt: typeof Prompt };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    readonly AccessToken: { readonly prototype: Token };
    readonly AuthorizationCode: { readonly prototype: Token };
    readonly RefreshToken: { readonly prototype: Token };
    readonly Grant: { find(id: string): Promise<object | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (...args: unknown[]) => void): this;
    static readonly ctx: Context | undefined;
  }
}
