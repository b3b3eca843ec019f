import { startCopyButtons } from './copy-buttons.js';
import { startDoubleClickGuard } from './double-clicks.js';
import { startLocalCopies } from './local-copies.js';
import { startLocalTimes } from './local-times.js';
import { startNewerVersionNotice } from './newer-version.js';
import { startPasskeyForms } from './passkey-forms.js';
import { startSignInLink } from './sign-in-link.js';
import { startToasts } from './toasts.js';
import { startUploadForms } from './upload-forms.js';

startSignInLink();
startPasskeyForms();
/** Focus on the reason of a refusal. */
document.querySelector<HTMLElement>('.note[role=alert]')?.focus();
startLocalTimes();
startToasts();
startCopyButtons();
startDoubleClickGuard();
startNewerVersionNotice();
startLocalCopies();
startUploadForms();
