import { content, uploads } from '../support/crash/content-scenario.js';
import { noCrashBreaks } from '../support/crash/no-crash-breaks.js';
import { proposals } from '../support/crash/proposal-scenario.js';
import { purge } from '../support/crash/purge-scenario.js';
import { registration } from '../support/crash/registration-scenario.js';

noCrashBreaks([content, uploads, proposals, purge, registration], 2000);
