import { errorsOfContent } from './errors-content.js';
import { errorsOfImports } from './errors-import.js';
import { notes } from './errors-notes.js';
import { errorsOfPeople } from './errors-people.js';
import { errorsOfServer } from './errors-server.js';
import { errorsOfTranslations } from './errors-translations.js';

/** Errors in German, by their English templates. */
export const errors: Readonly<Record<string, string>> = {
  ...errorsOfContent,
  ...errorsOfImports,
  ...errorsOfPeople,
  ...errorsOfServer,
  ...errorsOfTranslations,
  ...notes,
};
