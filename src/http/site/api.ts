import express, { type Request, type RequestHandler } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { arrangePage, duplicatePage } from '../../operations/arrange-pages.js';
import { checkText } from '../../operations/check-text.js';
import { listFullColors } from '../../operations/colors.js';
import { authorize, isAllowed, personActor } from '../../operations/engine/access.js';
import type { Operation } from '../../operations/engine/contract.js';
import { watchChanges } from '../../operations/feed.js';
import { stayOnPage } from '../../operations/here-now.js';
import { listUsableMedia, releaseMedia, setMedia } from '../../operations/media.js';
import { replaceFile, uploadMedia } from '../../operations/media-files.js';
import { mergeOpenPage } from '../../operations/merge-open-page.js';
import { cleanHtml, openPage } from '../../operations/open-page.js';
import { showReaders } from '../../operations/page-readers.js';
import { createHiddenPage, createPage, deletePage, updatePage } from '../../operations/pages.js';
import { approveProposal, settleConflicts } from '../../operations/proposals/decide.js';
import { mergeProposal } from '../../operations/proposals/merge.js';
import {
  showProposal,
  submitProposal,
  updateProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { queryPages } from '../../operations/query-pages.js';
import { settleSave, undoSave } from '../../operations/save-page.js';
import { checkImport, importTexts } from '../../operations/translations/import-texts.js';
import { listQueue } from '../../operations/translations/languages.js';
import { listChangedSources, openTexts } from '../../operations/translations/open-texts.js';
import { saveTexts } from '../../operations/translations/save-texts.js';
import { confirmTexts } from '../../operations/translations/texts.js';
import { exportTexts } from '../../operations/translations/xliff.js';
import { restorePage } from '../../operations/trash.js';
import type { KeyIdentity } from '../../service/callers.js';
import { stateOf } from '../admission/request.js';
import { bodyOf } from '../api/body.js';
import { byLanguage } from '../api/by-language.js';
import { changeStream, type StreamCallers } from '../api/change-stream.js';
import { type EntryPoint, perform } from '../api/handler.js';
import { keepingQuery, type Route, uploadQuery } from '../api/routes.js';
import { addRoutes, asProblem, problems, unknownRoute } from '../problem.js';
import { speakTo } from '../reader-language.js';
import { replying, setHeaders } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { chargePerson } from './charge-person.js';
import { requireSameOrigin } from './forms.js';
import { authenticate, requireBrandOf } from './session-cookie.js';

/** Operations that the scripts of a brand's pages run, as JSON, for people who are signed in. */
export const workspaceApiRoutes: readonly Route[] = [
  { method: 'GET', path: '/pages', operation: queryPages, status: 200 },
  { method: 'POST', path: '/pages', operation: createPage, status: 201 },
  { method: 'POST', path: '/hidden-pages', operation: createHiddenPage, status: 201 },
  { method: 'GET', path: '/pages/:page', operation: openPage, status: 200 },
  { method: 'PATCH', path: '/pages/:page', operation: updatePage, status: 200 },
  { method: 'DELETE', path: '/pages/:page', operation: deletePage, status: 204 },
  { method: 'GET', path: '/pages/:page/readers', operation: showReaders, status: 200 },
  { method: 'POST', path: '/pages/:page/save', operation: settleSave, translated: saveTexts, status: 200 },
  { method: 'GET', path: '/pages/:page/texts', operation: openTexts, takesLang: true, status: 200 },
  { method: 'GET', path: '/pages/:page/changed-sources', operation: listChangedSources, takesLang: true, status: 200 },
  { method: 'POST', path: '/pages/:page/still-correct', operation: confirmTexts, takesLang: true, status: 200 },
  { method: 'GET', path: '/languages/:tag/queue', operation: listQueue, status: 200 },
  { method: 'GET', path: '/languages/:tag/texts.xlf', operation: exportTexts, status: 200 },
  { method: 'PUT', path: '/languages/:tag/texts.xlf', operation: importTexts, checked: checkImport, status: 200 },
  { method: 'POST', path: '/pages/:page/stay', operation: stayOnPage, status: 200 },
  { method: 'POST', path: '/pages/:page/undo', operation: undoSave, status: 200 },
  { method: 'POST', path: '/pages/:page/merge', operation: mergeOpenPage, status: 200 },
  { method: 'POST', path: '/pages/:page/arrange', operation: arrangePage, status: 200 },
  { method: 'POST', path: '/pages/:page/duplicate', operation: duplicatePage, status: 201 },
  { method: 'POST', path: '/trash/:page/restore', operation: restorePage, status: 200 },
  { method: 'GET', path: '/colors', operation: listFullColors, status: 200 },
  { method: 'GET', path: '/media', operation: listUsableMedia, status: 200 },
  { method: 'POST', path: '/media', operation: uploadMedia, status: 201, upload: uploadQuery },
  { method: 'PATCH', path: '/media/:id', operation: setMedia, status: 200 },
  { method: 'PUT', path: '/media/:id/file', operation: replaceFile, status: 200, upload: keepingQuery },
  { method: 'POST', path: '/media/:id/release', operation: releaseMedia, status: 200 },
  { method: 'POST', path: '/check', operation: checkText, status: 200 },
  { method: 'POST', path: '/clean', operation: cleanHtml, status: 200 },
  { method: 'GET', path: '/proposals/:proposal', operation: showProposal, status: 200 },
  { method: 'PATCH', path: '/proposals/:proposal', operation: updateProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/settle', operation: settleConflicts, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/submit', operation: submitProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/withdraw', operation: withdrawProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/approve', operation: approveProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/merge', operation: mergeProposal, status: 200 },
  { method: 'GET', path: '/changes/stream', operation: watchChanges, status: 200, streams: true },
];

/** Operations that viewers who translate need besides texts. */
const forTranslators: ReadonlySet<Operation> = new Set<Operation>([
  ...[
    openTexts,
    listChangedSources,
    cleanHtml,
    checkText,
    listQueue,
    exportTexts,
    checkImport,
    showProposal,
    updateProposal,
    submitProposal,
    withdrawProposal,
    watchChanges,
  ],
]);

/**
 * Handler below `/brands/:brand/-/workspace/api`. A request passes, in order: host, same origin, session, budget,
 * role, body, operation.
 */
export function workspaceApi(tools: HttpTools): RequestHandler {
  const { service, log, config } = tools;
  const router = express.Router({ caseSensitive: true, mergeParams: true });
  const entry: EntryPoint = {
    via: 'backend',
    cache: null,
    async confirm(request, _response, { slug, registeredAt }) {
      const now = await identify(request, tools, slug);
      if (now.brand.created_at !== registeredAt) throw notFound(say`Brand ${slug}`);
    },
  };
  const handlersOf = byLanguage((route) => [
    admit(route, tools),
    bodyOf(route, config.body_limit_bytes, { body: route.operation.body }),
    replying(route.streams ? changeStream(route, tools, streamsOfPeople(tools)) : perform(service, route, entry)),
  ]);
  addRoutes(router, workspaceApiRoutes, handlersOf);
  return router.use(unknownRoute, problems(log, asProblem));
}

/** Streams of people who write in the brand. */
const streamsOfPeople = (tools: HttpTools): StreamCallers => ({
  via: 'backend',
  async identify(request) {
    const identity = await identify(request, tools, String(request.params.brand)).catch(() => null);
    return identity !== null &&
      (identity.actor.translates !== undefined ||
        isAllowed({ right: 'read', effect: 'read', role: 'editor' }, identity.actor, identity.brand))
      ? identity
      : null;
  },
});

/**
 * Lets a person of the session in, as the actor of the operation.
 *
 * @throws PortalError
 */
function admit({ operation }: Route, tools: HttpTools): RequestHandler {
  return async (request, response, next) => {
    setHeaders(response, ['Vary', 'Cookie']);
    const identity = await identify(request, tools, String(request.params.brand));
    const { actor, brand } = identity;
    const isProposed = request.query.proposal !== undefined || operation.filesOfProposal !== undefined;
    // Automatic writes of drafts have a budget of their own.
    chargePerson(tools.limits, request, response, isProposed ? `${actor.id} draft` : actor.id, operation.effect);
    const isOpen = operation.right === 'translate' || (actor.translates !== undefined && forTranslators.has(operation));
    const role = operation.role ?? (isOpen ? undefined : 'editor');
    authorize({ ...operation, ...(role && { role }) }, actor, brand, isProposed);
    // Changes of one person must not be stored under the name of another person who has signed in since.
    if (operation.effect !== 'read' && request.get('person') !== actor.id) {
      const extra = { person: { id: actor.id, name: actor.name } };
      throw new PortalError('conflict', say`You are signed in as ${actor.name} now. Nothing was stored.`, { extra });
    }
    stateOf(response).identity = identity;
    next();
  };
}

/**
 * Person of the session, with the role in a brand.
 *
 * @throws `forbidden`, `unauthenticated`, `not_found`
 */
async function identify(request: Request, { service, hosts }: HttpTools, slug: string): Promise<KeyIdentity> {
  const origin = hosts.origin(request);
  requireSameOrigin(request, origin);
  const principal = await authenticate(request, service, origin);
  if (principal === null) throw new PortalError('unauthenticated', 'Your session is over.');
  speakTo(request, principal.person, null);
  const { brand, role } = requireBrandOf(principal, slug);
  return { actor: personActor(principal.person, role, brand.slug), brand };
}
