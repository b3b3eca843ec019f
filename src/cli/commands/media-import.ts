import type { Command } from 'commander';
import { plural } from '../../lib/plural.js';
import { brandServiceCommand } from '../command.js';
import { printMany } from '../many.js';
import type { ImportOptions } from '../media-import/import.js';

const help = `
Each file becomes a medium with the name of the file as its title; folders become tags. A file that a medium has already is left. The
CSV has a line for each file, with the columns file,title,description,tags,category,credit,licence,licence_text,owner,valid_from,
valid_until,release. Tags have commas or semicolons between them, release is yes or no, an empty cell says nothing. A category that
the brand lacks is added. Licences: own work, royalty-free, rights managed, CC BY 4.0, CC BY-SA 4.0, CC0, other. A line is also applied to
a medium that is there, by the path, name or SHA-256 of its file. A line that is not valid is named, and nothing of it is stored.

The same command again does what is missing.`;

export function importMediaCommand(): Command {
  return brandServiceCommand<ImportOptions, void>('import', 'add the files of a folder or ZIP as media', {
    args: [['<source>', 'the folder, or the ZIP file']],
    options: [
      ['--csv <file>', 'what the media have, a line for each file'],
      ['--keep-place', 'leave the place and serial numbers in photos'],
    ],
    async run(service, options, brand = '', source = '') {
      // Imported on demand, because only this command needs the reader of ZIP files.
      const { importMedia } = await import('../media-import/import.js');
      const many = await importMedia(service, brand, source, options);
      const doubles = many.there.map(({ file, id }) => `${file}: medium ${id} has it`);
      printMany(
        many,
        options,
        (done) => [`${plural(done.length, 'file')} added.`, ...doubles].join('\n'),
        (at) => String(at),
      );
    },
  }).addHelpText('after', help);
}
