import type { Role } from '../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../service/workspace-addresses.js';
import type { BrandContext, Context, Reply, SignedInContext } from './context.js';
import { accessPage } from './pages/access.js';
import { allBrands, brandsCsv, changeBrands } from './pages/all-brands.js';
import { archivedPage, changeArchived } from './pages/archived.js';
import { answerConsent, askConsent } from './pages/authorize.js';
import { brandsPage } from './pages/brands.js';
import { categoriesPage } from './pages/categories.js';
import { changePage, undoChange } from './pages/change.js';
import { changesPage, newerChanges } from './pages/changes.js';
import { checkTextPage } from './pages/check-text.js';
import { colorPage, colorsPage } from './pages/colors.js';
import { compareColors, compareEntries, compareMedia, comparePages, compareSections } from './pages/compare.js';
import { factPage, factsPage } from './pages/facts.js';
import { healthPage } from './pages/health.js';
import { keyPage } from './pages/key.js';
import { keysPage } from './pages/keys.js';
import { languagePage, statusPage } from './pages/language.js';
import { changeMe, mePage } from './pages/me.js';
import { mediaPage, pictureReply, releaseSelected, uploadFiles } from './pages/media.js';
import { downloadMedium, mediumPage, replaceMedium } from './pages/medium.js';
import { createBrand, newBrandForm } from './pages/new-brand.js';
import { newPage } from './pages/new-page.js';
import { overviewPage } from './pages/overview.js';
import { pageSettings } from './pages/page-settings.js';
import { changePasskeys, newPasskeyOptions, passkeysPage } from './pages/passkeys.js';
import { everyonePage, peoplePage } from './pages/people.js';
import { personPage } from './pages/person.js';
import { portalPage } from './pages/portal.js';
import { proposalPage } from './pages/proposal.js';
import { proposalsPage } from './pages/proposals.js';
import { restorePage } from './pages/restore.js';
import { searchBrands, searchPage } from './pages/search.js';
import { sectionPage } from './pages/section.js';
import { settingsPage } from './pages/settings.js';
import { passkeyOptions, signInByLink, signInByPasskey, signInForm } from './pages/sign-in.js';
import { askToConnect, handleCallback, startConnect, startSignIn, startTrial } from './pages/sign-in-oidc.js';
import { signInSettings } from './pages/sign-in-settings.js';
import { statsPage } from './pages/stats.js';
import { termPage } from './pages/term.js';
import { themePage } from './pages/theme.js';
import { purgePage, trashedPage, trashPage } from './pages/trash.js';
import { versionsPage } from './pages/versions.js';
import { webhookPage } from './pages/webhook.js';
import { webhooksPage } from './pages/webhooks.js';
import type { FormsPage } from './parts/forms-page.js';

/** Address of the workspace, who may use it, and its handler. */
interface Route<Who, HandlerContext> {
  readonly method: 'GET' | 'POST';
  /** Below the workspace, or that of a brand. */
  readonly path: string;
  /** `anyone`, a `person` who is signed in, an `operator`, or the minimum role in the brand of the address. */
  readonly who: Who;
  /**
   * Whether the page depends only on the brand, the person and this process. If these are unchanged, the response is
   * 304.
   */
  readonly hasETag?: true;
  /**
   * Whether its form holds content. Then the body may be large, and a refusal, such as for an ended session, keeps it.
   */
  readonly isKept?: true;
  /** Whether its form holds files, which are read as they arrive. */
  readonly isUpload?: true;
  run(context: HandlerContext): Reply | Promise<Reply>;
}

export type BrandRoute = Route<Role, BrandContext>;

export type WorkspaceRoute = Route<'anyone', Context> | Route<'person' | 'operator', SignedInContext> | BrandRoute;

/** Routes of a page of forms: the page, and what takes its forms. */
const formRoutes = (route: Pick<BrandRoute, 'path' | 'who' | 'isKept'>, forms: FormsPage): readonly BrandRoute[] => [
  { ...route, method: 'GET', run: forms.page },
  { ...route, method: 'POST', run: forms.change },
];

/**
 * Routes of the versions of a part: their list, a comparison of two of them, and restoring one.
 *
 * @param path of the part
 */
const versionRoutes = (path: string, compare: BrandRoute['run']): readonly BrandRoute[] => [
  { method: 'GET', path: `${path}/versions`, who: 'editor', hasETag: true, run: versionsPage },
  { method: 'GET', path: `${path}/compare`, who: 'editor', hasETag: true, run: compare },
  ...formRoutes({ path: `${path}/restore`, who: 'editor' }, restorePage),
];

/** Routes of a brand. */
export const brandRoutes: readonly BrandRoute[] = [
  { method: 'GET', path: '', who: 'editor', run: overviewPage.page },
  { method: 'POST', path: '', who: 'admin', run: overviewPage.change },
  { method: 'GET', path: '/newer', who: 'editor', run: newerChanges },
  { method: 'GET', path: '/search', who: 'editor', run: searchPage },
  { method: 'GET', path: '/changes', who: 'editor', hasETag: true, run: changesPage },
  { method: 'GET', path: '/changes/:commit', who: 'editor', hasETag: true, run: changePage },
  { method: 'GET', path: '/changes/:commit/undo', who: 'editor', run: undoChange },
  { method: 'GET', path: '/proposals', who: 'editor', run: proposalsPage },
  ...formRoutes({ path: '/proposals/:proposal', who: 'editor', isKept: true }, proposalPage),
  ...formRoutes({ path: '/pages/new', who: 'editor', isKept: true }, newPage),
  ...versionRoutes('/pages/:page', comparePages),
  ...formRoutes({ path: '/pages/:page/edit', who: 'editor', isKept: true }, pageSettings),
  ...formRoutes({ path: '/colors', who: 'editor', isKept: true }, colorsPage),
  ...formRoutes({ path: '/colors/:color', who: 'editor', isKept: true }, colorPage),
  ...versionRoutes('/colors/:color', compareColors),
  ...formRoutes({ path: '/portal', who: 'editor', isKept: true }, portalPage),
  ...formRoutes({ path: '/theme', who: 'editor', isKept: true }, themePage),
  { method: 'GET', path: '/language', who: 'editor', hasETag: true, run: languagePage },
  ...formRoutes({ path: '/language/check', who: 'editor', isKept: true }, checkTextPage),
  ...formRoutes({ path: '/language/status', who: 'editor' }, statusPage),
  ...formRoutes({ path: '/language/terms/:term', who: 'editor', isKept: true }, termPage),
  ...formRoutes({ path: '/language/:section/edit', who: 'editor', isKept: true }, sectionPage),
  ...versionRoutes('/language/:section', compareSections),
  ...formRoutes({ path: '/context', who: 'editor', isKept: true }, factsPage),
  ...formRoutes({ path: '/context/categories', who: 'editor', isKept: true }, categoriesPage),
  ...formRoutes({ path: '/context/:entry/edit', who: 'editor', isKept: true }, factPage),
  ...versionRoutes('/context/:entry', compareEntries),
  { method: 'GET', path: '/picture/:file', who: 'editor', run: pictureReply },
  { method: 'GET', path: '/media', who: 'editor', hasETag: true, run: mediaPage },
  { method: 'POST', path: '/media', who: 'editor', isUpload: true, run: uploadFiles },
  { method: 'POST', path: '/media/release', who: 'editor', run: releaseSelected },
  ...formRoutes({ path: '/media/:media', who: 'editor', isKept: true }, mediumPage),
  { method: 'GET', path: '/media/:media/file', who: 'editor', run: downloadMedium },
  { method: 'POST', path: '/media/:media/file', who: 'editor', isUpload: true, run: replaceMedium },
  ...versionRoutes('/media/:media', compareMedia),
  { method: 'GET', path: '/trash', who: 'editor', run: trashPage },
  ...formRoutes({ path: '/trash/:page', who: 'editor' }, trashedPage),
  ...formRoutes({ path: '/trash/:page/purge', who: 'admin' }, purgePage),
  ...formRoutes({ path: '/people', who: 'admin' }, peoplePage),
  ...formRoutes({ path: '/people/:person', who: 'admin' }, personPage),
  ...formRoutes({ path: '/access', who: 'admin' }, accessPage),
  ...formRoutes({ path: '/keys', who: 'admin' }, keysPage),
  ...formRoutes({ path: '/keys/:key', who: 'admin' }, keyPage),
  ...formRoutes({ path: '/webhooks', who: 'admin' }, webhooksPage),
  ...formRoutes({ path: '/webhooks/:webhook', who: 'admin' }, webhookPage),
  ...formRoutes({ path: '/settings', who: 'admin' }, settingsPage),
  { method: 'GET', path: '/settings/sign-in', who: 'admin', run: signInSettings },
  { method: 'GET', path: '/stats', who: 'admin', run: statsPage },
  ...formRoutes({ path: '/restore', who: 'admin' }, restorePage),
];

/** Routes outside brands. */
export const portalRoutes: readonly WorkspaceRoute[] = [
  { method: 'GET', path: '/sign-in', who: 'anyone', run: signInForm },
  { method: 'POST', path: '/sign-in', who: 'anyone', run: signInByLink },
  { method: 'GET', path: '/sign-in/passkey', who: 'anyone', run: passkeyOptions },
  { method: 'POST', path: '/sign-in/passkey', who: 'anyone', run: signInByPasskey },
  { method: 'GET', path: '/sign-in/oidc', who: 'anyone', run: startSignIn },
  { method: 'GET', path: '/sign-in/oidc/return', who: 'anyone', run: handleCallback },
  { method: 'POST', path: '/me/oidc', who: 'person', run: askToConnect },
  { method: 'GET', path: '/me/oidc/go', who: 'person', run: startConnect },
  { method: 'GET', path: '/authorize', who: 'person', run: askConsent },
  { method: 'POST', path: '/authorize', who: 'person', run: answerConsent },
  { method: 'GET', path: '/', who: 'person', run: brandsPage },
  { method: 'GET', path: '/search', who: 'person', run: searchBrands },
  { method: 'GET', path: '/me', who: 'person', run: mePage },
  { method: 'POST', path: '/me', who: 'person', run: changeMe },
  { method: 'GET', path: '/me/passkeys', who: 'person', run: passkeysPage },
  { method: 'POST', path: '/me/passkeys', who: 'person', run: changePasskeys },
  { method: 'GET', path: '/me/passkeys/options', who: 'person', run: newPasskeyOptions },
  { method: 'GET', path: '/operator', who: 'operator', run: (context) => allBrands(context) },
  { method: 'POST', path: '/operator', who: 'operator', run: changeBrands },
  { method: 'GET', path: '/operator/brands.csv', who: 'operator', run: brandsCsv },
  { method: 'GET', path: '/operator/archived', who: 'operator', run: (context) => archivedPage(context) },
  { method: 'POST', path: '/operator/archived', who: 'operator', run: changeArchived },
  { method: 'GET', path: '/operator/brands/new', who: 'operator', run: newBrandForm },
  { method: 'POST', path: '/operator/brands/new', who: 'operator', run: createBrand },
  { method: 'GET', path: '/people', who: 'operator', run: everyonePage },
  { method: 'GET', path: '/operator/try-sign-in', who: 'operator', run: startTrial },
  { method: 'GET', path: '/operator/health', who: 'operator', run: healthPage },
];

/** All addresses of the workspace except its assets. */
export const workspaceRoutes: readonly WorkspaceRoute[] = [
  ...portalRoutes.map((route) => ({ ...route, path: workspacePrefix + route.path })),
  ...brandRoutes.map((route) => ({ ...route, path: brandWorkspace(':brand') + route.path })),
];
