import type { Module } from '../../content/brand.js';
import type { Visitor } from '../../content/visitors.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { type BrandRecord, isArchived, isAtLeast, type Right, type Role } from '../../registry/records.js';

export interface Access {
  /** `null` for any actor of the brand. */
  readonly right: Right | null;
  readonly module?: Module;
  /** Minimum role: no key has one, the operator and the service need none. */
  readonly role?: Role;
  /** Whether it is a step of a review, for which the right `propose` suffices. */
  readonly isReview?: true;
  /** As of `Contract`. */
  readonly isProposable?: boolean;
}

/**
 * @param isProposed whether the write goes into a proposal
 * @throws `forbidden` without the right or the role, under review, and for a key with the API disabled; `not_found` without the module
 */
export function authorize(operation: Access, actor: Actor, brand: BrandRecord, isProposed = false): void {
  const refusal = refusalOf(operation, actor, brand, isProposed);
  if (refusal !== null) throw refusal;
}

/** Whether an actor may run an operation, at least in a proposal. */
export function isAllowed(operation: Access, actor: Actor, brand: BrandRecord): boolean {
  return refusalOf(operation, actor, brand, true) === null;
}

export function refusalOf(operation: Access, actor: Actor, brand: BrandRecord, isProposed = false): PortalError | null {
  const { right, module, role } = operation;
  if (!hasEntry(actor, brand)) return withoutEntry(actor, brand);
  if (lacksRight(right, actor, isProposed || operation.isReview)) return lackingRight(right, actor);
  if (lacksRole(role, actor)) return lackingRole(role);
  if (!isProposed && needsReview(operation, actor, brand)) return reviewRequired();
  if (module !== undefined && !brand.modules.includes(module)) {
    if (actor.kind !== 'person' && actor.kind !== 'guest') {
      return new PortalError('not_found', 'The module for this area is not enabled for this brand.');
    }
    const text = 'Its content stays, and is shown again with the module. An operator can switch it on.';
    return new PortalError('not_found', text, { extra: { module } });
  }
  return null;
}

/**
 * Whether an actor may enter: `api_enabled` holds for keys and agents, not for people and the operator. Only the operator enters an
 * archived brand.
 */
export function hasEntry({ kind, agent }: Actor, brand: BrandRecord): boolean {
  if (kind === 'operator' || kind === 'system') return true;
  return !isArchived(brand) && ((kind !== 'key' && agent === undefined) || brand.api_enabled);
}

/** @throws `forbidden` for a key or an agent, `not_found` for people */
export function requireEntry(actor: Actor, brand: BrandRecord): void {
  if (!hasEntry(actor, brand)) throw withoutEntry(actor, brand);
}

function withoutEntry({ kind, agent }: Actor, { slug }: BrandRecord): PortalError {
  if (kind !== 'key' && agent === undefined) return notFound(`Brand ${slug}`);
  return new PortalError('forbidden', 'The API is not enabled for this brand.');
}

export function lacksRight(right: Right | null, { rights }: Actor, isProposed = false): right is Right {
  if (right === null || rights.includes(right)) return false;
  return !(isProposed && right === 'write' && rights.includes('propose'));
}

/** @throws `forbidden` for a write into `main` by who may only propose */
export function requireRight(right: Right, actor: Actor, isProposed: boolean): void {
  if (lacksRight(right, actor, isProposed)) throw lackingRight(right, actor);
}

/**
 * Whether a write of the actor has to go through a proposal: a brand may want reviews of people and their agents. What no
 * proposal can hold, such as a setting, is not reviewed.
 */
export function needsReview(operation: Access, { kind, agent }: Actor, { review }: BrandRecord): boolean {
  const { right, isReview, isProposable } = operation;
  if (right !== 'write' || isReview || isProposable === false || kind !== 'person') return false;
  return review === 'everyone' || (review === 'agents' && agent !== undefined);
}

const reviewRequired = (): PortalError =>
  new PortalError('forbidden', 'Changes of this brand need a review: send this one as a proposal.', {
    extra: { code: 'review_required' },
  });

export const isReviewRequired = ({ extra }: PortalError): boolean => extra?.code === 'review_required';

/**
 * @param role `undefined` for any
 * @throws `forbidden`
 */
export function requireRole(role: Role | undefined, actor: Actor): void {
  if (lacksRole(role, actor)) throw lackingRole(role);
}

function lacksRole(minimum: Role | undefined, { kind, role }: Actor): minimum is Role {
  if (minimum === undefined || kind === 'operator' || kind === 'system') return false;
  return role === undefined || !isAtLeast(role, minimum);
}

export const lackingRole = (role: Role): PortalError => new PortalError('forbidden', `This requires the ${role} role.`);

function lackingRight(right: Right, actor: Actor): PortalError {
  const way = 'It may propose changes: name a proposal of its own as "proposal", or "new".';
  const isProposer = right === 'write' && actor.rights.includes('propose');
  return new PortalError('forbidden', [lacking(right, actor), ...(isProposer ? [way] : [])].join(' '));
}

function lacking(right: Right, { kind, agent }: Actor): string {
  if (agent?.rights.includes(right)) return `This connection was not given the right "${right}".`;
  if (kind === 'key') return `This API key does not have the right "${right}".`;
  return right === 'write' ? 'You may look at this brand, not change it.' : 'You may not look at this brand.';
}

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'portal' | 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

interface Agent {
  readonly grant: string;
  /** Name of the client for people. */
  readonly client: string;
  /** Rights that its person may give it. */
  readonly rights: readonly Right[];
}

/** Caller of an operation: an API key, a person who has signed in, the operator at the command line, the service itself, or a guest of the portal. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'operator' | 'system' | 'guest';
  /** The key's or the person's id; `cli`: the operator; `system`: the service. */
  readonly id: string;
  readonly name: string;
  readonly rights: readonly Right[];
  readonly role?: Role;
  readonly agent?: Agent;
  readonly visitor?: Visitor;
}

/** The commit's trailers that name the actor: `Key`, or `Person`, with `Client` and `Grant` of an agent. */
export function actorTrailers({ kind, id, agent }: Actor): (readonly [string, string])[] {
  const ofAgent = agent === undefined ? [] : [['Client', agent.client] as const, ['Grant', agent.grant] as const];
  return [[kind === 'person' ? 'Person' : 'Key', id], ...ofAgent];
}
