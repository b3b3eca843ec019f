import type { Command } from 'commander';
import { plural } from '../../lib/plural.js';
import type { BrandRecord } from '../../registry/records.js';
import type { ErasedBrand } from '../../service/archive.js';
import { brandServiceCommand } from '../command.js';
import { type ConfirmOptions, confirmByName, yesFlag } from '../input.js';

/** A brand's record without the secrets that sign the addresses of files. */
export function withoutSecrets<Shown extends BrandRecord>({ files: _, archived, ...shown }: Shown) {
  const { files: __, roles: ___, ...state } = archived ?? { files: undefined, roles: {} };
  return { ...shown, ...(archived && { archived: state }) };
}

export function archiveCommands(): Command[] {
  return [
    brandServiceCommand('archive', 'serve nothing of a brand; its data, slug and keys stay', {
      run: ({ archive }, _options, brand = '') => archive.put(brand),
      json: withoutSecrets,
      text: (_record, brand) =>
        `Brand ${brand} is archived. Within an hour "brand unarchive ${brand} --undo" restores everything as it was.`,
    }),
    brandServiceCommand('unarchive', unarchiveHelp, {
      options: [['--undo', 'within an hour: everything works as before']],
      run: ({ archive }, { undo }: { readonly undo?: true }, brand = '') =>
        undo ? archive.undo(brand) : archive.takeOut(brand),
      json: withoutSecrets,
      text: ({ portal }, brand) => `Brand ${brand} is out of the archive. Its portal is ${portal}.`,
    }),
    eraseCommand(),
  ];
}

const unarchiveHelp =
  'bring an archived brand back: its portal is off, and its keys, share links and agents rest until each is started';

function eraseCommand(): Command {
  return brandServiceCommand('erase', 'delete an archived brand for good, with its history and removed copies', {
    options: [yesFlag],
    async run(service, options: ConfirmOptions, brand = '') {
      await service.requireBrand(brand);
      await confirmByName(`Erase ${brand} for good? Nothing brings it back.`, brand, options);
      const erased = await service.archive.erase(brand);
      return { ...erased, backups: await service.knownBackups(), isShared: service.isShared };
    },
    json: ({ isShared: _, ...erased }) => erased,
    text: eraseText,
  });
}

interface Erased extends ErasedBrand {
  readonly backups: readonly string[];
  readonly isShared: boolean;
}

function eraseText({ slug, files, repositories, keys, webhooks, backups, isShared }: Erased): string {
  const removed = repositories > 1 ? `, ${plural(repositories - 1, 'copy', 'copies')} of removed brands ${slug}` : '';
  const gone = isShared
    ? 'its registration and the derived files of this machine'
    : `its repository, history and proposals, ${plural(files, 'file')}, search and pictures${removed}`;
  const store = ['Its objects in the store stay, as do the caches of other machines, until they are deleted.'];
  const directories = backups.length === 0 ? ['<dir>'] : backups;
  return [
    `Erased brand ${slug}.`,
    `Gone: ${gone}, ${plural(keys, 'working key')}, ${plural(webhooks, 'webhook')}, share links and agents.`,
    `Stays: the history of the registry, with the slug, the names of keys and people, and hashes.`,
    ...(isShared ? store : []),
    backups.length === 0
      ? 'No backup is known. If there is one, run for each:'
      : 'Backups have it still. Run for each, where it can be reached:',
    ...directories.map((directory) => `  brand-portal backup forget ${slug} ${directory}`),
    ...(backups.length === 0
      ? []
      : ['Other directories may have it, too: only those of "backup" on these data are known.']),
  ].join('\n');
}
