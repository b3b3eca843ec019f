import { noCrashBreaks } from '../support/crash/no-crash-breaks.js';
import { abandonedLock, oneWriter, twoProcesses } from '../support/crash/store-scenarios.js';

noCrashBreaks([{ ...oneWriter, seeds: [1, 2] }, twoProcesses, abandonedLock], 2400);
