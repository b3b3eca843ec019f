import { startCopying } from './copy.js';
import { startTabs } from './tabs.js';

startCopying();
startTabs();
