import type { errors as Errors, default as Provider } from 'oidc-provider';
import { Consent, type Grants, scopesOf, scopeText } from '../registry/grants.js';
import type { Principal } from '../registry/sessions.js';
import type { Service } from '../service/service.js';
import { fits, type Static, Type } from '../validation/schema.js';
import { idHash, isBlocked, type RegisteredClients } from './clients.js';

export const codeSeconds = 60;

interface AdapterTools {
  readonly service: Service;
  readonly clients: RegisteredClients;
  readonly blocked: readonly string[];
  readonly errors: typeof Errors;
  /** The authorization request of a person; `undefined` for a request of a program. */
  running(): AuthorizationRequest | undefined;
  params(): Readonly<Record<string, string | undefined>>;
}

/** An authorization request of a person, with the decision of that person. */
export interface AuthorizationRequest {
  readonly principal: Principal;
  /** `null` until the person decides. With `denied`, the client gets nothing. */
  readonly decision: Consent | 'denied' | null;
}

/**
 * Sealed content of a code: the consent, the values that a redemption must match, and the end in ms since the epoch.
 */
const Code = Type.Object({
  consent: Consent,
  codeChallenge: Type.String(),
  codeChallengeMethod: Type.String(),
  redirectUri: Type.String(),
  end: Type.Number(),
});

/**
 * Payload of a model. The library checks times by its own clock; anything that has expired by the portal's clock is not
 * found.
 */
const current = (kind: string, jti: string, payload: object) => {
  const iat = Math.floor(Date.now() / 1000);
  return { kind, jti, iat, exp: iat + 3600, ...payload };
};

/**
 * Storage of the library's models. Clients, codes and tokens are self-contained; grants are in the registry. The
 * session is that of the workspace.
 */
export function adapterFor({ service, clients, blocked, errors, running, params }: AdapterTools) {
  const { grants } = service;

  async function readCode(text: string | undefined): Promise<Static<typeof Code> | null> {
    const code = (await grants.seals()).unseal('code', text ?? '');
    return fits(Code, code) && code.end > service.clock().getTime() ? code : null;
  }

  /** The client id in the request, if it has this hash; otherwise an empty text. Only hashes are stored. */
  const findClientId = (sha256: string): string => {
    const { client_id = '' } = params();
    return idHash(client_id) === sha256 ? client_id : '';
  };

  const payloadOf = ({ person, client_sha256, resource, id, ...held }: Omit<Consent, 'used'>) => {
    const scope = scopeText(scopesOf(held));
    return { accountId: person, clientId: findClientId(client_sha256), grantId: id, resource, scope };
  };

  const finders: Readonly<Record<string, (id: string) => Promise<object | undefined>>> = {
    async Session(id) {
      const { person, session } = running()?.principal ?? {};
      const loginTs = Math.floor(Date.parse(session?.created_at ?? '') / 1000);
      return person && current('Session', id, { accountId: person.id, loginTs, uid: id });
    },
    async Client(id) {
      const isDocument = /^https:/i.test(id);
      // A code or a token is bound to the client's id, so its document need not be fetched again.
      if (isDocument && running() === undefined) return { client_id: id, redirect_uris: ['https://client.invalid/'] };
      const client = isDocument ? null : clients.find(id);
      return client === null || isBlocked(blocked, client) ? undefined : client;
    },
    async AuthorizationCode(text) {
      const code = await readCode(text);
      if (code === null) return undefined;
      const { consent, end: _, ...bound } = code;
      const consumed = await grants.isRedeemed(consent);
      return current('AuthorizationCode', text, { ...bound, ...payloadOf(consent), ...(consumed && { consumed }) });
    },
    async RefreshToken(text) {
      const refreshing = await grants.refreshTokens.recognise(text);
      if (refreshing === null) return undefined;
      const { grant, generation, fate } = refreshing;
      const consumed = fate === 'reused';
      const bound = { ...payloadOf(grant), rotations: generation, gty: 'authorization_code' };
      return current('RefreshToken', text, { ...bound, ...(consumed && { consumed }) });
    },
    async Grant(id) {
      const decision = running()?.decision;
      const decided = decision === 'denied' ? null : decision;
      const consent = decided ?? (await grants.find(id))?.grant ?? (await readCode(params().code))?.consent;
      if (consent?.id !== id) return undefined;
      const { person, client_sha256, resource } = consent;
      const resources = { [resource]: scopeText(scopesOf(consent)) };
      return current('Grant', id, { accountId: person, clientId: findClientId(client_sha256), resources });
    },
  };

  return (model: string) => ({
    find: async (id: string) => finders[model]?.(id),
    async consume(text: string) {
      const code = model === 'AuthorizationCode' ? await readCode(text) : null;
      const refreshing = model === 'RefreshToken' ? await grants.refreshTokens.recognise(text) : null;
      const isDone =
        (code !== null && (await grants.redeem(code.consent))) ||
        (refreshing !== null && (await grants.refreshTokens.rotate(refreshing.grant.id, refreshing.generation)));
      if (isDone) return;
      if (code !== null) await grants.end(code.consent.id, 'its code was used twice');
      throw new errors.InvalidGrant('it was used already');
    },
    async destroy(id: string) {
      if (model === 'Grant') await grants.end(id, 'by its client, or because a token was used twice');
    },
    async upsert() {},
    async revokeByGrantId() {},
    async findByUid() {},
  });
}

/** Makes the library's codes and tokens self-contained, so that nothing is stored. */
export function patchTokens(
  provider: Provider,
  grants: Grants,
  now: () => Date,
  running: () => AuthorizationRequest | undefined,
): void {
  const { AuthorizationCode, AccessToken, RefreshToken } = provider;
  AuthorizationCode.prototype.getValueAndPayload = async function getValueAndPayload() {
    const consent = running()?.decision;
    const { codeChallenge, codeChallengeMethod, redirectUri } = this;
    const end = now().getTime() + codeSeconds * 1000;
    return {
      value: (await grants.seals()).seal('code', { consent, codeChallenge, codeChallengeMethod, redirectUri, end }),
    };
  };
  AccessToken.prototype.getValueAndPayload = async function getValueAndPayload() {
    return { value: await grants.accessToken(this.grantId, this.aud ?? '', this.scope ?? '') };
  };
  RefreshToken.prototype.getValueAndPayload = async function getValueAndPayload() {
    return { value: await grants.refreshTokens.issue(this.grantId, this.rotations ?? 0) };
  };
}
