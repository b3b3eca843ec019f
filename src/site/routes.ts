import type { Role } from '../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../service/workspace-addresses.js';
import { isInLanguages } from './addresses.js';
import { changesPage, newerChanges } from './compare/all-changes.js';
import { changePage, undoChange } from './compare/change.js';
import { compareColors, compareEntries, compareMedia, compareSections } from './compare/compare.js';
import { comparePages, pageHistoryPage } from './compare/history.js';
import { proposalPage } from './compare/proposal.js';
import { proposalsPage } from './compare/proposals.js';
import { restorePage } from './compare/restore.js';
import { versionsPage } from './compare/versions.js';
import type { BrandContext, Context, SignedInContext, WorkContext } from './context.js';
import { fontPage, themeSheetPage } from './frame/theme-sheet.js';
import { accessPage } from './manage/access.js';
import { allBrands, brandsCsv, changeBrands } from './manage/all-brands.js';
import { archivedPage, changeArchived } from './manage/archived.js';
import { answerConsent, askConsent } from './manage/authorize.js';
import { brandsPage } from './manage/brands.js';
import { categoriesPage } from './manage/categories.js';
import { checkTextPage } from './manage/check-text.js';
import { collectionPage as collectionForms, collectionsPage } from './manage/collections.js';
import { colorPage, colorsPage } from './manage/colors.js';
import { factPage, factsPage } from './manage/facts.js';
import { newFontPage, sendFont } from './manage/font.js';
import { healthPage } from './manage/health.js';
import { importPagesPage, importSentPages } from './manage/import-pages.js';
import { importTextsPage } from './manage/import-texts.js';
import { keyPage } from './manage/key.js';
import { keysPage } from './manage/keys.js';
import { languagePage, statusPage } from './manage/language.js';
import { languagesPage } from './manage/languages.js';
import { logoPage, uploadLogo } from './manage/logo.js';
import { confirmAddress, confirmPage, offPage, switchOff } from './manage/mail-links.js';
import { changeMe, mePage } from './manage/me.js';
import { mediaPage, pictureReply, uploadFiles } from './manage/media.js';
import { mediaNamesPage } from './manage/media-names.js';
import { changeSeveral, undoSeveralPage } from './manage/media-several.js';
import { unpackMedia } from './manage/media-unpack.js';
import { downloadMedium, mediumPage, replaceMedium } from './manage/medium.js';
import { createBrand, newBrandForm } from './manage/new-brand.js';
import { newPage } from './manage/new-page.js';
import { newNotePage, notePage, offerPeople } from './manage/note.js';
import { notesPage } from './manage/notes.js';
import { changeNotifications, notificationsPage } from './manage/notifications.js';
import { numbersCsv } from './manage/numbers-csv.js';
import { overviewPage } from './manage/overview.js';
import { ownData } from './manage/own-data.js';
import { pageSettings } from './manage/page-settings.js';
import type { FormsPage } from './manage/parts/forms-page.js';
import { changePasskeys, newPasskeyOptions, passkeysPage } from './manage/passkeys.js';
import { everyonePage, peoplePage } from './manage/people.js';
import { personPage } from './manage/person.js';
import { homeFormPage, portalPage } from './manage/portal.js';
import { recordListPage, recordTextsPage } from './manage/record-texts.js';
import { searchBrands, workspaceSearchPage } from './manage/search.js';
import { sectionPage } from './manage/section.js';
import { settingsPage } from './manage/settings.js';
import { passkeyOptions, signInByLink, signInByPasskey, signInForm } from './manage/sign-in.js';
import { askToConnect, handleCallback, startConnect, startSignIn, startTrial } from './manage/sign-in-oidc.js';
import { signInSettings } from './manage/sign-in-settings.js';
import { statsPage } from './manage/stats.js';
import { termPage } from './manage/term.js';
import { themePage } from './manage/theme.js';
import { translationsPage } from './manage/translations.js';
import { purgePage, trashedPage, trashPage } from './manage/trash.js';
import { webhookPage } from './manage/webhook.js';
import { webhooksPage } from './manage/webhooks.js';
import { askPage, takeNote } from './read/ask.js';
import { brandIcon } from './read/brand-icon.js';
import { whatChangedPage } from './read/changes.js';
import { collectionPage, zipCollection } from './read/collection.js';
import { connectPage } from './read/connect.js';
import {
  llmsText,
  markdownHref,
  markdownPage,
  robots,
  sitemap,
  tokensAse,
  tokensCss,
  tokensJson,
} from './read/documents.js';
import { filePage, proposedFilePage } from './read/file.js';
import { framedPage } from './read/framed.js';
import { homePage } from './read/home.js';
import { notFoundPage } from './read/not-found.js';
import { ownNotePage, takeOwnNote } from './read/own-note.js';
import { pagePage } from './read/page.js';
import { pageByIdPage } from './read/page-by-id.js';
import { printPage } from './read/print.js';
import { searchPage } from './read/search.js';
import { selectionPage, zipSelection } from './read/selection.js';
import { zipPage } from './read/zip.js';
import type { ReadReply, SentByReader, WorkReply } from './replies.js';

/**
 * An address of a portal, below `/brands/<slug>` or at the root of the brand's own host. What is not a page is below
 * `/-/`, which no slug can be.
 */
export interface ReadRoute {
  readonly path: string;
  /** Addresses of its other forms by media type: who asks for one by `Accept` is led there. */
  readonly forms?: Readonly<Record<string, (context: BrandContext) => string>>;
  /** Whether a guest who previews a proposal sees it here. Default: they see the brand as any guest does. */
  readonly isPreviewed?: true;
  run(context: BrandContext): ReadReply | Promise<ReadReply>;
  /** Address of a page that is asked for by a slug that it had before. */
  movedHref?(context: BrandContext, slug: string): string;
  /** Takes the form of the page. */
  take?(context: BrandContext, sent: SentByReader): Promise<ReadReply>;
}

export const readRoutes: readonly ReadRoute[] = [
  {
    path: '/',
    forms: { 'text/markdown': ({ documentHref }) => documentHref('llms.txt') },
    isPreviewed: true,
    run: homePage,
  },
  { path: '/llms.txt', run: llmsText },
  { path: '/robots.txt', run: robots },
  { path: '/sitemap.xml', run: sitemap },
  { path: '/:page.md', isPreviewed: true, run: markdownPage, movedHref: markdownHref },
  {
    path: '/:page',
    forms: { 'text/markdown': markdownHref },
    isPreviewed: true,
    run: pagePage,
    movedHref: ({ pageHref }, slug) => pageHref(slug),
  },
  { path: '/-/search', run: searchPage },
  { path: '/-/changes', run: whatChangedPage },
  { path: '/-/ask', run: askPage, take: takeNote },
  { path: '/-/note', run: ownNotePage, take: takeOwnNote },
  { path: '/-/icon.svg', isPreviewed: true, run: brandIcon },
  { path: '/-/framed/:size/:id/:name', isPreviewed: true, run: framedPage },
  { path: '/-/files/:id/:name', isPreviewed: true, run: filePage },
  { path: '/-/proposals/:proposal/-/files/:id/:name', run: proposedFilePage },
  { path: '/-/history/:id', run: pageHistoryPage },
  { path: '/-/page/:id', isPreviewed: true, run: pageByIdPage },
  { path: '/-/connect', run: connectPage },
  { path: '/-/print', run: printPage },
  { path: '/-/print/:id', run: printPage },
  { path: '/-/tokens.json', forms: { 'text/css': ({ href }) => href('/-/tokens.css') }, run: tokensJson },
  { path: '/-/tokens.css', run: tokensCss },
  { path: '/-/tokens.ase', run: tokensAse },
  { path: '/-/collections/:collection', run: collectionPage },
  { path: '/-/collections/:collection/zip', run: zipCollection },
  { path: '/-/selection', run: selectionPage },
  { path: '/-/selection/zip', run: zipSelection },
  { path: '/-/zip/:page', isPreviewed: true, run: zipPage },
  { path: '/-/theme/:name', isPreviewed: true, run: themeSheetPage },
  { path: '/-/fonts/:id/:name', isPreviewed: true, run: fontPage },
];

/** Routes that are below a language, too: `/<tag>/…`. The home of a language has the address of a page. */
export const translatedRoutes: readonly ReadRoute[] = readRoutes
  .filter(({ path }) => path !== '/' && (isInLanguages(path) || ['/llms.txt', '/:page.md', '/:page'].includes(path)))
  .map((route) => ({ ...route, path: `/:lang${route.path}` }));

/** Every other address below it. */
export const unknownRoute: ReadRoute = { path: '/*rest', run: notFoundPage };

/** Address of the workspace, who may use it, and its handler. */
interface WorkRoute<Who, HandlerContext> {
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
  /** Whether programs send its form, too, from no page and in any form: its query says all. */
  readonly isForPrograms?: true;
  run(context: HandlerContext): WorkReply | Promise<WorkReply>;
}

export type BrandRoute = WorkRoute<Role, WorkContext>;

export type WorkspaceRoute =
  | WorkRoute<'anyone', Context>
  | WorkRoute<'person' | 'operator', SignedInContext>
  | BrandRoute;

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
  { method: 'GET', path: '/search', who: 'editor', run: workspaceSearchPage },
  { method: 'GET', path: '/changes', who: 'editor', hasETag: true, run: changesPage },
  { method: 'GET', path: '/changes/:commit', who: 'editor', hasETag: true, run: changePage },
  { method: 'GET', path: '/changes/:commit/undo', who: 'editor', run: undoChange },
  { method: 'GET', path: '/proposals', who: 'editor', run: proposalsPage },
  ...formRoutes({ path: '/proposals/:proposal', who: 'editor', isKept: true }, proposalPage),
  { method: 'GET', path: '/notes', who: 'editor', run: notesPage },
  { method: 'GET', path: '/notes/people', who: 'editor', run: offerPeople },
  ...formRoutes({ path: '/notes/new', who: 'editor', isKept: true }, newNotePage),
  ...formRoutes({ path: '/notes/:note', who: 'editor', isKept: true }, notePage),
  { method: 'GET', path: '/pages/import', who: 'editor', hasETag: true, run: importPagesPage },
  { method: 'POST', path: '/pages/import', who: 'editor', isUpload: true, run: importSentPages },
  ...formRoutes({ path: '/pages/new', who: 'editor', isKept: true }, newPage),
  ...versionRoutes('/pages/:page', comparePages),
  ...formRoutes({ path: '/pages/:page/edit', who: 'editor', isKept: true }, pageSettings),
  ...formRoutes({ path: '/colors', who: 'editor', isKept: true }, colorsPage),
  ...formRoutes({ path: '/colors/:color', who: 'editor', isKept: true }, colorPage),
  ...versionRoutes('/colors/:color', compareColors),
  { method: 'GET', path: '/logo', who: 'editor', run: (context) => logoPage(context) },
  { method: 'POST', path: '/logo', who: 'editor', isUpload: true, run: uploadLogo },
  ...formRoutes({ path: '/portal', who: 'editor', isKept: true }, portalPage),
  ...formRoutes({ path: '/portal/home', who: 'editor', isKept: true }, homeFormPage),
  { method: 'GET', path: '/theme/font', who: 'editor', run: (context) => newFontPage(context) },
  { method: 'POST', path: '/theme/font', who: 'editor', isUpload: true, run: sendFont },
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
  { method: 'POST', path: '/media/unpack', who: 'editor', isUpload: true, run: unpackMedia },
  { method: 'POST', path: '/media/change', who: 'editor', isKept: true, run: changeSeveral },
  ...formRoutes({ path: '/media/names', who: 'editor' }, mediaNamesPage),
  ...formRoutes({ path: '/media/collections', who: 'editor', isKept: true }, collectionsPage),
  ...formRoutes({ path: '/media/collections/:collection', who: 'editor', isKept: true }, collectionForms),
  ...formRoutes({ path: '/media/undo', who: 'editor' }, undoSeveralPage),
  ...formRoutes({ path: '/media/:media', who: 'editor', isKept: true }, mediumPage),
  { method: 'GET', path: '/media/:media/file', who: 'editor', run: downloadMedium },
  { method: 'POST', path: '/media/:media/file', who: 'editor', isUpload: true, run: replaceMedium },
  ...versionRoutes('/media/:media', compareMedia),
  // Viewers who translate have it, too.
  { method: 'GET', path: '/translations', who: 'viewer', hasETag: true, run: translationsPage },
  { method: 'GET', path: '/translations/import', who: 'viewer', hasETag: true, run: importTextsPage },
  ...formRoutes({ path: '/translations/:lang/portal', who: 'viewer' }, recordTextsPage),
  { method: 'GET', path: '/translations/:lang/:of', who: 'viewer', hasETag: true, run: recordListPage },
  ...formRoutes({ path: '/translations/:lang/:of/:id', who: 'viewer' }, recordTextsPage),
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
  ...formRoutes({ path: '/settings/languages', who: 'admin' }, languagesPage),
  { method: 'GET', path: '/settings/sign-in', who: 'admin', run: signInSettings },
  { method: 'GET', path: '/stats', who: 'editor', run: statsPage },
  { method: 'GET', path: '/stats/numbers.csv', who: 'editor', run: numbersCsv },
  ...formRoutes({ path: '/restore', who: 'admin' }, restorePage),
];

/** Routes outside brands. */
const serverRoutes: readonly WorkspaceRoute[] = [
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
  { method: 'GET', path: '/me/data.json', who: 'person', run: ownData },
  { method: 'GET', path: '/me/passkeys', who: 'person', run: passkeysPage },
  { method: 'POST', path: '/me/passkeys', who: 'person', run: changePasskeys },
  { method: 'GET', path: '/me/passkeys/options', who: 'person', run: newPasskeyOptions },
  { method: 'GET', path: '/me/notifications', who: 'person', run: (context) => notificationsPage(context) },
  { method: 'POST', path: '/me/notifications', who: 'person', run: changeNotifications },
  { method: 'GET', path: '/mail/confirm', who: 'anyone', run: confirmPage },
  { method: 'POST', path: '/mail/confirm', who: 'anyone', run: confirmAddress },
  { method: 'GET', path: '/mail/off', who: 'anyone', run: offPage },
  { method: 'POST', path: '/mail/off', who: 'anyone', isForPrograms: true, run: switchOff },
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
  ...serverRoutes.map((route) => ({ ...route, path: workspacePrefix + route.path })),
  ...brandRoutes.map((route) => ({ ...route, path: brandWorkspace(':brand') + route.path })),
];
