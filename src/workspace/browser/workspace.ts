import { startCopyButtons } from './copy-buttons.js';
import { startDoubleClickGuard } from './double-clicks.js';
import { startLocalCopies } from './local-copies.js';
import { startLocalTimes } from './local-times.js';
import { startNavigationBar } from './navigation-bar.js';
import { startNewerVersionNotice } from './newer-version.js';
import { startOpeningInPlace } from './open-in-place.js';
import { startPasskeyForms } from './passkey-forms.js';
import { startSignInLink } from './sign-in-link.js';
import { startUploadForms } from './upload-forms.js';

startSignInLink();
startNavigationBar();
startPasskeyForms();
/** Focus on the reason of a refusal. */
document.querySelector<HTMLElement>('.notice[role=alert]')?.focus();
startDoubleClickGuard();
startNewerVersionNotice();
startLocalCopies();

/** What a part of a page needs, also one that is opened in place. */
function startParts(root: ParentNode): void {
  startLocalTimes(root);
  startCopyButtons(root);
  startUploadForms(root);
}
startParts(document);
startOpeningInPlace(startParts);
