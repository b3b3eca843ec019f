import { startCopying } from './copy.js';
import { startShareLink } from './share-link.js';
import { startTabs } from './tabs.js';

startCopying();
startShareLink();
startTabs();
