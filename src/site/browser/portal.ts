import '../../words/of-document.js';
import { startAsking } from './asking.js';
import { startCompact } from './compact.js';
import { startContents } from './contents.js';
import { startCopying } from './copy.js';
import { startEmbeds } from './embeds.js';
import { startHereNow } from './here-now.js';
import { startLanguages } from './languages.js';
import { startLocalTimes } from './local-times.js';
import { startLook } from './look.js';
import { startMenus } from './menus.js';
import { startNavigation } from './navigation.js';
import { startSearch } from './search.js';
import { startSelection } from './selection.js';
import { startShareLink } from './share-link.js';
import { startTabs } from './tabs.js';

startNavigation();
startContents();
startCopying();
startShareLink();
startSelection();
startMenus();
startTabs();
startCompact();
startEmbeds();
startSearch();
startLook();
startLanguages();
startAsking();
startHereNow();
startLocalTimes(document);
// The bar loads the file with each page that its reader may edit.
if (document.querySelector('[data-edit]')) void import('./editing.js').then(({ startEditing }) => startEditing());
if (document.querySelector('[data-form]')) void import('./form-dialog.js').then(({ startForm }) => startForm());
if (document.querySelector('[data-notes]')) void import('./notes-panel.js').then(({ startNotes }) => startNotes());
if (document.querySelector('[data-mentions]'))
  void import('./mentions.js').then(({ startMentions }) => startMentions(document));
