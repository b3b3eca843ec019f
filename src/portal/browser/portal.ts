import { startContents } from './contents.js';
import { startCopying } from './copy.js';
import { startEditing } from './editing.js';
import { startLook } from './look.js';
import { startMenus } from './menus.js';
import { startNavigation } from './navigation.js';
import { startSearch } from './search.js';
import { startShareLink } from './share-link.js';
import { startTabs } from './tabs.js';

startNavigation();
startContents();
startCopying();
startShareLink();
startMenus();
startTabs();
startSearch();
startLook();
startEditing();
