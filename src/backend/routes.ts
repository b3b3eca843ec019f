import type { Role } from '../registry/records.js';
import { brandsPage } from './pages/brands.js';
import { changePage } from './pages/change.js';
import { changesPage } from './pages/changes.js';
import { comparePages } from './pages/compare.js';
import { compareEntries, compareSections } from './pages/compare-values.js';
import { contextPage } from './pages/context.js';
import { editForm, editPage } from './pages/edit.js';
import { languagePage } from './pages/language.js';
import { endSession, mePage } from './pages/me.js';
import { newer } from './pages/newer.js';
import { overviewPage } from './pages/overview.js';
import { pagePage } from './pages/page.js';
import { pagesPage } from './pages/pages.js';
import { makeLink, peoplePage } from './pages/people.js';
import {
  restoreBrandForm,
  restoreBrandNow,
  restorePageForm,
  restorePageNow,
  restoreSectionForm,
  restoreSectionNow,
} from './pages/restore.js';
import { signInForm, useLink } from './pages/sign-in.js';
import { purgeForm, purgeTrashed, restoreTrashed, trashedPage, trashPage } from './pages/trash.js';
import { entryVersions, pageVersions, sectionVersions } from './pages/versions.js';
import type { BrandVisit, Reply, SignedInVisit, Visit } from './visit.js';

type Later<T> = T | Promise<T>;

interface At {
  readonly method: 'GET' | 'POST';
  /** Below `/backend`. */
  readonly path: string;
}

/** For everyone who gets here. */
export interface OpenRoute extends At {
  readonly who: 'anyone';
  run(visit: Visit): Later<Reply>;
}

export interface PersonRoute extends At {
  readonly who: 'person';
  run(visit: SignedInVisit): Later<Reply>;
}

/** In a brand, from this role on; the path begins with `/brands/:brand`. */
export interface BrandRoute extends At {
  readonly who: Role;
  /** Whether the answer stays the same while the brand, the person and the program do. */
  readonly isTimeless?: true;
  run(visit: BrandVisit): Later<Reply>;
}

export type BackendRoute = OpenRoute | PersonRoute | BrandRoute;

/** The whole surface of the backend. */
export const backendRoutes: readonly BackendRoute[] = [
  { method: 'GET', path: '/sign-in', who: 'anyone', run: signInForm },
  { method: 'POST', path: '/sign-in', who: 'anyone', run: useLink },
  { method: 'GET', path: '/', who: 'person', run: brandsPage },
  { method: 'GET', path: '/me', who: 'person', run: mePage },
  { method: 'POST', path: '/me', who: 'person', run: endSession },
  { method: 'GET', path: '/brands/:brand', who: 'viewer', run: overviewPage },
  { method: 'GET', path: '/brands/:brand/newer', who: 'viewer', run: newer },
  { method: 'GET', path: '/brands/:brand/changes', who: 'viewer', isTimeless: true, run: changesPage },
  { method: 'GET', path: '/brands/:brand/changes/:commit', who: 'viewer', isTimeless: true, run: changePage },
  { method: 'GET', path: '/brands/:brand/pages', who: 'viewer', isTimeless: true, run: pagesPage },
  { method: 'GET', path: '/brands/:brand/pages/:page', who: 'viewer', isTimeless: true, run: pagePage },
  { method: 'GET', path: '/brands/:brand/pages/:page/versions', who: 'viewer', isTimeless: true, run: pageVersions },
  { method: 'GET', path: '/brands/:brand/pages/:page/compare', who: 'viewer', isTimeless: true, run: comparePages },
  { method: 'GET', path: '/brands/:brand/pages/:page/edit', who: 'editor', run: editForm },
  { method: 'POST', path: '/brands/:brand/pages/:page/edit', who: 'editor', run: editPage },
  { method: 'GET', path: '/brands/:brand/pages/:page/restore', who: 'editor', run: restorePageForm },
  { method: 'POST', path: '/brands/:brand/pages/:page/restore', who: 'editor', run: restorePageNow },
  { method: 'GET', path: '/brands/:brand/language', who: 'viewer', isTimeless: true, run: languagePage },
  { method: 'GET', path: '/brands/:brand/language/:section/versions', who: 'viewer', run: sectionVersions },
  { method: 'GET', path: '/brands/:brand/language/:section/compare', who: 'viewer', run: compareSections },
  { method: 'GET', path: '/brands/:brand/language/:section/restore', who: 'editor', run: restoreSectionForm },
  { method: 'POST', path: '/brands/:brand/language/:section/restore', who: 'editor', run: restoreSectionNow },
  { method: 'GET', path: '/brands/:brand/context', who: 'viewer', isTimeless: true, run: contextPage },
  { method: 'GET', path: '/brands/:brand/context/:entry/versions', who: 'viewer', run: entryVersions },
  { method: 'GET', path: '/brands/:brand/context/:entry/compare', who: 'viewer', run: compareEntries },
  { method: 'GET', path: '/brands/:brand/trash', who: 'viewer', run: trashPage },
  { method: 'GET', path: '/brands/:brand/trash/:page', who: 'viewer', run: trashedPage },
  { method: 'POST', path: '/brands/:brand/trash/:page', who: 'editor', run: restoreTrashed },
  { method: 'GET', path: '/brands/:brand/trash/:page/purge', who: 'admin', run: purgeForm },
  { method: 'POST', path: '/brands/:brand/trash/:page/purge', who: 'admin', run: purgeTrashed },
  { method: 'GET', path: '/brands/:brand/people', who: 'admin', run: peoplePage },
  { method: 'POST', path: '/brands/:brand/people', who: 'admin', run: makeLink },
  { method: 'GET', path: '/brands/:brand/restore', who: 'admin', run: restoreBrandForm },
  { method: 'POST', path: '/brands/:brand/restore', who: 'admin', run: restoreBrandNow },
];
