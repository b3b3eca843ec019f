import { isIP } from 'node:net';
import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from '@simplewebauthn/server';
import { isObject, parseJson } from '../lib/json.js';
import { type ErrorText, say } from '../lib/say.js';
import { type Challenges, challengeMinutes } from './challenges.js';
import type { PasskeyRecord, PersonRecord } from './records.js';

const timeout = challengeMinutes * 60_000;
const userVerification = 'required';

/** COSE numbers of Ed25519, ES256 and RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257];

/** Id of the relying party: the host name that passkeys belong to. */
const rpIdOf = (origin: string): string => new URL(origin).hostname;

/** Reason why an origin cannot have passkeys: it is an IP address (Web Authentication, section 5.1.3). `null` if it can. */
export function noPasskeysAt(origin: string): ErrorText | null {
  const host = rpIdOf(origin).replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return null;
  return say`Passkeys belong to a name, and ${host} is an IP address. Open the portal by its name: on this machine, localhost.`;
}

/** Purposes of challenges: one issued for a purpose is good for no other. */
export const addPurpose = ({ id }: PersonRecord): string => `add ${id}`;
export const signInPurpose = 'sign in';

/** Members of `PublicKeyCredentialRequestOptionsJSON`. */
export async function requestOptions(challenges: Challenges, origin: string): Promise<object> {
  return { challenge: await challenges.issue(signInPurpose), rpId: rpIdOf(origin), timeout, userVerification };
}

/**
 * Members of `PublicKeyCredentialCreationOptionsJSON`.
 *
 * @param existing passkeys of the person
 */
export async function creationOptions(
  challenges: Challenges,
  origin: string,
  person: PersonRecord,
  existing: readonly PasskeyRecord[],
): Promise<object> {
  return {
    challenge: await challenges.issue(addPurpose(person)),
    rp: { id: rpIdOf(origin), name: 'Brand Portal' },
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
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

/** Unverified credential of a browser, with the data to verify it; `null` if none answers a challenge for the purpose. */
export async function credentialIn<Response>(challenges: Challenges, text: string, purpose: string, origin: string) {
  const sent = parseObject(text);
  const { clientDataJSON } = isObject(sent?.response) ? sent.response : {};
  if (typeof sent?.id !== 'string' || typeof clientDataJSON !== 'string') return null;
  const expectedChallenge = parseObject(Buffer.from(clientDataJSON, 'base64url').toString())?.challenge;
  if (typeof expectedChallenge !== 'string') return null;
  const used = await challenges.check(expectedChallenge, purpose);
  if (used === null) return null;
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: rpIdOf(origin) };
  return { id: sent.id, used, options: { response: sent as Response, ...expected } };
}

/** The new passkey; `null` if it does not match its options. */
export async function verifyCreated(options: Created) {
  // Errors of the library are about the credential that was sent.
  const created = await registrationIn(options).catch(() => null);
  if (!created) return null;
  const { id: credential_id, publicKey, counter } = created.credential;
  const public_key = Buffer.from(publicKey).toString('base64url');
  return { credential_id, public_key, counter, backed_up: created.credentialBackedUp };
}

type Created = Omit<VerifyRegistrationResponseOpts, 'supportedAlgorithmIDs'>;

async function registrationIn(options: Created) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Buffer.from(options.response.response.attestationObject, 'base64url'));
  const format = attestation.get('fmt');
  const statement = attestation.get('attStmt');
  // Certificates are not asked for, and the library would look their revocation up at addresses that they name.
  if (format !== 'none' && (format !== 'packed' || statement.get('x5c') !== undefined)) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  return (await verifyRegistrationResponse({ ...options, supportedAlgorithmIDs: algorithms })).registrationInfo;
}

/** Data signed by the authenticator; `null` if another passkey signed. */
export async function verifySigned(
  options: Omit<VerifyAuthenticationResponseOpts, 'credential'>,
  { person, public_key, credential_id: id }: PasskeyRecord,
) {
  if (options.response.response.userHandle !== userHandle(person)) return null;
  const publicKey = new Uint8Array(Buffer.from(public_key, 'base64url'));
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  // The counter is compared in the commit that it is written with.
  const credential = { id, publicKey, counter: 0 };
  const verification = await verifyAuthenticationResponse({ ...options, credential }).catch(() => null);
  if (!verification?.verified) return null;
  const { newCounter: counter, credentialBackedUp: backed_up } = verification.authenticationInfo;
  return { counter, backed_up };
}
