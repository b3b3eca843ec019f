import type { Request } from 'express';
import { visible } from '../../lib/display-safety.js';
import { sortedBy } from '../../lib/order.js';
import { isArchived } from '../../registry/records.js';
import type { Service } from '../../service/service.js';
import { newSession, sharePath, signInPath } from '../../service/sign-in-url.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { address } from '../../site/addresses.js';
import type { BrandContext } from '../../site/context.js';
import { renderPlain } from '../../site/frame/frame.js';
import type { FrameAssets } from '../../site/frame/shell.js';
import { brandsPage } from '../../site/read/brands.js';
import { type GateProps, gatePage, momentPage } from '../../site/read/gate.js';
import type { FileReply } from '../../site/replies.js';
import { words } from '../../words/words.js';
import { clientNetwork, type RateLimits } from '../admission/rate-limit.js';
import { speakTo } from '../reader-language.js';
import { noStore, type Reply } from '../reply.js';
import { type Door, guestCookie, secretIn } from './admit-reader.js';
import { fieldsOf, requireSameOrigin } from './forms.js';
import { cookieHeaders } from './session-cookie.js';

interface GateRequest {
  readonly request: Request;
  readonly door: Door;
  readonly assets: FrameAssets;
}

/**
 * Address of the form to sign in, which leads back to an address of this portal.
 *
 * @param isAgain whether a person who is signed in wants to be another one
 */
export const signInHref = (
  { originalUrl }: Request,
  { workspaceOrigin, sharedBase = '' }: Door,
  isAgain = false,
): string =>
  `${workspaceOrigin ?? ''}${address(signInPath, { next: sharedBase + originalUrl, ...(isAgain && newSession) })}`;

/**
 * Answer in place of the portal of a brand that does not let the reader in, and of a brand that does not exist: the same for both.
 *
 * @param personName as of `GateProps`
 */
export async function gateReply(
  { request, door, assets }: GateRequest,
  personName: string | null,
  problem: string | null = null,
): Promise<Reply> {
  const isHandingIn = request.path === sharePath;
  // Loaded again, the address would lose its fragment, the secret of a share link.
  if (personName === null && isFromElsewhere(request) && door.hasSessions && !isHandingIn) {
    return momentReply(request, assets);
  }
  const face = await door.face?.();
  // On its own host, the gate is in the language of the brand.
  if (face !== undefined) speakTo(request, null, face.catalog);
  const signIn = signInHref(request, door, personName !== null);
  const shareAction = door.base + sharePath;
  const props: GateProps = { signInHref: signIn, shareAction, personName, brandName: face?.name, problem };
  const page = { title: words().gate.title, body: gatePage(props), face, signInHref: signIn };
  return html(problem === null ? (isHandingIn ? 200 : 404) : 422, await renderPlain(page, assets));
}

/**
 * File of a logo that the gate shows.
 *
 * @returns `null` when the request is for anything else
 */
export function gateLogo({ catalog, params }: BrandContext): FileReply | null {
  const { logo_light, logo_dark } = catalog.portal;
  const id = [logo_light, logo_dark].find((logo) => logo !== null && String(logo) === params.id);
  const file = id && catalog.files.get(id);
  return id && file ? { id, file } : null;
}

/** Whether a link from another site led here: the session's cookie, which is Strict, did not come along. */
export const isFromElsewhere = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'empty';

/** Page that loads its own address again, now as a link of this site. */
export async function momentReply({ originalUrl }: Request, assets: FrameAssets): Promise<Reply> {
  const page = { title: words().gate.moment, body: momentPage(originalUrl), refresh: originalUrl };
  return html(200, await renderPlain(page, assets));
}

/** Exchanges the secret of a share link for a cookie. It is a POST, since previews in mail and chat programs open links with GET. */
export async function shareReply(
  gate: GateRequest,
  slug: string,
  service: Service,
  limits: RateLimits,
): Promise<Reply> {
  const { request, door } = gate;
  requireSameOrigin(request, door.origin);
  const secret = secretIn(fieldsOf(request.body).link ?? '');
  if (secret === null) {
    return gateReply(gate, null, words().gate.noLink);
  }
  const brand = (await service.registered()).get(slug);
  const link = await service.shareLinks.recognise(slug, secret);
  if (link === null || brand === undefined || isArchived(brand) || brand.portal === 'off') {
    const budget = limits.takeFailure(clientNetwork(request));
    const { tooManyLinks, linkEnded } = words().gate;
    return gateReply(gate, null, budget?.isExceeded ? tooManyLinks : linkEnded);
  }
  const seconds = Math.floor((Date.parse(link.expires_at) - service.clock().getTime()) / 1000);
  const cookie = cookieHeaders({ name: guestCookie(slug), value: secret, seconds }, door.origin, 'Lax');
  return { status: 303, headers: [...cookie, ...noStore, 'Location', `${door.base}/`] };
}

const perPage = 100;

/** Start page of the server; leads on to the only brand. */
export async function startReply(request: Request, service: Service, assets: FrameAssets): Promise<Reply> {
  const brands = sortedBy((await service.registered()).values(), ({ slug }) => slug);
  const listed = brands.filter((brand) => brand.portal === 'public' && brand.portal_listed && !isArchived(brand));
  const [only] = listed;
  if (listed.length === 1 && only !== undefined) {
    return { status: 302, headers: ['Location', `/brands/${only.slug}/`, ...noStore] };
  }
  const after = String(request.query.after ?? '');
  const rest = listed.filter(({ slug }) => slug > after);
  const shown = (await service.listBrands(rest.slice(0, perPage))).map(({ slug, name }) => ({
    slug,
    name: visible(name ?? slug),
  }));
  const nextHref = rest.length > perPage ? address('/', { after: shown.at(-1)?.slug }) : null;
  const body = brandsPage({ brands: shown, nextHref, signInHref: workspacePrefix });
  return html(200, await renderPlain({ title: words().gate.brands, body, signInHref: workspacePrefix }, assets));
}

const html = (status: number, body: string): Reply => ({
  ...{ status, body },
  headers: ['Content-Type', 'text/html; charset=utf-8', ...noStore],
});
