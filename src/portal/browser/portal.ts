import { startCopying } from './copy.js';
import { startMenus } from './menus.js';
import { startTabs } from './tabs.js';

startCopying();
startMenus();
startTabs();
