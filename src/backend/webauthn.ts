import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifyRegistrationResponseOpts,
} from '@simplewebauthn/server';
import { PortalError } from '../lib/errors.js';
import { isObject } from '../lib/json.js';
import { challengeMinutes } from '../registry/challenges.js';
import type { PersonRecord } from '../registry/records.js';
import type { SignedIn } from '../registry/sessions.js';
import type { Context, SignedInContext } from './context.js';

const timeout = challengeMinutes * 60_000;
const userVerification = 'required';

/** COSE numbers of Ed25519, ES256 and RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257];

/** Id of the relying party: the host name that passkeys belong to. */
const rpIdOf = ({ origin }: Context): string => new URL(origin).hostname;

/** Reason why passkeys cannot be used, such as at an IP address (Web Authentication, section 5.1.3); `null`: they can. */
export function noPasskeysReason(context: Context): string | null {
  if (context.provider?.settings.only) return `People sign in here only with ${context.provider.name}.`;
  const host = rpIdOf(context).replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return null;
  return `Passkeys belong to a name, and ${host} is an IP address. Open the portal by its name: on this machine, localhost.`;
}

/** Purposes of challenges: one issued for a purpose is good for no other. */
const addPurpose = ({ id }: PersonRecord): string => `add ${id}`;
const signInPurpose = 'sign in';

/** Members of `PublicKeyCredentialRequestOptionsJSON`. */
export async function requestOptions(context: Context): Promise<object> {
  const challenge = await context.service.challenges.issue(signInPurpose);
  return { challenge, rpId: rpIdOf(context), timeout, userVerification };
}

/** Members of `PublicKeyCredentialCreationOptionsJSON`. */
export async function creationOptions(context: SignedInContext): Promise<object> {
  const { person } = context.principal;
  const { passkeys } = context.service;
  const existing = await passkeys.list(person.id);
  return {
    challenge: await context.service.challenges.issue(addPurpose(person)),
    rp: { id: rpIdOf(context), name: 'Brand Portal' },
    user: { id: userHandle(person.id), name: person.name, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: existing.map(({ credential_id: id }) => ({ type: 'public-key', id })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification },
    attestation: 'none',
    timeout,
  };
}

/** Id of a person as authenticators keep it. */
const userHandle = (person: string): string => Buffer.from(person).toString('base64url');

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Credential in a form, not verified yet, with what verifying it takes; `null`: there is none that answers a challenge for the purpose. */
async function credentialIn<Credential>(context: Context, purpose: string) {
  const sent = parseObject(context.form.response ?? '');
  const { clientDataJSON } = isObject(sent?.response) ? sent.response : {};
  if (typeof sent?.id !== 'string' || typeof clientDataJSON !== 'string') return null;
  const expectedChallenge = parseObject(Buffer.from(clientDataJSON, 'base64url').toString())?.challenge;
  if (typeof expectedChallenge !== 'string') return null;
  const used = await context.service.challenges.check(expectedChallenge, purpose);
  if (used === null) return null;
  const expected = { expectedChallenge, expectedOrigin: context.origin, expectedRPID: rpIdOf(context) };
  return { id: sent.id, used, options: { response: sent as Credential, ...expected } };
}

/** Adds the passkey that the browser has made. @throws `invalid` for one that does not fit the options it was made by */
export async function addPasskey(context: SignedInContext): Promise<void> {
  const { service, principal, form } = context;
  const reason = noPasskeysReason(context);
  if (reason !== null) throw new PortalError('invalid', reason);
  const sent = await credentialIn<RegistrationResponseJSON>(context, addPurpose(principal.person));
  // Errors of the library are about the credential that was sent.
  const created = sent === null ? null : await verifyCreated(sent.options).catch(() => null);
  if (sent === null || !created) {
    throw new PortalError(
      'invalid',
      'The browser did not send a passkey for this page, or it took too long. Try again.',
    );
  }
  const { id: credential_id, publicKey, counter } = created.credential;
  const public_key = Buffer.from(publicKey).toString('base64url');
  const passkey = { credential_id, public_key, counter, backed_up: created.credentialBackedUp, name: form.name ?? '' };
  await service.passkeys.add(principal, passkey, sent.used);
}

async function verifyCreated(options: Omit<VerifyRegistrationResponseOpts, 'supportedAlgorithmIDs'>) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Buffer.from(options.response.response.attestationObject, 'base64url'));
  const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
  // Certificates are not asked for, and the library would look their revocation up at addresses that they name.
  if (format !== 'none' && (format !== 'packed' || statement.get('x5c') !== undefined)) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  return (await verifyRegistrationResponse({ ...options, supportedAlgorithmIDs: algorithms })).registrationInfo;
}

/** @returns `null` when the passkey lets no one in */
export async function signInWithPasskey(context: Context): Promise<SignedIn | null> {
  const { passkeys } = context.service;
  if (noPasskeysReason(context) !== null) return null;
  const sent = await credentialIn<AuthenticationResponseJSON>(context, signInPurpose);
  const passkey = sent === null ? null : await passkeys.find(sent.id);
  if (sent === null || passkey === null) return null;
  if (sent.options.response.response.userHandle !== userHandle(passkey.person)) return null;
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'));
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  // The counter is compared in the commit that it is written with.
  const credential = { id: sent.id, publicKey, counter: 0 };
  const verification = await verifyAuthenticationResponse({ ...sent.options, credential }).catch(() => null);
  if (!verification?.verified) return null;
  const { newCounter: counter, credentialBackedUp: backed_up } = verification.authenticationInfo;
  return passkeys.signIn(passkey.sha256, { counter, backed_up }, sent.used);
}
