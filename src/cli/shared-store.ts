import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig, sharedOptions } from '../config.js';
import { PortalError } from '../errors.js';
import type { SharedOptions } from '../service/shared/connect.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './common.js';
import { commandGroup } from './content-command.js';
import { endSignal } from './end-signal.js';

type Options = DataOption & OutputOption;

export function sharedStoreCommand(): Command {
  const commands = [initCommand(), statusCommand(), upgradeCommand(), exportCommand(), pushCommand()];
  return commandGroup('shared', 'a portal on many machines, whose truth is in an object store', commands);
}

/** @throws `invalid` when the configuration has no shared store */
async function requireShared({ config }: Options): Promise<SharedOptions> {
  const options = sharedOptions(await readConfig(config));
  if (options !== null) return options;
  throw new PortalError('invalid', 'There is no shared_store in the configuration: name its file with --config.');
}

const sharedAdmin = () => import('../admin/shared.js');

function initCommand(): Command {
  const command = new Command('init').description(
    'begin a portal in the shared store: with everything that the data directory holds, or with nothing when it is empty; ' +
      'stop its server first',
  );
  return withJson(withData(command)).action(async (options: Options) => {
    const { initShared } = await sharedAdmin();
    const begun = await initShared(fs, resolve(options.data), await requireShared(options), endSignal());
    print(begun, options, () => {
      const head = `Began a portal at ${begun.store} with ${countOf(begun.brands.length)}.`;
      return begun.webhooks === 0 ? head : `${head}\n${secretsStay('the data directory of the node that is to send')}`;
    });
  });
}

function statusCommand(): Command {
  const command = new Command('status').description('test the shared store, and list its logs');
  return withJson(withData(command)).action(async (options: Options) => {
    const { sharedStatus } = await sharedAdmin();
    const status = await sharedStatus(fs, resolve(options.data), await requireShared(options));
    const rows = status.logs.map(({ log, brand, slots, commit, checkpoint }) => {
      return [
        log,
        brand ?? '-',
        String(slots),
        commit?.slice(0, 10) ?? '-',
        checkpoint === null ? '-' : String(checkpoint),
      ];
    });
    print(status, options, () => {
      return [
        `Portal ${status.portal} at ${status.store}`,
        table(['LOG', 'BRAND', 'SLOTS', 'COMMIT', 'CHECKPOINT'], rows),
      ].join('\n');
    });
  });
}

function upgradeCommand(): Command {
  const command = new Command('upgrade').description(
    'let one look at the store tell of keys and content; when all nodes and commands have this version, since earlier ones are refused then',
  );
  return withJson(withData(command)).action(async (options: Options) => {
    const { upgradeShared } = await sharedAdmin();
    const upgraded = await upgradeShared(fs, resolve(options.data), await requireShared(options));
    const text = upgraded ? 'Upgraded. Programs of earlier versions are refused now.' : 'It was upgraded before.';
    print({ upgraded }, options, () => text);
  });
}

function exportCommand(): Command {
  const command = new Command('export')
    .description('copy the portal out of the shared store, into a data directory of its own')
    .argument('<dir>', 'the new data directory; empty, or not there yet');
  return withJson(withData(command)).action(async (directory: string, options: Options) => {
    const { exportShared } = await sharedAdmin();
    const to = resolve(directory);
    const exported = await exportShared(fs, resolve(options.data), await requireShared(options), to, endSignal());
    print(exported, options, () => {
      const head = `Exported ${countOf(exported.brands.length)} to ${to}. Serve it without shared_store.`;
      return exported.webhooks === 0 ? head : `${head}\n${secretsStay(to)}`;
    });
  });
}

function pushCommand(): Command {
  const command = new Command('push')
    .description('publish what was committed with git in a clone of a brand, on the branch main')
    .argument('<brand>', "the brand's slug")
    .argument('<clone>', 'the clone, or a bare repository');
  return withJson(withData(command)).action(async (brand: string, clone: string, options: Options) => {
    const { pushShared } = await sharedAdmin();
    const shared = await requireShared(options);
    const pushed = await pushShared(fs, resolve(options.data), shared, {
      brand,
      clone: resolve(clone),
      signal: endSignal(),
    });
    print(pushed, options, () =>
      pushed.slot === null ? 'Everything is there already.' : `Pushed to ${brand}: slot ${pushed.slot}.`,
    );
  });
}

const secretsStay = (to: string): string =>
  'The secrets of webhooks stay behind. Copy the folder "webhooks" of the data directory that has them to ' +
  `${to}, or give each a new one with "brand-portal webhook rotate".`;

const countOf = (brands: number): string => (brands === 1 ? '1 brand' : `${brands} brands`);
