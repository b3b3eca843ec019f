import { startContents } from './contents.js';
import { startCopying } from './copy.js';
import { startLook } from './look.js';
import { startNavigation } from './navigation.js';
import { startSearch } from './search.js';
import { startShareLink } from './share-link.js';
import { startTabs } from './tabs.js';

startNavigation();
startContents();
startCopying();
startShareLink();
startTabs();
startSearch();
startLook();
