import type { Module } from '../../content/brand.js';
import { addBlock, deleteBlock, replaceContent, updateBlock } from '../../operations/blocks.js';
import { showBrand, showTokens } from '../../operations/brand.js';
import { checkText } from '../../operations/check-text.js';
import { listColors, showColor } from '../../operations/colors.js';
import { listEntries } from '../../operations/context.js';
import type { Operation, ReadOperation, WriteOperation } from '../../operations/engine/contract.js';
import { listChanges, watchChanges } from '../../operations/feed.js';
import { replaceSection, replaceSectionIn, showLanguage, showSection } from '../../operations/language.js';
import { listMedia, showMedium, updateMedium } from '../../operations/media.js';
import { replaceFile, showMediaFile, uploadMedia } from '../../operations/media-files.js';
import { createPage, deletePage, showPage, updatePage } from '../../operations/pages.js';
import { addComment, listComments } from '../../operations/proposals/comments.js';
import {
  createProposal,
  listProposalChanges,
  listProposals,
  showProposal,
  submitProposal,
  updateProposal,
  withdrawProposal,
} from '../../operations/proposals/proposals.js';
import { queryPages } from '../../operations/query-pages.js';
import { savePage } from '../../operations/save-page.js';
import { search } from '../../operations/search.js';
import { checkImport, importTexts } from '../../operations/translations/import-texts.js';
import { listLanguages, listQueue } from '../../operations/translations/languages.js';
import { saveTexts } from '../../operations/translations/save-texts.js';
import { exportTerms } from '../../operations/translations/terms.js';
import { confirmTexts, updateBlockTexts, updateTexts } from '../../operations/translations/texts.js';
import { exportTexts } from '../../operations/translations/xliff.js';
import { Input, OneOf, Type } from '../../validation/schema.js';

export const apiPrefix = '/api/v1';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const methodsWithBody: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH']);

export interface Route {
  readonly method: Method;
  /** Below the prefix, in Express's notation. */
  readonly path: string;
  readonly operation: Operation;
  /** Operation of a write with `lang` in its query, which is a parameter of it then. Without one, such a write is refused. */
  readonly translated?: WriteOperation;
  /** Whether the operation is always about a language. */
  readonly takesLang?: true;
  /** Operation of a write with `check` in its query, which changes nothing. Its body is a file of translations. */
  readonly checked?: ReadOperation;
  /** Module without which it is 404, next to the operation's. */
  readonly module?: Module;
  readonly status: 200 | 201 | 204;
  /** Whether the answer is a page or a medium that was created, and says where it is. */
  readonly created?: true;
  /** Whether the answer is a stream of events, each with an answer of the operation. */
  readonly streams?: true;
  readonly sendsFile?: true;
  /** Query of a request whose body is a file. */
  readonly upload?: FileQuery;
}

const name = Type.String({
  minLength: 1,
  maxLength: 1000,
  description:
    "The file's name, from which the name of the stored one is made. Its extension follows from the content.",
});

/** Query of `PUT /media/:id/file`. */
const replacementQuery = Input({ name });

/** The same for people, who may keep what is taken out of files. */
export const keepingQuery = Input({ name, keep_place: Type.Optional(OneOf(['yes'])) });

/** Query of `POST /media`: what the address says of the file that is the body. */
export const uploadQuery = Input({
  name,
  title: Type.Optional(Type.String({ description: "The medium's title." })),
  caption: Type.Optional(Type.String({ description: "The medium's caption." })),
  media_category_id: Type.Optional(Type.Integer({ description: "The medium's category." })),
});

/** Query of a request whose body is a file. */
export type FileQuery = typeof replacementQuery | typeof keepingQuery | typeof uploadQuery;

const module = 'media_upload';

/** The whole surface of the API. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/brand', operation: showBrand, status: 200 },
  { method: 'GET', path: '/brand/tokens', operation: showTokens, status: 200 },
  { method: 'GET', path: '/brand/colors', operation: listColors, status: 200 },
  { method: 'GET', path: '/brand/colors/:id', operation: showColor, status: 200 },
  { method: 'GET', path: '/brand/cl', operation: showLanguage, status: 200 },
  { method: 'GET', path: '/brand/cl/:section', operation: showSection, status: 200 },
  { method: 'PATCH', path: '/brand/cl/:section', operation: replaceSection, translated: replaceSectionIn, status: 200 },
  { method: 'POST', path: '/brand/check', operation: checkText, status: 200 },
  { method: 'GET', path: '/brand/context', operation: listEntries, status: 200 },
  { method: 'GET', path: '/pages', operation: queryPages, status: 200 },
  { method: 'POST', path: '/pages', operation: createPage, status: 201, created: true },
  { method: 'GET', path: '/pages/:page', operation: showPage, status: 200 },
  { method: 'PATCH', path: '/pages/:page', operation: updatePage, translated: updateTexts, status: 200 },
  { method: 'DELETE', path: '/pages/:page', operation: deletePage, status: 204 },
  { method: 'PUT', path: '/pages/:page/content', operation: replaceContent, status: 200 },
  { method: 'POST', path: '/pages/:page/save', operation: savePage, translated: saveTexts, status: 200 },
  { method: 'POST', path: '/pages/:page/still-correct', operation: confirmTexts, takesLang: true, status: 200 },
  { method: 'POST', path: '/pages/:page/blocks', operation: addBlock, status: 201 },
  {
    ...{ method: 'PATCH', path: '/pages/:page/blocks/:block', operation: updateBlock, translated: updateBlockTexts },
    status: 200,
  },
  { method: 'DELETE', path: '/pages/:page/blocks/:block', operation: deleteBlock, status: 200 },
  { method: 'GET', path: '/languages', operation: listLanguages, status: 200 },
  { method: 'GET', path: '/languages/:tag/queue', operation: listQueue, status: 200 },
  { method: 'GET', path: '/languages/:tag/texts.xlf', operation: exportTexts, status: 200 },
  { method: 'PUT', path: '/languages/:tag/texts.xlf', operation: importTexts, checked: checkImport, status: 200 },
  { method: 'GET', path: '/languages/:tag/terms.csv', operation: exportTerms, status: 200 },
  { method: 'GET', path: '/media', operation: listMedia, status: 200 },
  { method: 'POST', path: '/media', operation: uploadMedia, status: 201, created: true, module, upload: uploadQuery },
  { method: 'GET', path: '/media/:id', operation: showMedium, status: 200 },
  { method: 'PATCH', path: '/media/:id', operation: updateMedium, status: 200 },
  { method: 'GET', path: '/media/:id/file', operation: showMediaFile, status: 200, sendsFile: true },
  { method: 'PUT', path: '/media/:id/file', operation: replaceFile, status: 200, module, upload: replacementQuery },
  { method: 'GET', path: '/changes', operation: listChanges, status: 200 },
  { method: 'GET', path: '/changes/stream', operation: watchChanges, status: 200, streams: true },
  { method: 'GET', path: '/search', operation: search, status: 200 },
  { method: 'GET', path: '/proposals', operation: listProposals, status: 200 },
  { method: 'POST', path: '/proposals', operation: createProposal, status: 201, created: true },
  { method: 'GET', path: '/proposals/changes', operation: listProposalChanges, status: 200 },
  { method: 'GET', path: '/proposals/:proposal', operation: showProposal, status: 200 },
  { method: 'PATCH', path: '/proposals/:proposal', operation: updateProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/submit', operation: submitProposal, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/withdraw', operation: withdrawProposal, status: 200 },
  { method: 'GET', path: '/proposals/:proposal/comments', operation: listComments, status: 200 },
  { method: 'POST', path: '/proposals/:proposal/comments', operation: addComment, status: 201 },
];
