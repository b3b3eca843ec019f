import type { Module } from '../../content/brand.js';
import type { Visitor } from '../../content/visitors.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { asSaid, type ErrorText, say } from '../../lib/say.js';
import {
  type BrandRecord,
  type Editing,
  type GrantScope,
  isArchived,
  isAtLeast,
  type PersonRecord,
  type Right,
  type Role,
} from '../../registry/records.js';
import { editingIn, includesRight, rightsIn } from '../../registry/rights.js';
import { translatesIn } from '../../registry/translators.js';

/** Effect of an operation: it reads, writes the content of the brand, or writes reviews, which are proposals with their comments. */
export type Effect = 'read' | 'write' | 'review';

/** `translate`: to write texts of some languages (`Actor.translates`); who may write may do it in all. */
export type NeededRight = GrantScope;

export interface Access {
  /** Right that its actor needs; `null` for any actor of the brand. */
  readonly right: NeededRight | null;
  readonly effect: Effect;
  readonly module?: Module;
  /** Minimum role: no key has one, the operator and the service need none. */
  readonly role?: Role;
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
  const isToReview = !isProposed && needsReview(operation, actor, brand);
  if (lacksRight(right, actor, isProposed || isToReview)) return lackingRight(right, actor);
  if (lacksRole(role, actor)) return lackingRole(role);
  if (isToReview) return reviewRequired(actor);
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
  if (kind !== 'key' && agent === undefined) return notFound(say`Brand ${slug}`);
  return new PortalError('forbidden', 'The API is not enabled for this brand.');
}

export function lacksRight(right: NeededRight | null, actor: Actor, isProposed = false): right is NeededRight {
  const { rights, translates = [] } = actor;
  if (right === null) return false;
  // Translators have proposals, and make nothing else in them.
  const isOfTranslator = right === 'translate' || right === 'propose';
  if (isOfTranslator && translates.length > 0) return false;
  if (right === 'translate') return !includesRight(rights, isProposed ? 'propose' : 'write');
  return !includesRight(rights, isProposed && right === 'write' ? 'propose' : right);
}

/** Whether an actor writes texts of a language: in a proposal, or live. */
export const translatesInto = ({ rights, translates = [] }: Actor, language: string, isProposed: boolean): boolean =>
  translates.includes(language) || includesRight(rights, isProposed ? 'propose' : 'write');

/** @throws `forbidden` for a write into `main` by who may only propose, and without the role */
export function requireRightAndRole({ right, role }: Access, actor: Actor, isProposed: boolean): void {
  if (lacksRight(right, actor, isProposed)) throw lackingRight(right, actor);
  requireRole(role, actor);
}

/**
 * Whether a write of the actor has to go through a proposal: a brand may want reviews of people and their agents, and a person may only
 * propose. What no proposal can hold, such as a setting, is not reviewed.
 */
export function needsReview(
  operation: Access,
  actor: Actor,
  brand: Pick<BrandRecord, 'review' | 'translations_reviewed'>,
): boolean {
  const { effect, isProposable, right } = operation;
  const { kind, agent, rights } = actor;
  const { review, translations_reviewed } = brand;
  // Agents of translators need what either review wants.
  if (right === 'translate' && !rights.includes('write') && (translations_reviewed || agent === undefined))
    return translations_reviewed;
  if (effect !== 'write' || isProposable === false || kind !== 'person') return false;
  const isProposer = agent === undefined && includesRight(rights, 'propose') && !includesRight(rights, 'write');
  return isProposer || review === 'everyone' || (review === 'agents' && agent !== undefined);
}

/** The pages' scripts offer people to send it. */
const reviewRequired = ({ kind }: Actor): PortalError =>
  new PortalError('forbidden', 'Changes of this brand need a review: send this one as a proposal.', {
    ...(kind === 'person' && { extra: { code: 'review_required' } }),
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

export const lackingRole = (role: Role): PortalError =>
  new PortalError('forbidden', say`This requires the ${asSaid(role)} role.`);

function lackingRight(right: NeededRight, actor: Actor): PortalError {
  const way = 'It may propose changes: name a proposal of its own as "proposal", or "new".';
  const isProposer = right === 'write' && actor.rights.includes('propose');
  const lack = asSaid(lacking(right, actor));
  return new PortalError('forbidden', isProposer ? say`${lack} ${asSaid(way)}` : lack);
}

function lacking(right: NeededRight, { kind, agent }: Actor): ErrorText {
  if (agent !== undefined && mayGive(agent, right)) return say`This connection was not given the right "${right}".`;
  if (kind === 'key') return say`This API key does not have the right "${right}".`;
  return right === 'read' ? 'You may not look at this brand.' : 'You may look at this brand, not change it.';
}

/** Through which entry a call comes: the commit's trailer `Via`. `system`: a chore of the service itself. */
export type Via = 'rest' | 'mcp' | 'cli' | 'backend' | 'system';

interface Agent {
  readonly grant: string;
  /** Name of the client for people. */
  readonly client: string;
  /** Scopes that its person has given it. */
  readonly scopes: readonly GrantScope[];
  /** Rights that its person may give it, and languages of which it may let it write the texts. */
  readonly rights: readonly Right[];
  readonly translates: readonly string[];
}

/** Whether the person of an agent could give it a right. */
export const mayGive = ({ rights, translates }: Agent, right: NeededRight): boolean =>
  right === 'translate' ? translates.length > 0 || rights.includes('write') : rights.includes(right);

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
  /** Languages of which it may write the texts, without the right `write`. */
  readonly translates?: readonly string[];
  /** Exception for an editor from what the brand says. */
  readonly editing?: Editing;
}

/**
 * A person with a role in the brand.
 *
 * @param rights fewer than those of the role, where the person or the door gave only some
 */
export function personActor(
  person: PersonRecord,
  role: Role,
  brand: string,
  rights = rightsIn(person, brand, role),
): Actor {
  const { id, name } = person;
  const translates = role === 'viewer' ? translatesIn(person, brand) : [];
  const editing = editingIn(person, brand);
  return {
    ...{ kind: 'person', id, name, role, rights },
    ...(translates.length > 0 && { translates }),
    ...(editing && { editing }),
  };
}

/** The commit's trailers that name the actor: `Key`, or `Person`, with `Client` and `Grant` of an agent. */
export function actorTrailers({ kind, id, agent }: Actor): (readonly [string, string])[] {
  const ofAgent = agent === undefined ? [] : [['Client', agent.client] as const, ['Grant', agent.grant] as const];
  return [[kind === 'person' ? 'Person' : 'Key', id], ...ofAgent];
}
