/** Before all tests: many run the built program. */
export { ensureBuilt as default } from './command.js';
