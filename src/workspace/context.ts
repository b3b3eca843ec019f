import { setTimeout as sleep } from 'node:timers/promises';
import type { ComponentChild } from 'preact';
import type { Catalog } from '../content/catalog/catalog.js';
import type { FilePointer } from '../content/files/pointer.js';
import type { StoredMedium } from '../content/media.js';
import { PortalError } from '../lib/errors.js';
import type { AuthorizationServer } from '../oauth/authorization-server.js';
import { type Actor, authorize, needsReview } from '../operations/engine/access.js';
import { type Call, type Result, workFor } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { onceKey } from '../operations/engine/idempotency.js';
import type { ProposalName } from '../operations/engine/proposed-brand.js';
import { snapshotFor } from '../operations/engine/visitor.js';
import { replaceFile, uploadMedia } from '../operations/media-files.js';
import { type PortalContext, portalContextOf } from '../portal/context.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role, roleIn } from '../registry/records.js';
import type { Acting } from '../registry/rights.js';
import type { Principal } from '../registry/sessions.js';
import type { Picture } from '../service/files/media-body.js';
import { type SentFile, storeFile } from '../service/files/uploads.js';
import type { Service } from '../service/service.js';
import { brandWorkspace } from '../service/workspace-addresses.js';
import type { IdentityProvider } from './oidc-client.js';

/** Fields of a form, a query or a path by name, one value each. */
export type Fields = Readonly<Record<string, string>>;

/** Query of an address to be made; empty values are left out. */
export type Query = Readonly<Record<string, string | null | undefined>>;

/** Request to the workspace, with what its page may use. */
export interface Context {
  readonly service: Service;
  readonly requestId: string;
  readonly params: Fields;
  readonly query: Fields;
  /** Path and query, as they were sent. */
  readonly url: string;
  /** Empty for a GET. */
  readonly form: Fields;
  /** All fields of the form in order; names may repeat. */
  readonly formEntries: readonly (readonly [name: string, value: string])[];
  /** Form with files; `null` if the route takes none. */
  readonly upload: Upload | null;
  /** Origin of the workspace, such as `https://portal.example`. */
  readonly origin: string;
  /** Private hosts and subnets that webhooks may be sent to, from `webhook_allow`. */
  readonly webhookAllow: readonly string[];
  /** Name of the person who makes sign-in links, from `backend_contact`; `null` if it is not set. */
  readonly contact: string | null;
  /** OAuth for agents. */
  readonly oauth: AuthorizationServer;
  /** Provider that vouches for people; `null` if there is none. */
  readonly provider: IdentityProvider | null;
  /** Person of the session, as the registry is now; `null` if it has ended. */
  recognise(): Promise<Principal | null>;
  /** Value of a cookie of the workspace; `null` if there is none, or several. */
  cookie(name: string): string | null;
  /**
   * Counts a sign-in that did not work.
   *
   * @throws `rate_limited`
   */
  countFailure(): Promise<void>;
}

/**
 * Form with files. It is read as it arrives, one file at a time. Nothing is read before the first file is asked for.
 */
export interface Upload {
  /** Fields that have arrived. They include all fields before the current file. */
  fields(): Fields;
  readonly files: AsyncIterable<UploadedFile>;
}

export interface UploadedFile {
  /** Name of the file on the sender's device. */
  readonly name: string;
  readonly source: AsyncIterable<Uint8Array>;
}

/** Request of a person who is signed in. */
export interface SignedInContext extends Context {
  readonly principal: Principal;
}

/** Input of an operation. Default: the params of the address, without query or body. */
export interface CallInput extends Partial<Pick<Input, 'params' | 'query' | 'body'>> {
  /** Precondition of a write: tag of the version that it changes. */
  readonly version?: string;
  /** One-time name of the form. A form that is sent twice, by a second click or after a lost response, is one write. */
  readonly once?: string | undefined;
  /** Proposal that a write goes into. Default: none, it is live. */
  readonly proposal?: ProposalName | undefined;
}

/** A form that was sent twice waits for its first write at most five seconds. */
const maxTries = 50;
const retryMs = 100;

/** Person of a session as the actor of operations on a brand. */
export function actorOf({ id, name }: PersonRecord, role: Role): Actor {
  return { kind: 'person', id, name, role, rights: role === 'viewer' ? ['read'] : ['read', 'write'] };
}

/** Request of an editor, or of someone with a higher role, for something in a brand. */
export type BrandContext = ReturnType<typeof brandContextOf>;

export function brandContextOf(context: SignedInContext, brand: BrandRecord, role: Role) {
  const { service, requestId, params, principal } = context;
  const { slug, modules, created_at: registeredAt } = brand;
  const actor = actorOf(principal.person, role);

  const snapshot = async () => {
    const opened = await service.openBrand(slug);
    return snapshotFor(actor, await opened.read(), opened.past);
  };

  const callOf = (version: string | undefined): Call => {
    const precondition = version === undefined ? null : { versions: [version] };
    return { slug, actor, via: 'backend', requestId, precondition, modules, registeredAt };
  };

  /**
   * Checks access again, in a long request.
   *
   * @throws `forbidden` if the session, role or brand has ended since
   */
  async function recheckAccess(): Promise<void> {
    const current = await context.recognise();
    const isSameBrand = current?.brands.find((candidate) => candidate.slug === slug)?.created_at === registeredAt;
    const currentRole = current !== null && isSameBrand ? roleIn(current.person, slug) : null;
    if (currentRole !== null && isAtLeast(currentRole, role)) return;
    throw new PortalError(
      'forbidden',
      'Your session, your role or the brand ended meanwhile. Nothing more was stored.',
    );
  }

  /**
   * Stores a new medium, or the new file of one, as this person.
   *
   * @throws PortalError
   */
  function store(
    source: AsyncIterable<Uint8Array>,
    sent: SentFile,
    { version, proposal }: Pick<CallInput, 'version' | 'proposal'>,
  ): Promise<Result<StoredMedium>> {
    authorize(sent.replaces === undefined ? uploadMedia : replaceFile, actor, brand, proposal !== undefined);
    return storeFile(service, { ...callOf(version), proposal }, source, sent, recheckAccess);
  }

  /**
   * Runs an operation as this person.
   *
   * @throws PortalError
   */
  async function perform<Value>(
    operation: Operation<Value>,
    { version, once, proposal, ...input }: CallInput = {},
  ): Promise<Result<Value>> {
    const call: Call = { ...callOf(version), proposal, idempotencyKey: once && onceKey(once, input) };
    for (let tries = 1; ; tries += 1) {
      try {
        return await service.run(operation, call, { ...noInput, params, ...input });
      } catch (error) {
        const isFirstWriteRunning = error instanceof PortalError && error.code === 'conflict';
        if (!isFirstWriteRunning || tries === maxTries) throw error;
        await sleep(retryMs);
      }
    }
  }

  return {
    ...context,
    brand,
    slug,
    actor,
    perform,
    store,
    recheckAccess,
    async read<Value>(operation: Operation<Value>, query: Input['query'] = {}): Promise<Value> {
      return (await perform(operation, { query })).value;
    },
    /** Whether the person has this role in the brand, or a higher one. */
    isAtLeast: (wanted: Role): boolean => isAtLeast(role, wanted),
    /** Whether a write of this person has to go into a proposal. */
    needsReview: (write: Operation): boolean => needsReview(write, actor, brand),
    /**
     * Address of something of this brand.
     *
     * @param path path of the portal if it is `/` or begins with `/-/`, else of the workspace
     */
    href: (path: string, query: Query = {}): string =>
      address((/^\/(?:-\/|$)/.test(path) ? `/brands/${slug}` : brandWorkspace(slug)) + path, query),
    repository: () => service.openBrand(slug),
    /** Work for this person. */
    work: workFor(service, { slug, actor }),
    /** The brand at its newest commit. */
    snapshot,
    /** The brand's portal, as this person reads it. */
    portal(): Promise<PortalContext> {
      const reader = { actor, person: principal.person, base: `/brands/${slug}`, workspaceOrigin: null };
      const asked = { service, requestId, brand, params, query: context.query, signInHref: '' };
      return portalContextOf(asked, { ...reader, origin: context.origin });
    },
    catalog: async (): Promise<Catalog> => (await snapshot()).catalog,
    /** Display name of the brand. If its settings cannot be read, its name in addresses. */
    brandName: async (): Promise<string> => (await snapshot()).catalog.brand?.name || slug,
    /** Full id of a commit in the brand's history; `null` for any other text. */
    async commitIn(text: string | undefined): Promise<string | null> {
      const commit = commitId(text);
      return commit !== null && (await (await service.openBrand(slug)).past.contains(commit)) ? commit : null;
    },
  };
}

/** Required field of a form: the `version` of what it changes, or its one-time name, `once`. */
export type Guard = 'version' | 'once';

/**
 * Actor and precondition of a registry change by a form.
 *
 * @throws `bad_request` without one of the guards
 */
export function actingIn(context: SignedInContext, brand: string, ...guards: Guard[]): Acting {
  const { person, session } = context.principal;
  for (const guard of guards) requiredField(context, guard);
  return {
    id: person.id,
    name: person.name,
    session: session.sha256,
    brand,
    version: guards.includes('version') ? context.form.version : undefined,
    form: guards.includes('once') ? JSON.stringify([context.params, context.formEntries]) : undefined,
  };
}

/** Path of a brand for a person: the workspace, or for viewers the portal. */
export const homeOf = (person: PersonRecord, slug: string): string =>
  roleIn(person, slug) === 'viewer' ? `/brands/${slug}/` : brandWorkspace(slug);

/** Full id of a commit, known to the brand or not; `null` for any other text. */
export function commitId(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40}$/.test(text) ? text : null;
}

/** Part of a brand that an address names: one page, section, fact, medium or colour, or the whole brand. */
export interface AddressedPart {
  readonly scope: Readonly<Partial<Record<'page' | 'section' | 'entry' | 'media' | 'color', string>>>;
  /** Path of its versions, below the brand's; empty for the whole brand. */
  readonly base: string;
  /** Path of the page that shows its newest version, as `href` takes it. */
  readonly shownAt: string;
}

export function addressedPart({ page, section, entry, media, color }: Fields): AddressedPart {
  if (page !== undefined) return { scope: { page }, base: `/pages/${page}`, shownAt: `/-/page/${page}` };
  if (section !== undefined) return { scope: { section }, base: `/language/${section}`, shownAt: '/language' };
  if (entry !== undefined) return { scope: { entry }, base: `/context/${entry}`, shownAt: `/context/${entry}/edit` };
  if (media !== undefined) return { scope: { media }, base: `/media/${media}`, shownAt: `/media/${media}` };
  if (color !== undefined) return { scope: { color }, base: `/colors/${color}`, shownAt: `/colors/${color}` };
  return { scope: {}, base: '', shownAt: '' };
}

/**
 * Value of a field that the form must have, blank or not. Otherwise a form that was cut off, or that was made before an
 * update, would empty the field.
 *
 * @throws `bad_request` without the field
 */
export function sentField(form: Fields, field: string): string {
  const value = form[field];
  if (value !== undefined) return value;
  throw lacksField(field);
}

/**
 * Value of a hidden field that the form must have.
 *
 * @throws `bad_request` if the field is missing or blank
 */
export function requiredField({ form }: Pick<Context, 'form'>, field: string): string {
  const value = sentField(form, field);
  if (value.trim() !== '') return value;
  throw lacksField(field);
}

const lacksField = (field: string): PortalError =>
  new PortalError('bad_request', `The form lacks its field “${field}”. Open the page again.`);

/** Error for a form with an `action` that its page does not have. */
export const unknownAction = (): PortalError => new PortalError('bad_request', 'The form does not say what to do.');

/** A path with a query, added to its own; empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const filled = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  if (filled.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(filled)}`;
}

/** A path with a query in the spelling that `workspacePath` takes. */
export function spelled(url: string): string {
  const [path, query] = url.split(/\?(.*)/s, 2);
  return query === undefined ? url : `${path}?${new URLSearchParams(query)}`.replaceAll('*', '%2A');
}

/**
 * Path of the workspace or of a portal, which fits into a cookie. Any other text gives `null`, so that no redirect leads to
 * another site.
 */
export function workspacePath(text: string | undefined): string | null {
  const isPath =
    text !== undefined &&
    /^\/(?:backend|brands|-\/workspace)(?![^?]*\/\.\.)(?:\/[\w./~-]*)?(?:\?[\w=&%.+~-]*)?$/.test(text);
  return isPath && text.length <= 2500 ? text : null;
}

/** Result of a handler, before it is written as HTTP. */
export type Reply = PageReply | RedirectReply | TextReply | JsonReply | FileReply;

export interface PageReply {
  /** HTTP status; default: 200. */
  readonly status?: number;
  readonly title: string;
  readonly body: ComponentChild;
  /** Whether people without a session see the page in the whole window. */
  readonly isDoor?: true;
  /** Whether its table takes the width of the window. */
  readonly isWide?: true;
  /** Whether the page shows a secret, which no cache may keep. */
  readonly isSecret?: true;
  /** Whether a request was sent to another server for the page. Such a page counts as a write. */
  readonly isCharged?: true;
  /** Address to which the browser goes immediately. */
  readonly refresh?: string;
  /** Address that the browser asks for by itself after a pause. */
  readonly again?: string | undefined;
  readonly cookie?: Cookie;
  /** Origin or scheme to which the response to its form leads. Default: pages of the backend. */
  readonly formTarget?: string;
}

/** Plain text for the script of a page. An empty text is sent as 204. */
interface TextReply {
  readonly text: string;
  /** Name of the file, if it is a table to be saved. */
  readonly csv?: string;
}

/** A file to save, or a picture of it. */
export interface FileReply {
  readonly file: FilePointer;
  /** `null` for the file itself. */
  readonly picture: Picture | null;
}

/** JSON for the script of a page. */
interface JsonReply {
  readonly json: object;
}

/** Redirect to a path, or to the identity provider (303). */
interface RedirectReply {
  readonly to: string;
  readonly cookie?: Cookie;
  /** Session to begin in this browser; `null` to end its session. */
  readonly session?: NewSession | null;
}

/** A cookie that a response sets. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** Life of the cookie; 0 removes it. */
  readonly seconds: number;
}

/** Token and expiry of a session, as its cookie has them. */
export interface NewSession {
  readonly token: string;
  readonly expires_at: string;
}
