import type { Request } from 'express';
import { guestOf, previewerOf } from '../../content/visitors.js';
import { type Actor, personActor } from '../../operations/engine/access.js';
import {
  type BrandRecord,
  isArchived,
  isAtLeast,
  type Role,
  roleIn,
  type ShareRecord,
} from '../../registry/records.js';
import { secretPattern } from '../../registry/secrets.js';
import type { Principal } from '../../registry/sessions.js';
import type { Service } from '../../service/service.js';
import type { BrandContext, Reader } from '../../site/context.js';
import { authenticate, readCookie } from './session-cookie.js';

/** Host and path by which a request reaches a portal. */
export interface Door {
  /** As of `Reader`. */
  readonly base: string;
  readonly origin: string;
  readonly workspaceOrigin: string | null;
  /** Whether sessions count here: never on a brand's own host. */
  readonly hasSessions: boolean;
  /** Path of the same portal on the host of all brands. Default: `base`. */
  readonly sharedBase?: string;
  /**
   * Catalog of guests of the brand, for the gate to show its name and logo; left out: it shows neither. Only a host that the
   * configuration names for this brand has it: below `*`, whoever guesses slugs would learn which brands there are.
   */
  readonly face?: () => Promise<BrandContext>;
}

/** A reader whom the brand's portal lets in, or the person whom it does not, if there is a session. */
export type Admission = { readonly reader: Reader } | { readonly refused: Principal['person'] | null };

/**
 * Reader of a request, or the refusal of the brand's portal.
 *
 * @param brand an unknown one and an archived one are refused in the same way
 */
export async function admit(
  request: Request,
  service: Service,
  brand: BrandRecord | undefined,
  door: Door,
): Promise<Admission> {
  const { base, origin, workspaceOrigin } = door;
  const principal = door.hasSessions ? await authenticate(request, service, origin) : null;
  if (brand === undefined || isArchived(brand)) return { refused: principal?.person ?? null };
  const role = principal && roleOf(principal, brand.slug);
  if (principal !== null && role !== null && (brand.portal !== 'off' || isAtLeast(role, 'editor'))) {
    const { person } = principal;
    const actor = personActor(person, role, brand.slug, ['read']);
    const isOfferedPasskey = await service.passkeys.isOffered(principal, origin);
    return { reader: { actor, person, isOfferedPasskey, base, origin, workspaceOrigin } };
  }
  const secret = secretIn(readCookie(request, origin, guestCookie(brand.slug)) ?? '');
  const link =
    brand.portal === 'off' || secret === null ? null : await service.shareLinks.recognise(brand.slug, secret);
  if (brand.portal !== 'public' && link === null) return { refused: principal?.person ?? null };
  const actor = guestActor(brand, { link });
  return { reader: { actor, person: null, base, origin, workspaceOrigin } };
}

/**
 * Guest: a reader without a session, with the content that the brand opens to guests.
 *
 * @param id of the budget that is charged
 */
export function guestActor(
  brand: BrandRecord,
  { link = null, id = 'guest' }: { readonly link?: ShareRecord | null; readonly id?: string } = {},
): Actor {
  const { facts, language } = brand.portal_opens;
  const opened = { facts: facts === 'public', language: language === 'public' };
  const guest = guestOf({ internal: link?.internal ?? false, ...opened });
  const visitor = link?.preview === undefined ? guest : previewerOf(guest, link.id, link.preview);
  return { kind: 'guest', id, name: 'Guest', rights: ['read'], visitor };
}

export const guestCookie = (slug: string): string => `bp-guest-${slug}`;

const secretAtEnd = new RegExp(`(?:^|#)(${secretPattern})$`);

/** Secret in a text, which is the secret or the whole link; `null` if there is none. */
export function secretIn(text: string): string | null {
  return secretAtEnd.exec(text.trim())?.[1] ?? null;
}

const roleOf = ({ person, brands }: Principal, slug: string): Role | null =>
  brands.some((brand) => brand.slug === slug) ? roleIn(person, slug) : null;
