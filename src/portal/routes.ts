import type { PortalContext, PortalReply } from './context.js';
import { llmsText, markdownHref, markdownPage, robots, sitemap, tokensCss, tokensJson } from './documents.js';
import { brandIcon } from './pages/brand-icon.js';
import { changesPage } from './pages/changes.js';
import { connectPage } from './pages/connect.js';
import { filePage, proposedFilePage } from './pages/file.js';
import { pageHistoryPage } from './pages/history.js';
import { homePage } from './pages/home.js';
import { notFoundPage } from './pages/not-found.js';
import { pagePage } from './pages/page.js';
import { pageByIdPage } from './pages/page-by-id.js';
import { searchPage } from './pages/search.js';
import { zipPage } from './pages/zip.js';
import { fontPage, themePage } from './theme-sheet.js';

/**
 * An address of a portal, below `/brands/<slug>` or at the root of the brand's own host. What is not a page is below
 * `/-/`, which no slug can be.
 */
export interface PortalRoute {
  readonly path: string;
  /** Addresses of its other forms by media type: who asks for one by `Accept` is led there. */
  readonly forms?: Readonly<Record<string, (context: PortalContext) => string>>;
  /** Whether a guest who previews a proposal sees it here. Default: they see the brand as any guest does. */
  readonly isPreviewed?: true;
  run(context: PortalContext): PortalReply | Promise<PortalReply>;
}

export const portalRoutes: readonly PortalRoute[] = [
  { path: '/', forms: { 'text/markdown': ({ href }) => href('/llms.txt') }, isPreviewed: true, run: homePage },
  { path: '/llms.txt', run: llmsText },
  { path: '/robots.txt', run: robots },
  { path: '/sitemap.xml', run: sitemap },
  { path: '/:page.md', isPreviewed: true, run: markdownPage },
  { path: '/:page', forms: { 'text/markdown': markdownHref }, isPreviewed: true, run: pagePage },
  { path: '/-/search', run: searchPage },
  { path: '/-/changes', run: changesPage },
  { path: '/-/icon.svg', isPreviewed: true, run: brandIcon },
  { path: '/-/files/:id/:name', isPreviewed: true, run: filePage },
  { path: '/-/proposals/:proposal/-/files/:id/:name', run: proposedFilePage },
  { path: '/-/history/:id', run: pageHistoryPage },
  { path: '/-/page/:id', isPreviewed: true, run: pageByIdPage },
  { path: '/-/connect', run: connectPage },
  { path: '/-/tokens.json', forms: { 'text/css': ({ href }) => href('/-/tokens.css') }, run: tokensJson },
  { path: '/-/tokens.css', run: tokensCss },
  { path: '/-/zip/:page', isPreviewed: true, run: zipPage },
  { path: '/-/theme/:name', isPreviewed: true, run: themePage },
  { path: '/-/fonts/:id/:name', isPreviewed: true, run: fontPage },
];

/** Every other address below it. */
export const unknownRoute: PortalRoute = { path: '/*rest', run: notFoundPage };
