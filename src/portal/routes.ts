import type { PortalContext, PortalReply } from './context.js';
import { changesPage } from './pages/changes.js';
import { filePage } from './pages/file.js';
import { homePage } from './pages/home.js';
import { notFoundPage } from './pages/not-found.js';
import { pagePage } from './pages/page.js';
import { pageByIdPage } from './pages/page-by-id.js';
import { searchPage } from './pages/search.js';
import { zipPage } from './pages/zip.js';
import { fontPage, themePage } from './theme-sheet.js';

/** An address of a portal, below `/brands/<slug>` or at the root of the brand's own host. What is not a page is below `/-/`, which no slug can be. */
export interface PortalRoute {
  readonly path: string;
  run(context: PortalContext): PortalReply | Promise<PortalReply>;
}

export const portalRoutes: readonly PortalRoute[] = [
  { path: '/', run: homePage },
  { path: '/:page', run: pagePage },
  { path: '/-/search', run: searchPage },
  { path: '/-/changes', run: changesPage },
  { path: '/-/page/:id', run: pageByIdPage },
  { path: '/-/files/:id/:name', run: filePage },
  { path: '/-/zip/:page', run: zipPage },
  { path: '/-/theme/:name', run: themePage },
  { path: '/-/fonts/:id/:name', run: fontPage },
];

/** Every other address below it. */
export const unknownRoute: PortalRoute = { path: '/*rest', run: notFoundPage };
