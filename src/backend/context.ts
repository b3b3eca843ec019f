import { setTimeout as sleep } from 'node:timers/promises';
import type { ComponentChild } from 'preact';
import type { Catalog } from '../content/catalog/catalog.js';
import type { FilePointer } from '../content/files/pointer.js';
import type { StoredMedium } from '../content/media.js';
import { PortalError } from '../lib/errors.js';
import { authorize } from '../operations/engine/access.js';
import type { Actor } from '../operations/engine/actor.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import type { Call, Result } from '../operations/engine/execute.js';
import { onceKey } from '../operations/engine/idempotency.js';
import { replaceFile, uploadMedia } from '../operations/media-files.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role } from '../registry/records.js';
import type { Principal } from '../registry/sessions.js';
import type { Picture } from '../service/files/media-body.js';
import { type SentFile, storeFile } from '../service/files/media-files.js';
import type { Service } from '../service/service.js';
import type { IdentityProvider } from './identity-provider.js';

/** Fields by name, one value each. */
export type Fields = Readonly<Record<string, string>>;

export type Query = Readonly<Record<string, string | null | undefined>>;

export interface Context {
  readonly service: Service;
  readonly requestId: string;
  readonly params: Fields;
  readonly query: Fields;
  /** Empty for a GET. */
  readonly form: Fields;
  /** All fields of a form in order; names may repeat. */
  readonly sent: readonly (readonly [name: string, value: string])[];
  /** Form with files; `null`: of no other route. */
  readonly upload: Upload | null;
  /** Origin of the backend, such as `https://portal.example`. */
  readonly origin: string;
  /** Private hosts and subnets that webhooks may be sent to: `webhook_allow`. */
  readonly webhookAllow: readonly string[];
  /** Maker of sign-in links, as the configuration names it. */
  readonly contact: string | null;
  /** Provider that vouches for people; `null`: there is none. */
  readonly provider: IdentityProvider | null;
  /** Person of the session, as the registry is now; `null`: it has ended. */
  recognise(): Promise<Principal | null>;
  /** Value of a cookie of the backend; `null`: there is none. */
  cookie(name: string): string | null;
  /** Counts a sign-in that did not work. @throws `rate_limited` */
  countFailure(): Promise<void>;
}

/** A form with files that is read as it arrives: one file at a time, and nothing before the first is asked for. */
export interface Upload {
  /** Fields that have arrived: all that stand before the file. */
  fields(): Fields;
  readonly files: AsyncIterable<UploadedFile>;
}

export interface UploadedFile {
  /** As the browser calls it. */
  readonly name: string;
  readonly source: AsyncIterable<Uint8Array>;
}

export interface SignedInContext extends Context {
  readonly principal: Principal;
}

interface CallInput extends Partial<Pick<Input, 'params' | 'query' | 'body'>> {
  /** Precondition of a write. */
  readonly version?: string;
  /** One-time name of the form: sent again as it was, by a second click or after an answer that was lost, it is one write. */
  readonly once?: string | undefined;
}

/** A write that is sent twice waits for the first for five seconds. */
const maxTries = 50;

/** A request for something in a brand. */
export type BrandContext = ReturnType<typeof inBrand>;

export function inBrand(context: SignedInContext, brand: BrandRecord, role: Role) {
  const { service, requestId, params, principal } = context;
  const { slug, modules, created_at: registeredAt } = brand;
  const { id, name } = principal.person;
  const actor: Actor = { kind: 'person', id, name, role, rights: role === 'viewer' ? ['read'] : ['read', 'write'] };

  const callOf = (version: string | undefined): Call => {
    const precondition = version === undefined ? null : { versions: [version] };
    return { slug, actor, via: 'backend', requestId, precondition, modules, registeredAt };
  };

  /** For a request that takes long. @throws `forbidden` when the session, the role or the brand has ended since it began */
  async function requireStill(): Promise<void> {
    const now = await context.recognise();
    const found = now?.brands.find((one) => one.slug === slug);
    const has = now && found?.created_at === registeredAt ? roleIn(now.person, slug) : null;
    if (has !== null && isAtLeast(has, role)) return;
    throw new PortalError(
      'forbidden',
      'Your session, your role or the brand ended meanwhile. Nothing more was stored.',
    );
  }

  /** Stores a file as this person. @throws PortalError */
  function store(source: AsyncIterable<Uint8Array>, sent: SentFile, version?: string): Promise<Result<StoredMedium>> {
    authorize(sent.replaces === undefined ? uploadMedia : replaceFile, actor, brand);
    return storeFile(service, callOf(version), source, sent, requireStill);
  }

  /** Runs an operation as this person, on what the address names. @throws PortalError */
  async function perform<Value>(
    operation: Operation<Value>,
    { version, once, ...input }: CallInput = {},
  ): Promise<Result<Value>> {
    const call: Call = { ...callOf(version), idempotencyKey: once && onceKey(once, input) };
    for (let tries = 1; ; tries += 1) {
      try {
        return await service.run(operation, call, { ...noInput, params, ...input });
      } catch (error) {
        // The first click is still at work.
        if (!(error instanceof PortalError) || error.code !== 'conflict' || tries === maxTries) throw error;
        await sleep(100);
      }
    }
  }

  return {
    ...context,
    brand,
    slug,
    actor,
    acting: { by: { ...principal.person, session: principal.session.sha256 }, brand: slug },
    perform,
    store,
    requireStill,
    async read<Value>(operation: Operation<Value>, query: Input['query'] = {}): Promise<Value> {
      return (await perform(operation, { query })).value;
    },
    isAtLeast: (wanted: Role): boolean => isAtLeast(role, wanted),
    /** An address in this brand's part of the backend. */
    at: (path: string, query: Query = {}): string => address(`/backend/brands/${slug}${path}`, query),
    repository: () => service.openBrand(slug),
    async catalog(): Promise<Catalog> {
      return (await (await service.openBrand(slug)).read()).catalog;
    },
    /** Name of the brand; of one without readable settings, its name in addresses. */
    async brandName(): Promise<string> {
      return (await (await service.openBrand(slug)).read()).catalog.brand?.name || slug;
    },
    /** A commit of the brand's history by its full id; `null` for any other text. */
    async commitIn(text: string | undefined): Promise<string | null> {
      const commit = commitId(text);
      return commit !== null && (await (await service.openBrand(slug)).past.contains(commit)) ? commit : null;
    },
  };
}

/** Role of a person in a brand; an operator is an admin everywhere. `null`: the brand is not shown at all. */
export function roleIn({ operator, roles: given }: PersonRecord, slug: string): Role | null {
  return operator ? 'admin' : Object.hasOwn(given, slug) ? (given[slug] ?? null) : null;
}

/** The full id of a commit; `null` for any other text. */
export function commitId(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40}$/.test(text) ? text : null;
}

/** The part of a brand that an address names. */
export interface AddressedPart {
  readonly scope: Readonly<Partial<Record<'page' | 'section' | 'entry' | 'media' | 'color', string>>>;
  /** Path of its versions, below the brand's; empty for the whole brand. */
  readonly base: string;
  /** Path of the page that shows it as it is now. */
  readonly shownAt: string;
}

export function addressedPart({ page, section, entry, media, color }: Fields): AddressedPart {
  if (page !== undefined) return { scope: { page }, base: `/pages/${page}`, shownAt: `/pages/${page}` };
  if (section !== undefined) return { scope: { section }, base: `/language/${section}`, shownAt: '/language' };
  if (entry !== undefined) return { scope: { entry }, base: `/context/${entry}`, shownAt: '/context' };
  if (media !== undefined) return { scope: { media }, base: `/media/${media}`, shownAt: `/media/${media}` };
  if (color !== undefined) return { scope: { color }, base: `/colors/${color}`, shownAt: `/colors/${color}` };
  return { scope: {}, base: '', shownAt: '' };
}

/** A field that a form has to bring: one that is cut off, or of before an update, empties nothing. @throws `bad_request` */
export function fieldIn(form: Fields, field: string): string {
  const sent = form[field];
  if (sent !== undefined) return sent;
  throw new PortalError('bad_request', `The form lacks its field “${field}”. Open the page again.`);
}

/** A hidden field that a form has to bring. @throws `bad_request` when it is missing or blank */
export function preconditionIn({ form }: Pick<Context, 'form'>, field: 'version' | 'plan' | 'base' | 'once'): string {
  return fieldIn(form[field]?.trim() === '' ? {} : form, field);
}

/** Refusal of a form with an `action` that its page does not have. */
export const unknownAction = (): PortalError => new PortalError('bad_request', 'The form does not say what to do.');

/** A path with a query; empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Protection against open redirects: a path of the backend that fits into a cookie, or `null`. */
export function ownPath(text: string | undefined): string | null {
  const isOwn = text !== undefined && /^\/backend(?![^?]*\/\.\.)(?:\/[\w./~-]*)?(?:\?[\w=&%.+~-]*)?$/.test(text);
  return isOwn && text.length <= 1000 ? text : null;
}

export type Reply = PageReply | RedirectReply | TextReply | JsonReply | FileReply;

export interface PageReply {
  /** Default: the response's, 200. */
  readonly status?: number;
  readonly title: string;
  readonly body: ComponentChild;
  /** Whether it shows a secret: no cache may keep it. */
  readonly isSecret?: true;
  /** Whether a message was sent for it: it counts as a write. */
  readonly isCharged?: true;
  /** Address that the browser loads next, at once. */
  readonly refresh?: string;
  readonly cookie?: Cookie;
  /** Whether it shows a form that was sent with nothing in it that is not stored. */
  readonly isUnchanged?: boolean;
  /** It has a form for content, which a newer version does not replace: what saving does then, in words. */
  readonly isWriting?: string;
}

/** Plain text for the script of a page; empty: 204. */
interface TextReply {
  readonly text: string;
}

/** A file to save, or a picture of it. */
export interface FileReply {
  readonly file: FilePointer;
  readonly picture: Picture | null;
}

/** An answer for the script of a page. */
interface JsonReply {
  readonly json: object;
}

/** Redirect to a path of the backend, or to the identity provider (303). */
interface RedirectReply {
  readonly to: string;
  readonly cookie?: Cookie;
  /** A session to begin in this browser; `null`: it ends. */
  readonly session?: NewSession | null;
}

/** A cookie that an answer sets. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** 0: it is removed. */
  readonly seconds: number;
}

export interface NewSession {
  readonly token: string;
  readonly expires_at: string;
}
