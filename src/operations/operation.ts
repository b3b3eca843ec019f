import type { Module } from '../content/brand.js';
import type { Sanitizer } from '../content/sanitize.js';
import { PortalError } from '../errors.js';
import type { BrandRecord, Right } from '../keys/registry.js';
import type { Actor } from './actor.js';
import type { BrandDraft } from './brand-draft.js';
import type { BrandView } from './brand-view.js';
import type { Resource } from './resource.js';

/** What a caller sends, as it came: nothing is checked yet. */
export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Answer {
  /** The JSON value to answer with; `undefined`: an empty answer. */
  readonly value: unknown;
  /** What the value shows, for its version; `null` where a version makes no sense. */
  readonly resource: Resource | null;
}

interface Described {
  /** Also the commit trailer `Operation`. */
  readonly name: string;
  /** Without this module of the brand there is nothing here. */
  readonly module?: Module;
}

export interface ReadOperation extends Described {
  readonly right: 'read';
  run(view: BrandView, input: Input): Answer | Promise<Answer>;
  /** The same answer from files alone, for the time until the catalog is loaded. */
  runEarly?(readFile: ReadFile, input: Input, sanitizer: Sanitizer): Promise<EarlyAnswer>;
}

export interface EarlyAnswer extends Answer {
  readonly version: string;
}

export type ReadFile = (path: string) => Promise<{ version: string; bytes: Buffer } | null>;

/** `run` may be called several times for one request; its only effects are the draft's. */
export interface WriteOperation extends Described {
  readonly right: 'write';
  /** What `run` will have sanitised as HTML: it is done beforehand, away from what answers requests. */
  html?(input: Input, view: () => Promise<BrandView>): Iterable<string> | Promise<Iterable<string>>;
  run(draft: BrandDraft, input: Input): Answer | Promise<Answer>;
}

/**
 * One thing that can be done with a brand's content, whichever door the request comes through. It checks in this order:
 * what the address names exists, the input is valid, the precondition holds; then it acts.
 */
export type Operation = ReadOperation | WriteOperation;

/** What an operation asks of the key and the brand. */
export type Access = Pick<Operation, 'right' | 'module'>;

/** @throws `forbidden` without the right or with the API disabled, `not_found` without the module */
export function authorize(operation: Access, actor: Actor, brand: BrandRecord): void {
  const refusal = refusalOf(operation, actor, brand);
  if (refusal !== null) throw refusal;
}

export function isAllowed(operation: Access, actor: Actor, brand: BrandRecord): boolean {
  return refusalOf(operation, actor, brand) === null;
}

/** @throws `forbidden` without the right (`null`: none is needed) or with the API disabled */
export function requireRight(right: Right | null, actor: Actor, brand: BrandRecord): void {
  const refusal = rightRefusal(right, actor, brand);
  if (refusal !== null) throw refusal;
}

function rightRefusal(right: Right | null, actor: Actor, brand: BrandRecord): PortalError | null {
  if (!brand.api_enabled) return new PortalError('forbidden', 'The API is not enabled for this brand.');
  if (right !== null && !actor.rights.includes(right)) {
    return new PortalError('forbidden', `This API key does not have the right "${right}".`);
  }
  return null;
}

function refusalOf(operation: Access, actor: Actor, brand: BrandRecord): PortalError | null {
  const refusal = rightRefusal(operation.right, actor, brand);
  if (refusal !== null) return refusal;
  if (operation.module !== undefined && !brand.modules.includes(operation.module)) {
    return new PortalError('not_found', 'The module for this area is not enabled for this brand.');
  }
  return null;
}
