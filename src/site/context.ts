import { setTimeout as sleep } from 'node:timers/promises';
import { newPlace } from '../content/brand.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import type { FilePointer } from '../content/files/pointer.js';
import { languageOf } from '../content/language-tags.js';
import { translatedCatalog } from '../content/translations/translated-catalog.js';
import { nextBoundary, secondsUntil } from '../content/validity.js';
import type { Visitor } from '../content/visitors.js';
import { PortalError } from '../lib/errors.js';
import type { AuthorizationServer } from '../oauth/authorization-server.js';
import { addFont } from '../operations/add-font.js';
import { type Actor, authorize, needsReview, personActor } from '../operations/engine/access.js';
import { type Call, type Result, workFor } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { onceKey } from '../operations/engine/idempotency.js';
import type { ProposalName } from '../operations/engine/target.js';
import { snapshotFor, visitorOf } from '../operations/engine/visitor.js';
import { replaceFile, uploadMedia } from '../operations/media-files.js';
import { previewProposal } from '../operations/proposals/preview.js';
import { noAddresses } from '../registry/file-address.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role, roleIn } from '../registry/records.js';
import type { Principal } from '../registry/sessions.js';
import { ownerOf } from '../service/address-owner.js';
import { readFont, storeFont } from '../service/files/fonts.js';
import type { Picture } from '../service/files/media-body.js';
import { type SentFile, type StoredResult, storeFile } from '../service/files/uploads.js';
import type { Service } from '../service/service.js';
import { brandWorkspace } from '../service/workspace-addresses.js';
import { address, commitId, type Fields, isInLanguages, type Query } from './addresses.js';
import { fileHref, fileQuery } from './file-href.js';
import { type Lang, langOf } from './frame/language.js';
import { catalogIn, type InLanguage, isWrittenIn, languagesIn } from './languages.js';
import type { IdentityProvider } from './manage/parts/oidc-client.js';
import { MeanColors } from './mean-colors.js';
import { pagesBySlug } from './pages-by-slug.js';

/** Request to the site. */
export interface Asked {
  readonly service: Service;
  readonly requestId: string;
  readonly params: Fields;
  readonly query: Fields;
}

/** Request of anyone to a page that belongs to no brand, or takes a form. */
export interface Context extends Asked {
  /** Path and query, as they were sent. */
  readonly url: string;
  /** Empty for a GET. */
  readonly form: Fields;
  /** All fields of the form in order; names may repeat. */
  readonly formEntries: readonly (readonly [name: string, value: string])[];
  /** Form with files; `null` if the route takes none. */
  readonly upload: Upload | null;
  /** Origin where people sign in and work, such as `https://portal.example`. */
  readonly origin: string;
  /** Private hosts and subnets that webhooks may be sent to, from `webhook_allow`, and the start of links in chats. */
  readonly webhookTargets: { readonly allow: readonly string[]; readonly origin: string | null };
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

/** Reader of a request, with the host and path by which it reached the portal. */
export interface Reader {
  /** A guest, or a person with a role in the brand. */
  readonly actor: Actor;
  /** `null` for a guest. */
  readonly person: PersonRecord | null;
  /** Whether the person has signed in by a link, and can add a passkey. */
  readonly isOfferedPasskey?: boolean;
  /** Path of the portal without a slash at its end: empty on the brand's own host. */
  readonly base: string;
  /** Origin of this portal, as the configuration has it, such as `https://brand.example`. */
  readonly origin: string;
  /** Origin where people sign in and work; `null` if it is that of this portal. */
  readonly workspaceOrigin: string | null;
}

interface AskedOfBrand extends Asked {
  /** Address of the form to sign in, which leads back to what is asked for. */
  readonly signInHref: string;
  readonly brand: BrandRecord;
  /** First part of the address, which may be that of a language. Without it, as in the workspace, the content is the source. */
  readonly languagePart?: string;
  /** Path below the language. */
  readonly place?: string;
  /** Keys of providers of embedded content that are switched off. Absent, as in the workspace: there are links in place of frames. */
  readonly embedsOff?: readonly string[];
}

/** Input of an operation. Default: the params of the address, without query or body. */
export interface CallInput extends Partial<Pick<Input, 'params' | 'query' | 'body' | 'form'>> {
  /** Precondition of a write: tag of the version that it changes. */
  readonly version?: string | undefined;
  /** One-time name of the form. A form that is sent twice, by a second click or after a lost response, is one write. */
  readonly once?: string | undefined;
  /** Proposal that a write goes into. Default: none, it is live. */
  readonly proposal?: ProposalName | undefined;
}

/** A form that was sent twice waits for its first write at most five seconds. */
const maxTries = 50;
const retryMs = 100;

/** Request in a brand: the content that the reader may see, and its addresses. */
export type BrandContext = Awaited<ReturnType<typeof brandContextOf>>;

/** @throws `unavailable` when the brand cannot be read */
export async function brandContextOf(request: AskedOfBrand, reader: Reader) {
  const { service, requestId, params, brand } = request;
  const { slug, modules, created_at: registeredAt } = brand;
  const { actor, base } = reader;
  const visitor: Visitor | null = visitorOf(actor);
  const preview = visitor?.preview;

  const callOf = ({ version, proposal }: Pick<CallInput, 'version' | 'proposal'>): Call => {
    const precondition = version === undefined ? null : { versions: [version] };
    return { slug, actor, via: 'backend', requestId, precondition, modules, registeredAt, proposal };
  };

  /**
   * Runs an operation as the reader.
   *
   * @throws PortalError
   */
  async function perform<Value>(
    operation: Operation<Value>,
    { version, once, proposal = preview?.proposal, ...input }: CallInput = {},
  ): Promise<Result<Value>> {
    const call = { ...callOf({ version, proposal }), idempotencyKey: once && onceKey(once, input) };
    for (let tries = 1; ; tries += 1) {
      try {
        return await service.run(operation, call, { ...noInput, params, ...input });
      } catch (error) {
        const isFirstWriteRunning = once && error instanceof PortalError && error.code === 'conflict';
        if (!isFirstWriteRunning || tries === maxTries) throw error;
        await sleep(retryMs);
      }
    }
  }

  const repository = () => service.openBrand(slug);
  /** The brand at its newest commit, as the reader may see it. */
  const newest = async () => (await readNewest()).snapshot;
  const readNewest = async () => {
    const opened = await service.brands.get(slug);
    const stored = await opened.read();
    const now = service.clock();
    return { snapshot: snapshotFor(actor, stored, opened.past, now), boundary: nextBoundary(stored.catalog, now) };
  };
  const { snapshot, boundary } =
    preview === undefined ? await readNewest() : { snapshot: (await perform(previewProposal)).value, boundary: null };
  const source = snapshot.catalog;
  const languages = languagesIn(source);
  const [own] = languages;
  const language =
    request.languagePart === undefined || own === undefined
      ? null
      : (languages.slice(1).find((tag) => tag === request.languagePart) ?? own);
  const catalog = language === null ? source : catalogIn(source, language);
  /** Path of the portal in a language. */
  const baseIn = (tag: string | null): string => (tag === null || tag === own ? base : `${base}/${tag}`);
  const pageHrefIn = (tag: string | null, slug: string): string => {
    const path = `/${encodeURIComponent(slug)}`;
    const start = baseIn(tag);
    const isTaken = start === '' && ownerOf(path, true) !== 'portal';
    return isTaken ? `/-/page/${pagesBySlug(tag === language ? catalog : source).get(slug)?.id}` : start + path;
  };
  const placeIn = (tag: string | null, path: string): string =>
    path === '/' && baseIn(tag) !== base ? baseIn(tag) : baseIn(tag) + path;
  // Whoever may see a file only here gets no address that works elsewhere.
  const isOpen =
    brand.portal === 'public' && visitor !== null && actor.kind === 'guest' && !visitor.internal && !preview;
  const addresses = isOpen && catalog.files.size > 0 ? await service.addresses.ofBrand(slug) : noAddresses;
  /** Public address of a file; `null` if this reader gets it only in this portal. */
  const publicHref = (id: number, { sha256, name }: FilePointer): string | null =>
    isOpen ? addresses.of({ id, sha256, name }) : null;
  return {
    ...request,
    ...reader,
    slug,
    /** Everything that this reader may see, as the request began, in the language of the address. */
    catalog,
    /** Content without translations. */
    source,
    /** Origins that the page may show in frames, as its blocks are drawn. */
    frames: new Set<string>(),
    /** Mean colours of the pictures that the page shows, as they are drawn. */
    means: new MeanColors(service, slug, request.languagePart === undefined ? null : catalog.portal),
    /** Language of the address; `null` for a brand with only its own, and outside the portal. */
    language,
    /** Languages that this reader may choose. */
    languages,
    /** Address of the place in each language of the portal; of the home, where the place is only in one. */
    placeInLanguages: (): readonly InLanguage[] => {
      const path = request.place ?? '/';
      const place = address(isInLanguages(path) ? path : '/', { q: request.query.q });
      return languages.map((tag) => {
        const isWritten = tag === own || (source.translations.get(tag)?.pages.size ?? 0) > 0;
        return { tag, href: placeIn(tag, place), isWritten, isOriginal: tag === own };
      });
    },
    /** A page in each language of the portal. */
    pageInLanguages: ({ id }: Pick<PageRecord, 'id'>): readonly InLanguage[] => {
      const record = source.pages.get(id);
      if (record === undefined) return [];
      return languages.map((tag) => {
        const isOriginal = tag === languageOf(source, record);
        const slug = (isOriginal ? null : source.translations.get(tag)?.pages.get(id)?.slug) ?? record.slug;
        return { tag, href: pageHrefIn(tag, slug), isWritten: isWrittenIn(source, record, tag), isOriginal };
      });
    },
    /** Commit of the content. It reveals what visitors do not see: never show it to them. */
    commit: snapshot.commit,
    newest,
    /** For how many seconds, at most, a cache may keep what shows media: until one begins or ends to be valid. */
    cacheSeconds: (most: number): number => secondsUntil(boundary, service.clock(), most),
    /** Class of the reader; `null` for editors and admins, who see everything. */
    visitor,
    /** Display name of the brand. */
    name: catalog.brand?.name ?? slug,
    /** `lang` of the texts of a page, or of those of the brand. */
    lang: (page?: { readonly language: string | null }): Lang => langOf(languageOf(catalog, page)),
    /** `lang` of a text of the portal by its path, or of a record, that is not in the language of the address. */
    langOfText(path: string): Lang {
      const found = language === null ? undefined : translatedCatalog(source, language).around.get(path);
      return found === undefined || found === language ? {} : { lang: found };
    },
    /** `lang` of texts of the brand that are not translated. */
    sourceLang: (): Lang => langOf(languageOf(source)),
    langOfRecord(kind: 'color' | 'media' | 'entry', id: number | string): Lang {
      const isOwn = language === null || !translatedCatalog(source, language).untranslated[kind].has(id);
      return isOwn ? {} : { lang: languageOf(source) };
    },
    /** Time zone in which readers see days. */
    zone: catalog.brand?.time_zone ?? newPlace.time_zone,
    /**
     * Address in this brand.
     *
     * @param path of the portal if it is `/` or begins with `/-/`, else of the workspace
     */
    href: (path: string, query: Query = {}): string =>
      address(
        /^\/(?:-\/|$)/.test(path)
          ? placeIn(isInLanguages(path) ? language : null, path)
          : (reader.workspaceOrigin ?? '') + brandWorkspace(slug) + path,
        query,
      ),
    /**
     * Address of a document of this portal for programs.
     *
     * @param name such as `llms.txt`
     */
    documentHref: (name: string): string => `${baseIn(language)}/${name}`,
    /** Address of a page of this portal by its slug in the language of the address. */
    pageHref: (slug: string): string => pageHrefIn(language, slug),
    /** The page with a slug of the source, as content names it. */
    pageNamed: (slug: string): PageRecord | undefined => catalog.pages.get(pagesBySlug(source).get(slug)?.id ?? 0),
    /** Address from which a file is saved. It stays the same when the file is replaced. */
    downloadHref(id: number, { name }: Pick<FilePointer, 'name'>, picture: Picture | null = null): string {
      return fileHref(base, id, name, picture, true);
    },
    /** Address of a ZIP with all downloads of a page, or of a block of it. */
    zipHref: (page: number, block = ''): string => address(`${base}/-/zip/${page}`, { block }),
    publicHref,
    /** Whether everyone may have what this reader gets. */
    isOpen,
    /** Address of a file, or of a picture of it, that a page shows: immutable where everyone may have it. */
    shownHref(id: number, file: FilePointer, picture: Picture | null = null): string {
      const query = fileQuery(picture, false);
      return (publicHref(id, file) ?? `${base}/-/files/${id}/${file.name}`) + query;
    },
    repository,
    /** Full id of a commit in the brand's history; `null` for any other text. */
    async commitIn(text: string | undefined): Promise<string | null> {
      const commit = commitId(text);
      return commit !== null && (await (await repository()).past.contains(commit)) ? commit : null;
    },
    callOf,
    perform,
    async read<Value>(operation: Operation<Value>, query: Input['query'] = {}): Promise<Value> {
      return (await perform(operation, { query })).value;
    },
  };
}

/** Request of an editor, or of someone with a higher role, who works on a brand. */
export type WorkContext = Awaited<ReturnType<typeof workContextOf>>;

/** @throws `unavailable` when the brand cannot be read */
export async function workContextOf(context: SignedInContext, brand: BrandRecord, role: Role) {
  const { service, principal, origin } = context;
  const { slug } = brand;
  const actor = personActor(principal.person, role, slug);
  const reader = { actor, person: principal.person, base: `/brands/${slug}`, origin, workspaceOrigin: null };
  const reading = await brandContextOf({ ...context, brand, signInHref: '' }, reader);

  /**
   * Checks access again, in a long request.
   *
   * @throws `forbidden` if the session, role or brand has ended since
   */
  async function recheckAccess(): Promise<void> {
    const current = await context.recognise();
    const now = current?.brands.find((candidate) => candidate.slug === slug);
    const currentRole = current !== null && now?.created_at === brand.created_at ? roleIn(current.person, slug) : null;
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
    target: Pick<CallInput, 'version' | 'proposal'>,
  ): Promise<StoredResult> {
    authorize(sent.replaces === undefined ? uploadMedia : replaceFile, actor, brand, target.proposal !== undefined);
    return storeFile(service, reading.callOf(target), source, sent, recheckAccess);
  }

  /**
   * Adds a font with its file, as this person.
   *
   * @throws PortalError
   */
  function addFontFile(
    source: AsyncIterable<Uint8Array>,
    sent: Parameters<typeof storeFont>[3],
    target: Pick<CallInput, 'proposal'>,
  ): ReturnType<typeof storeFont> {
    authorize(addFont, actor, brand, target.proposal !== undefined);
    return storeFont(service, reading.callOf(target), source, sent, recheckAccess);
  }

  return {
    ...context,
    ...reading,
    store,
    storeFont: addFontFile,
    readFont: (source: AsyncIterable<Uint8Array>, name: string) => readFont(service, reading.callOf({}), source, name),
    recheckAccess,
    /** Whether the person has this role in the brand, or a higher one. */
    isAtLeast: (wanted: Role): boolean => isAtLeast(role, wanted),
    /** Whether a write of this person has to go into a proposal. */
    needsReview: (write: Operation): boolean => needsReview(write, actor, brand),
    /** Others who may approve proposals of the brand. */
    approvers: service.brands.reviewPolicy(slug).people.filter(({ id }) => id !== principal.person.id),
    /** Work for this person. */
    work: workFor(service, { slug, actor }),
  };
}
