import type { Request } from 'express';
import { guestOf } from '../../content/visitors.js';
import { notFound } from '../../lib/errors.js';
import type { Actor } from '../../operations/engine/actor.js';
import type { Reader } from '../../portal/context.js';
import { type BrandRecord, isAtLeast, type Role } from '../../registry/records.js';
import type { Principal } from '../../registry/sessions.js';
import type { Service } from '../../service/service.js';
import { tokenIn } from '../backend/session-cookie.js';

/** Where a request has arrived. */
export interface Door {
  /** As of `Reader`. */
  readonly base: string;
  readonly origin: string;
  readonly workspaceOrigin: string | null;
  /** Whether sessions count here: never on a brand's own host. */
  readonly hasSessions: boolean;
}

/** Who asks, if this brand's portal lets them in. @throws `not_found`, the same as for a brand that does not exist */
export async function readerOf(request: Request, service: Service, brand: BrandRecord, door: Door): Promise<Reader> {
  const { base, origin, workspaceOrigin } = door;
  const principal = door.hasSessions ? await principalIn(request, service, origin) : null;
  const role = principal === null ? null : roleIn(principal, brand.slug);
  if (principal !== null && role !== null && (brand.portal !== 'off' || isAtLeast(role, 'editor'))) {
    const { person } = principal;
    const actor: Actor = { kind: 'person', id: person.id, name: person.name, role, rights: ['read'] };
    return { actor, person, base, origin, workspaceOrigin };
  }
  if (brand.portal !== 'public') throw notFound('Page');
  const { facts, language } = brand.portal_opens;
  const visitor = guestOf({ internal: false, facts: facts === 'public', language: language === 'public' });
  const actor: Actor = { kind: 'guest', id: 'guest', name: 'Guest', rights: ['read'], visitor };
  return { actor, person: null, base, origin, workspaceOrigin };
}

/** @returns `null` without a session */
async function principalIn(request: Request, service: Service, origin: string): Promise<Principal | null> {
  const token = tokenIn(request, origin);
  return token === null ? null : service.sessions.recognise(token);
}

function roleIn({ person, brands }: Principal, slug: string): Role | null {
  if (!brands.some((brand) => brand.slug === slug)) return null;
  if (person.operator) return 'admin';
  return Object.hasOwn(person.roles, slug) ? (person.roles[slug] ?? null) : null;
}
