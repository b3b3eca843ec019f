import '../../../words/of-document.js';
import { startLocalTimes } from '../local-times.js';
import { startColorFields } from './color-fields.js';
import { startDoubleClickGuard } from './double-clicks.js';
import { startFilters } from './filters.js';
import { startLookedAt } from './looked-at.js';
import { startNewerVersionNotice } from './newer-version.js';
import { startOpeningInPlace } from './open-in-place.js';
import { startPasskeyForms } from './passkey-forms.js';
import { startSaveBars, startSaving } from './save-bar.js';
import { startSchedule } from './schedule.js';
import { startSignInLink } from './sign-in-link.js';
import { startToasts } from './toasts.js';
import { startUploadForms } from './upload-forms.js';

startSignInLink();
startPasskeyForms();
// A refused form begins at its reason.
document.querySelector<HTMLElement>('.note[role=alert]')?.focus();
startToasts();
startDoubleClickGuard();
startNewerVersionNotice();
startSaving();
startFilters();
// Only the library has a selection.
if (document.querySelector('[data-selection]'))
  void import('./selection.js').then(({ startSelection }) => startSelection());

const importForm = document.querySelector<HTMLFormElement>('form[data-import]');
if (importForm) void import('./import-texts.js').then(({ startImport }) => startImport(importForm));

const pagesForm = document.querySelector<HTMLFormElement>('form[data-import-pages]');
if (pagesForm) void import('./import-pages.js').then(({ startPageImport }) => startPageImport(pagesForm));

const fontForm = document.querySelector<HTMLFormElement>('form[data-font]');
if (fontForm) void import('./add-font.js').then(({ startFontForm }) => startFontForm(fontForm));

/** Scripts of a part of a page, also of one that is opened in place. */
function startParts(root: ParentNode): void {
  startLocalTimes(root);
  startUploadForms(root);
  startColorFields(root);
  startSaveBars(root);
  startLookedAt(root);
  startSchedule(root);
}
startParts(document);
startOpeningInPlace(startParts);
