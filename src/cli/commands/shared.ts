import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { PortalAccess } from '../../admin/shared-commands.js';
import { readConfig, sharedOptions } from '../../config.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import { brandArgument, commandGroup, dataCommand, endSignal, table } from '../command.js';

type Admin = typeof import('../../admin/shared-commands.js');

interface SharedRules<Value> {
  readonly args?: readonly (readonly [name: string, help: string])[];
  run(admin: Admin, access: PortalAccess, ...args: string[]): Promise<Value>;
  text(value: Value): string;
}

export function sharedStoreCommand(): Command {
  return commandGroup('shared', 'manage a portal on several machines, stored in an object store', [
    sharedCommand('init', initHelp, {
      async run(_admin, access) {
        const { initShared } = await import('../../admin/init-shared.js');
        return initShared(access, endSignal());
      },
      text({ store, brands, webhooks }) {
        const head = `Began a portal at ${store} with ${plural(brands.length, 'brand')}.`;
        return webhooks === 0 ? head : `${head}\n${secretsStay('the data directory of the node that is to send')}`;
      },
    }),
    sharedCommand('status', 'test the shared store, and list its logs', {
      run: ({ sharedStatus }, access) => sharedStatus(access),
      text({ portal, store, logs }) {
        const rows = logs.map(({ log, brand, slots, commit, checkpoint }) => {
          return [log, brand ?? '-', String(slots), commit?.slice(0, 10) ?? '-', String(checkpoint ?? '-')];
        });
        return `Portal ${portal} at ${store}\n${table(['LOG', 'BRAND', 'SLOTS', 'COMMIT', 'CHECKPOINT'], rows)}`;
      },
    }),
    sharedCommand('upgrade', upgradeHelp, {
      run: async ({ upgradeShared }, access) => ({ upgraded: await upgradeShared(access) }),
      text: ({ upgraded }) =>
        upgraded ? 'Upgraded. Programs of earlier versions are refused now.' : 'It was upgraded before.',
    }),
    sharedCommand('export', 'copy the portal from the shared store into a new data directory', {
      args: [['<dir>', 'the new data directory: empty or nonexistent']],
      run: ({ exportShared }, access, directory = '') => exportShared(access, resolve(directory), endSignal()),
      text({ to, brands, webhooks }) {
        const head = `Exported ${plural(brands.length, 'brand')} to ${to}. Serve it without shared_store.`;
        return webhooks === 0 ? head : `${head}\n${secretsStay(to)}`;
      },
    }),
    sharedCommand('push', 'publish the commits on the branch main of a clone of a brand', {
      args: [brandArgument, ['<clone>', 'the clone, or a bare repository']],
      run: ({ pushShared }, access, brand = '', clone = '') =>
        pushShared(access, { brand, clone: resolve(clone), signal: endSignal() }),
      text: ({ brand, slot }) => (slot === null ? 'Everything is there already.' : `Pushed to ${brand}: slot ${slot}.`),
    }),
  ]);
}

/**
 * A command on the shared store of the configuration.
 *
 * @throws `invalid` when it has none
 */
function sharedCommand<Value>(name: string, help: string, { run, ...rules }: SharedRules<Value>): Command {
  return dataCommand(name, help, {
    ...rules,
    async run({ data, config }, ...args) {
      const options = sharedOptions(await readConfig(config));
      if (options !== null)
        return run(await import('../../admin/shared-commands.js'), { fs, data: resolve(data), options }, ...args);
      throw new PortalError('invalid', 'There is no shared_store in the configuration: name its file with --config.');
    },
  });
}

const initHelp =
  'create a portal in the shared store with the content of the data directory, or without content if it is empty; ' +
  'stop its server first';

const upgradeHelp =
  'read keys and content with one request to the store; run it when all nodes and commands have this version: earlier ones are refused then';

const secretsStay = (to: string): string =>
  'The secrets of webhooks stay behind. Copy the folder "webhooks" of the data directory that has them to ' +
  `${to}, or give each a new one with "brand-portal webhook rotate".`;
