import type { Module } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { ContentPath } from '../../content/catalog/paths.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { Role } from '../../registry/records.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type Static, type TObject, type TSchema, Type } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import type { NeededRight } from './access.js';
import type { BrandDraft } from './draft.js';
import type { Body, BodyContext, Params, ParamValues } from './input.js';
import type { Resource } from './resource.js';
import type { Review } from './review.js';
import type { ReadView } from './view.js';

/** Input of an operation as it came: the operation reads and checks it. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Requested media type. Default: JSON. */
  readonly form?: string | undefined;
}

export type NoQuery = TObject<Record<never, never>>;

export const noInput: Input = { params: {}, query: {}, body: undefined };

/** A 422 that an operation answers: with messages by field, with the valid categories, or with only a message. */
export type Refusal = 'fields' | 'categories' | 'message';

/** Description of an operation for every entry: REST, MCP, the command line, OpenAPI. */
export interface Contract {
  /** Trailer `Operation` of the commit, and `operationId` in OpenAPI. */
  readonly name: string;
  /** Module without which the brand answers 404. */
  readonly module?: Module;
  /** Minimum role, as of `Access`. */
  readonly role?: Role;
  /** Whether it stores the content of the addressed proposal in the brand: first the brand gets the files, then the proposal records it. */
  readonly publishes?: true;
  /** Whether it takes the proposal of its address back, which may be on its way into the brand. */
  readonly takesBack?: true;
  /** Chapter in the API's description. Omitted if the operation is not an endpoint. */
  readonly apiChapter?:
    | 'Brand'
    | 'Corporate language'
    | 'Brand context'
    | 'Pages'
    | 'Blocks'
    | 'Translations'
    | 'Media'
    | 'Sync'
    | 'Search'
    | 'Proposals';
  /** A short imperative: `Create a page`. An operation that the first version of the API did not have ends in `(addition)`. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: TObject;
  readonly body?: Pick<Body<unknown>, 'schemas' | 'isOptional' | 'rules'>;
  /** The body may be Markdown; these fields are in the query then, or in the front matter. */
  readonly markdown?: TObject;
  readonly answers: TSchema | readonly TSchema[] | null;
  /** Media type of an answer that is a text, not JSON. */
  readonly answersAs?: string;
  /** Upper bound on the files of each proposal, of a write that goes into as many new ones as it takes. */
  readonly filesOfProposal?: number;
  readonly refusals?: readonly Refusal[];
  /** A query name that is not described is refused: a filter that seems to work and does not is worse than an error. */
  readonly strict?: true;
  /** Whether `at` in the query asks for the answer as it was then. */
  readonly isDated?: true;
  /** Items of the answer that have texts in other languages: `lang` in the query names one. `found`: each item says its own language. */
  readonly translated?: 'page' | 'color' | 'media' | 'entry' | 'section' | 'found';
  /** Whether `proposal` in the query names a proposal that is read or written in place of the brand. Default: for a write. */
  readonly isProposable?: boolean;
  /** Budget of a read that stores something outside of the content. */
  readonly countsAs?: 'write';
  /** Whether the answer may be one part of a list: its `Link` names the next part. */
  readonly paged?: true;
  /** Media types of the forms that the answer has in addition to JSON. */
  readonly forms?: readonly Pick<Form<never>, 'type'>[];
  /** Whether the time limit of a search also holds for opening the brand. */
  readonly searches?: true;
  /** Whether the response can be 410, because the version `since` is no longer in the history. */
  readonly mayAnswerGone?: true;
  /** Schema of the 412 of a write that merges: it describes the conflicts. */
  readonly conflict?: TSchema;
}

interface Merged {
  /** Number of others' changes that it took over. */
  readonly applied: number;
  /** Decisions, and deviations from the request, as lines for people. */
  readonly messages: readonly string[];
}

export interface Answer<Value> {
  /** The JSON value of the response; `undefined` for an empty one. */
  readonly value: Value;
  /** Resource that the value shows, for its version; `null` where a version makes no sense. */
  readonly resource: Resource | null;
  /** Version of the shown content, if no resource has it. */
  readonly tag?: string;
  /** Pagination: the query names that the next part of the list is asked with, next to those of this call. */
  readonly next?: Readonly<Record<string, string>> | undefined;
  readonly merged?: Merged;
  /** The value in the requested representation, and its media type. Default: JSON. */
  readonly text?: { readonly type: string; readonly text: string };
  /** Whether another caller of the brand would get another answer. */
  readonly isPrivate?: boolean;
  /** Ids of the items of a list that is made while it is sent; names of the sections of the corporate language. */
  readonly listed?: readonly (number | string)[];
  /** Languages of the texts, where one was asked for, and names of the blocks or items that are not in that. */
  readonly languages?: readonly string[];
  readonly untranslated?: readonly (number | string)[];
}

export interface VersionedAnswer<Value> extends Answer<Value> {
  /** As right after the operation; `null` where a version makes no sense. */
  readonly version: string | null;
}

/** A list that is too long to be held whole: its items are made while it is sent. */
export class ItemStream {
  constructor(readonly items: AsyncIterable<object>) {}
}

/** Another form of a read's answer. */
export interface Form<Value> {
  /** Media type, without parameters; the text is UTF-8. */
  readonly type: `text/${string}`;
  /** @returns `null` if it has none, and stays JSON */
  write(value: Value, view: ReadView): Later<string | null>;
}

type Later<T> = T | Promise<T>;

/** Runs once for each snapshot that a write is tried on; its only effects are the draft's. */
export type Run<View, Value> = (view: View) => Promise<Answer<Value>>;

/** A contract and its implementation. `prepare` reads the input, once a call; it throws `not_found` for params that name nothing. */
interface Runnable<View, Value> extends Contract {
  readonly right: NeededRight;
  readonly isProposable: boolean;
  prepare(input: Input, context: BodyContext): Promise<Run<View, Value>>;
}

export interface ReadOperation<Value = unknown> extends Runnable<ReadView, Value> {
  readonly effect: 'read';
  /**
   * Only where the answer can be had without the catalog.
   *
   * @returns `null` where this one cannot
   */
  runEarly?(input: Input, files: EarlyFiles): Promise<VersionedAnswer<Value> | null>;
}

/** A brand's files where there is no catalog. */
export interface EarlyFiles {
  readonly sanitizer: Sanitizer;
  readFile(path: string): Promise<{ readonly version: string; readonly bytes: Buffer } | null>;
}

export interface WriteOperation<Value = unknown> extends Runnable<BrandDraft, Value> {
  readonly effect: 'write' | 'review';
  /** Whether it may make the first proposal. */
  readonly begins?: true;
  /** Only where a client may repeat a write with an idempotency key. */
  replay?(commit: CommittedFiles): Promise<VersionedAnswer<Value>>;
}

/** A commit that a repeated write has made before. */
export interface CommittedFiles extends EarlyFiles {
  /** Names in the path of the request. */
  readonly params: Input['params'];
  /** The files that it stored; removed ones are not among them. */
  readonly stored: readonly ContentPath[];
  /** The value of a trailer of the commit's message. */
  trailer(key: string): Promise<string | null>;
  /** The brand right after the commit. */
  snapshot(): Promise<Snapshot<Catalog>>;
  /** The proposals right after it, where it changed them. */
  review?(): Promise<Review>;
}

export type Operation<Value = unknown> = ReadOperation<Value> | WriteOperation<Value>;

/** Schema that only types an answer: no endpoint describes it. */
export const undescribed = <Value>() => Type.Unsafe<Value>(Type.Object({}));

export type AnswerOf<Shapes> = Shapes extends readonly TSchema[]
  ? Static<Shapes[number]>
  : Shapes extends TSchema
    ? Static<Shapes>
    : undefined;

export interface WriteDefinition<P extends Params, Sent extends object, Checked, Shapes extends Contract['answers']>
  extends Contract {
  readonly params?: P;
  readonly body: Body<Sent, ParamValues<P>>;
  readonly answers: Shapes;
  /** Default: `write`. */
  readonly right?: NeededRight;
  /** Default: `write`. */
  readonly effect?: 'write' | 'review';
  /** Whether it may make the first proposal. */
  readonly begins?: true;
  /** Answer to a repeated write, made from the commit of the first. */
  replay?(commit: CommittedFiles): Promise<VersionedAnswer<AnswerOf<Shapes>>>;
  /**
   * Checks the request against the newest content: finds the addressed resource, and reports violations. A field that is
   * wrong by itself is not in `sent`.
   *
   * @returns the input of `apply`; `null` when a part that it needs was reported
   * @throws `not_found`
   */
  check(
    draft: BrandDraft,
    input: { readonly params: ParamValues<P>; readonly sent: Partial<Sent> },
    violations: Violations,
  ): Later<Checked | null>;
  /** Resource whose version `If-Match` names. */
  expects?(draft: BrandDraft, checked: Checked, params: ParamValues<P>): Resource;
  /** Changes the draft. Nothing was reported, and the precondition holds. */
  apply(
    draft: BrandDraft,
    input: { readonly params: ParamValues<P>; readonly body: Sent; readonly checked: Checked },
  ): Later<Answer<AnswerOf<Shapes>>>;
}

export interface ReadDefinition<
  P extends Params,
  Q extends TObject,
  Shapes extends Contract['answers'],
  Sent extends object = object,
> extends Contract {
  readonly params?: P;
  readonly query?: Q;
  /** Only of a read that is asked with a body. */
  readonly body?: Body<Sent, ParamValues<P>>;
  readonly answers: Shapes;
  readonly forms?: readonly Form<AnswerOf<Shapes>>[];
  /**
   * Answer only from files, until the catalog is loaded.
   *
   * @returns `null` where it takes more
   * @throws `not_found`
   */
  runEarly?(
    files: EarlyFiles,
    input: { readonly params: ParamValues<P>; readonly query: Static<Q> },
  ): Promise<VersionedAnswer<AnswerOf<Shapes>> | null>;
  /** @throws `not_found` */
  run(
    view: ReadView,
    input: { readonly params: ParamValues<P>; readonly query: Static<Q>; readonly body: Sent },
  ): Later<Answer<AnswerOf<Shapes>>>;
}
