import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { formsIn } from './form-fields.js';
import { message, postTo } from './mcp.js';
import type { TestPortal } from './portal.js';
import { addPerson, backendOrigin, WorkspaceClient, type WorkspaceReply, workspacePath } from './workspace.js';

export const callback = 'http://127.0.0.1:4999/callback';

/** Fields of the consent page as a person fills them in; left out: as the page proposes them. */
type Answer = Readonly<Record<string, string>>;

/** Metadata of a client that registers itself. */
export const metadata = { redirect_uris: [callback], client_name: 'Test agent' };

export async function register(
  portal: TestPortal,
  body: object = metadata,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${backendOrigin(portal)}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** The verifier of the example in RFC 7636, and its challenge. */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Parameters with which a client asks, if it is registered already or with what it registers. */
export async function asking(portal: TestPortal, changes: Readonly<Record<string, string | null>> = {}) {
  const { client_id } = 'client_id' in changes ? { client_id: '' } : (await register(portal)).body;
  const all = {
    ...{ response_type: 'code', client_id, redirect_uri: callback, scope: 'read write', state: 'a state' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${backendOrigin(portal)}/mcp` },
    ...changes,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return Object.fromEntries(given) as Record<string, string>;
}

/** Address at which a person answers what a client asks. */
export const askingPath = async (portal: TestPortal, changes: Readonly<Record<string, string | null>> = {}) =>
  `/authorize?${new URLSearchParams(await asking(portal, changes))}`;

/** Somebody with these roles, signed in. */
export const signedIn = async (portal: TestPortal, roles: Parameters<typeof addPerson>[2], isOperator = false) =>
  WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', roles, isOperator));

/** Another client, which has registered itself. @returns its id */
export const otherClient = async (portal: TestPortal): Promise<string> =>
  (await register(portal, { redirect_uris: [callback], client_name: 'Other' })).body.client_id;

/** A request of a client to the token endpoint, or to another one of OAuth. */
export async function post(portal: TestPortal, path: string, form: Readonly<Record<string, string>>) {
  const response = await fetch(`${backendOrigin(portal)}/oauth/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** Tokens of a client that a person has let in, step by step. */
export async function letIn(
  person: WorkspaceClient,
  { answer = {}, asks = {} }: { answer?: Answer; asks?: Readonly<Record<string, string | null>> } = {},
) {
  const { portal } = person;
  const asked = await asking(portal, asks);
  const back = await decide(person, `/authorize?${new URLSearchParams(asked)}`, answer);
  if (!(back instanceof URL)) throw new Error(`${back.status}: ${back.text.replaceAll(/<[^>]*>/g, ' ')}`);
  const redeeming = {
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', code_verifier: verifier },
    ...{ client_id: asked.client_id ?? '', redirect_uri: asked.redirect_uri ?? '', resource: asked.resource ?? '' },
  };
  const redeem = (changes: Readonly<Record<string, string>> = {}) =>
    post(portal, 'token', { ...redeeming, ...changes });
  const refresh = (refresh_token: string, changes: Readonly<Record<string, string>> = {}) =>
    post(portal, 'token', { grant_type: 'refresh_token', refresh_token, client_id: redeeming.client_id, ...changes });
  return { asked, back, redeem, refresh };
}

/** Status of a request for the tools of an endpoint. */
export async function statusAt(portal: TestPortal, token: string, path = '/mcp'): Promise<number> {
  const version = { 'MCP-Protocol-Version': '2025-11-25' };
  const response = await postTo(`${backendOrigin(portal)}${path}`, token, message('tools/list'), version);
  await response.text();
  return response.status;
}

/** Steps of a person in the browser at an address of authorization, or a path of it below the workspace. @returns the address to which the client is called back, or the page */
export async function decide(
  person: WorkspaceClient,
  address: URL | string,
  answer: Answer = {},
): Promise<URL | WorkspaceReply> {
  const path = typeof address === 'string' ? address : workspacePath(address.pathname) + address.search;
  const page = await person.get(path);
  const [form] = page.status === 200 ? formsIn(page.text, path).filter(({ at }) => at.startsWith('/authorize')) : [];
  if (form === undefined) return page.location === null ? page : new URL(page.location);
  const sent = await person.post(form.at, { ...firstOf(form.fields), ...answer });
  return sent.location === null ? sent : new URL(sent.location);
}

/** Fields by name; the first of several counts. */
export const firstOf = (fields: readonly (readonly [string, string])[]) => Object.fromEntries([...fields].reverse());

/** The official client, with what it keeps and a person who decides. */
export class TestAgent implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  information: OAuthClientInformationMixed | undefined;
  kept: OAuthTokens | undefined;
  asked: URL | undefined;
  #verifier = '';

  constructor(
    readonly portal: TestPortal,
    readonly path = '/mcp',
    readonly redirectUrl = callback,
    /** Address of the client's metadata document; left out: it registers itself. */
    documentAddress?: string,
  ) {
    if (documentAddress !== undefined) this.clientMetadataUrl = documentAddress;
  }

  get clientMetadata() {
    return { ...metadata, redirect_uris: [this.redirectUrl] };
  }
  clientInformation = () => this.information;
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens = () => this.kept;
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }
  invalidateCredentials(what: string): void {
    this.kept = undefined;
    if (what !== 'tokens') this.information = undefined;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  #discovery: OAuthDiscoveryState | undefined;
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  discoveryState = () => this.#discovery;
  state = () => 'state-of-this-test';

  get resource(): string {
    return `${backendOrigin(this.portal)}${this.path}`;
  }

  #transport() {
    return new StreamableHTTPClientTransport(new URL(this.resource), { authProvider: this });
  }

  /** Asks, lets the person decide, and connects. */
  async signIn(person: WorkspaceClient, answer: Answer = {}): Promise<Client> {
    await this.connect().then(
      () => Promise.reject(new Error('nobody was asked')),
      () => {},
    );
    return this.finish(person, answer);
  }

  /** Lets the person decide on what the client asks, and connects. */
  async finish(person: WorkspaceClient, answer: Answer = {}): Promise<Client> {
    if (this.asked === undefined) throw new Error('the client was led nowhere');
    const back = await decide(person, this.asked, answer);
    if (!(back instanceof URL)) throw new Error(`${back.status}: ${back.text.replaceAll(/<[^>]*>/g, ' ')}`);
    this.asked = undefined;
    await this.take(back.searchParams);
    return this.connect();
  }

  /** Takes what the client is called back with. */
  take(called: URLSearchParams): Promise<void> {
    return this.#transport().finishAuth(called);
  }

  /** Connects with the tokens that it has. */
  async connect(): Promise<Client> {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(this.#transport());
    return client;
  }
}
