import type { ComponentChild } from 'preact';
import type { FilePointer } from '../content/files/pointer.js';
import type { Visitor } from '../content/visitors.js';
import type { Actor } from '../operations/engine/access.js';
import type { Result } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { snapshotFor, visitorOf } from '../operations/engine/visitor.js';
import { previewProposal } from '../operations/proposals/preview.js';
import { noAddresses } from '../registry/file-address.js';
import type { BrandRecord, PersonRecord } from '../registry/records.js';
import type { Picture } from '../service/files/media-body.js';
import type { Service } from '../service/service.js';
import { fileHref, fileQuery } from './file-href.js';
import { pagesBySlug } from './pages-by-slug.js';
import { isOfServer } from './server-addresses.js';

/** Fields of a query or a path by name, one value each. */
export type Fields = Readonly<Record<string, string>>;

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

interface PortalRequest {
  /** Address of the form to sign in, which leads back to what is asked for. */
  readonly signInHref: string;
  readonly service: Service;
  readonly requestId: string;
  readonly brand: BrandRecord;
  readonly params: Fields;
  readonly query: Fields;
}

/** Request in a portal: the content that the reader may see, and its addresses. */
export type PortalContext = Awaited<ReturnType<typeof portalContextOf>>;

/** @throws `unavailable` when the brand cannot be read */
export async function portalContextOf(request: PortalRequest, reader: Reader) {
  const { service, requestId, brand } = request;
  const { slug, modules, created_at: registeredAt } = brand;
  const { actor, base } = reader;
  const visitor: Visitor | null = visitorOf(actor);
  const preview = visitor?.preview;
  const call = { slug, actor, via: 'portal', requestId, precondition: null, modules, registeredAt } as const;
  /**
   * Runs an operation as the reader.
   *
   * @throws PortalError
   */
  const perform = <Value>(operation: Operation<Value>, input: Partial<Input> = {}): Promise<Result<Value>> =>
    service.run(operation, { ...call, proposal: preview?.proposal }, { ...noInput, ...input });
  const repository = await service.brands.get(slug);
  const snapshot =
    preview === undefined
      ? snapshotFor(actor, await repository.read(), repository.past)
      : (await perform(previewProposal)).value;
  const { catalog } = snapshot;
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
    /** Everything that this reader may see. */
    catalog,
    /** Commit of the content. It reveals what visitors do not see: never show it to them. */
    commit: snapshot.commit,
    /** Class of the reader; `null` for editors and admins, who see everything. */
    visitor,
    /** Display name of the brand. */
    name: catalog.brand?.name ?? slug,
    /**
     * Address of something in this portal.
     *
     * @param path begins with a slash
     */
    href: (path: string, query: Fields = {}): string => withQuery(base + path, query),
    /** Address of a page of this portal by its slug. */
    pageHref(slug: string): string {
      const path = `/${encodeURIComponent(slug)}`;
      const isTaken = base === '' && isOfServer(path);
      return isTaken ? `/-/page/${pagesBySlug(catalog).get(slug)?.id}` : base + path;
    },
    /** Address from which a file is saved. It stays the same when the file is replaced. */
    downloadHref(id: number, { name }: Pick<FilePointer, 'name'>, picture: Picture | null = null): string {
      return fileHref(base, id, name, picture, true);
    },
    /** Address of a ZIP with all downloads of a page, or of a block of it. */
    zipHref: (page: number, block = ''): string => withQuery(`${base}/-/zip/${page}`, { block }),
    publicHref,
    /** Whether everyone may have what this reader gets. */
    isOpen,
    /** Address of a file, or of a picture of it, that a page shows: immutable where everyone may have it. */
    shownHref(id: number, file: FilePointer, picture: Picture | null = null): string {
      const query = fileQuery(picture, false);
      return (publicHref(id, file) ?? `${base}/-/files/${id}/${file.name}`) + query;
    },
    perform,
  };
}

/** A path with a query; empty values are left out. */
export function withQuery(path: string, query: Fields): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

/** Result of a handler, before it is written as HTTP. */
export type PortalReply = HtmlReply | DocumentReply | RedirectReply | FileReply | ZipReply;

/** A page in the frame of the portal: bar, navigation, contents. */
export interface HtmlReply {
  /** HTTP status; default: 200. */
  readonly status?: number;
  /** Address that the browser asks for by itself after a pause. */
  readonly again?: string | undefined;
  readonly title: string;
  readonly body: ComponentChild;
  /** Id of the page that the navigation marks. */
  readonly pageId?: number;
  /** Number of the proposal in which the page is new: it is nowhere else. */
  readonly onlyIn?: number | undefined;
  /** Whether it compares versions of the page, which is edited at its own address. */
  readonly isComparison?: true;
  /** Whether it has the whole width, without navigation. */
  readonly isWide?: true;
  /** Whether search engines are told to leave it out. */
  readonly isUnlisted?: true;
}

/** A document for programs. */
export interface DocumentReply {
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly text: string;
  /** Value of `Cache-Control`; default: `private, no-store`. */
  readonly caching?: string;
}

export interface RedirectReply {
  readonly to: string;
}

/** File of a medium, in the form that the query asks for. */
export interface FileReply {
  /** Id of the medium. */
  readonly id: number;
  readonly file: FilePointer;
  /** Value of `Cache-Control` of a font, which is always sent from here. Absent for other files. */
  readonly fontCaching?: string;
}

/** Files of media, sent as one ZIP. */
export interface ZipReply {
  readonly zip: readonly Pick<FileReply, 'id' | 'file'>[];
  /** Name under which it is saved. */
  readonly name: string;
}
