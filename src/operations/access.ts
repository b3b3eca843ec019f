import type { Module } from '../content/brand.js';
import { PortalError } from '../errors.js';
import type { BrandRecord, Right } from '../registry/records.js';
import type { Actor } from './actor.js';

/** What an operation asks of the key and the brand. */
export interface Access {
  /** `null`: any key of the brand, if its API is enabled. */
  readonly right: Right | null;
  readonly module?: Module;
}

/** @throws `forbidden` without the right or with the API disabled, `not_found` without the module */
export function authorize(operation: Access, actor: Actor, brand: BrandRecord): void {
  const refusal = refusalOf(operation, actor, brand);
  if (refusal !== null) throw refusal;
}

export function isAllowed(operation: Access, actor: Actor, brand: BrandRecord): boolean {
  return refusalOf(operation, actor, brand) === null;
}

/** `null`: access is given. */
export function refusalOf({ right, module }: Access, actor: Actor, brand: BrandRecord): PortalError | null {
  if (!brand.api_enabled) return new PortalError('forbidden', 'The API is not enabled for this brand.');
  if (right !== null && !actor.rights.includes(right)) {
    return new PortalError('forbidden', `This API key does not have the right "${right}".`);
  }
  if (module !== undefined && !brand.modules.includes(module)) {
    return new PortalError('not_found', 'The module for this area is not enabled for this brand.');
  }
  return null;
}
