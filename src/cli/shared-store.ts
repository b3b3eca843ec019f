import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfig, sharedOptions } from '../config.js';
import { PortalError } from '../errors.js';
import type { SharedOptions } from '../service/shared/connect.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import { brandArgument, commandGroup, dataCommand } from './command.js';
import { type DataOption, endSignal, table } from './common.js';

export function sharedStoreCommand(): Command {
  return commandGroup('shared', 'a portal on many machines, whose truth is in an object store', [
    dataCommand('init', initHelp, {
      async run(options) {
        const { initShared } = await sharedAdmin();
        return initShared(fs, resolve(options.data), await requireShared(options), endSignal());
      },
      text({ store, brands, webhooks }) {
        const head = `Began a portal at ${store} with ${countOf(brands.length)}.`;
        return webhooks === 0 ? head : `${head}\n${secretsStay('the data directory of the node that is to send')}`;
      },
    }),
    dataCommand('status', 'test the shared store, and list its logs', {
      async run(options) {
        const { sharedStatus } = await sharedAdmin();
        return sharedStatus(fs, resolve(options.data), await requireShared(options));
      },
      text({ portal, store, logs }) {
        const rows = logs.map(({ log, brand, slots, commit, checkpoint }) => {
          return [log, brand ?? '-', String(slots), commit?.slice(0, 10) ?? '-', String(checkpoint ?? '-')];
        });
        return `Portal ${portal} at ${store}\n${table(['LOG', 'BRAND', 'SLOTS', 'COMMIT', 'CHECKPOINT'], rows)}`;
      },
    }),
    dataCommand('upgrade', upgradeHelp, {
      async run(options) {
        const { upgradeShared } = await sharedAdmin();
        return { upgraded: await upgradeShared(fs, resolve(options.data), await requireShared(options)) };
      },
      text: ({ upgraded }) =>
        upgraded ? 'Upgraded. Programs of earlier versions are refused now.' : 'It was upgraded before.',
    }),
    dataCommand('export', 'copy the portal out of the shared store, into a data directory of its own', {
      args: [['<dir>', 'the new data directory; empty, or not there yet']],
      async run(options, directory = '') {
        const { exportShared } = await sharedAdmin();
        const shared = await requireShared(options);
        return exportShared(fs, resolve(options.data), shared, resolve(directory), endSignal());
      },
      text({ to, brands, webhooks }) {
        const head = `Exported ${countOf(brands.length)} to ${to}. Serve it without shared_store.`;
        return webhooks === 0 ? head : `${head}\n${secretsStay(to)}`;
      },
    }),
    dataCommand('push', 'publish what was committed with git in a clone of a brand, on the branch main', {
      args: [brandArgument, ['<clone>', 'the clone, or a bare repository']],
      async run(options, brand = '', clone = '') {
        const { pushShared } = await sharedAdmin();
        const push = { brand, clone: resolve(clone), signal: endSignal() };
        return pushShared(fs, resolve(options.data), await requireShared(options), push);
      },
      text: ({ brand, slot }) => (slot === null ? 'Everything is there already.' : `Pushed to ${brand}: slot ${slot}.`),
    }),
  ]);
}

const initHelp =
  'begin a portal in the shared store: with everything that the data directory holds, or with nothing when it is empty; ' +
  'stop its server first';

const upgradeHelp =
  'let one look at the store tell of keys and content; when all nodes and commands have this version, since earlier ones are refused then';

/** @throws `invalid` when the configuration has no shared store */
async function requireShared({ config }: DataOption): Promise<SharedOptions> {
  const options = sharedOptions(await readConfig(config));
  if (options !== null) return options;
  throw new PortalError('invalid', 'There is no shared_store in the configuration: name its file with --config.');
}

const sharedAdmin = () => import('../admin/shared.js');

const secretsStay = (to: string): string =>
  'The secrets of webhooks stay behind. Copy the folder "webhooks" of the data directory that has them to ' +
  `${to}, or give each a new one with "brand-portal webhook rotate".`;

const countOf = (brands: number): string => (brands === 1 ? '1 brand' : `${brands} brands`);
