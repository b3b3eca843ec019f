import { basename, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Module, modules, visibilities } from '../content/brand.js';
import { PortalError } from '../errors.js';
import { setBrand } from '../operations/brand.js';
import type { Service } from '../service/service.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { type ConfirmOption, confirm, withConfirmation } from './confirm.js';
import { type ContentOptions, commandGroup, contentCommand, operationCommand } from './content-command.js';
import { exportCommand } from './export.js';
import { importFolder } from './import-folder.js';
import { oneLine } from './printable.js';
import { progressBar } from './progress-bar.js';

interface ImportOptions extends DataOption, OutputOption {
  readonly slug?: string;
}

interface CreateOptions extends DataOption, OutputOption {
  readonly name: string;
  readonly modules?: readonly Module[];
}

export function brandCommand(): Command {
  const help =
    'create, import, export, register, list, rename and remove brands, and set what they are called and may use';
  return commandGroup('brand', help, [
    importCommand(),
    exportCommand(),
    createCommand(),
    registerCommand(),
    listCommand(),
    operationCommand('set', 'set the name of a brand, or the visibility of new pages', setBrand, {
      options: [
        ['--name <name>', 'the name people read'],
        new Option('--default-visibility <visibility>', 'who sees new pages').choices(visibilities),
      ],
      json: ({ name, default_visibility }) => ({ name, default_visibility }),
      text: ({ name, default_visibility }, brand) =>
        `Brand ${brand} is "${oneLine(name)}"; new pages are ${default_visibility}.`,
    }),
    modulesCommand(),
    apiCommand(true),
    apiCommand(false),
    renameCommand(),
    removeCommand(),
  ]);
}

function importCommand(): Command {
  const command = new Command('import')
    .description('make a brand of a folder of YAML files (format: content-fixtures/README.md)')
    .argument('<folder>', 'the brand folder')
    .option('--slug <slug>', "the brand's name in addresses and on disk (default: the folder's name)");
  return withJson(withData(command)).action(async (folder: string, options: ImportOptions) => {
    const name = options.slug ?? basename(resolve(folder));
    const work = (service: Service) => importFolder(service, folder, progressBar(name), options.slug);
    const imported = await useService(options, work, { creates: true });
    print(imported, options, () => `Imported brand ${imported.slug} with ${imported.pages} pages.`);
  });
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create a brand without content')
    .argument('<slug>', 'its name in addresses and on disk: a-z, 0-9 and hyphens')
    .requiredOption('--name <name>', 'the name people read')
    .option('--modules <list>', `comma-separated: ${modules.join(', ')}`, parseModules);
  return withJson(withData(command)).action(async (slug: string, options: CreateOptions) => {
    const { name, modules: list = [] } = options;
    const record = await useService(options, (service) => service.provisioning.createEmpty(slug, name, list), {
      creates: true,
    });
    print({ ...record, name: name.trim() }, options, () => `Created brand ${slug}.`);
  });
}

function registerCommand(): Command {
  const command = new Command('register')
    .description(
      'serve a brand whose repository is there already: from a backup, or left by an interrupted create or import',
    )
    .argument('<slug>', 'the name of its repository without .git')
    .option('--modules <list>', `comma-separated: ${modules.join(', ')}`, parseModules);
  return withJson(withData(command)).action(async (slug: string, options: Omit<CreateOptions, 'name'>) => {
    const record = await useService(options, (service) => service.provisioning.register(slug, options.modules ?? []));
    print(record, options, () => `Registered brand ${slug}.`);
  });
}

function parseModules(list: string): Module[] {
  const named = list.split(',').map((name) => {
    const found = modules.find((module) => module === name.trim());
    if (found === undefined) throw new InvalidArgumentError(`Known modules: ${modules.join(', ')}.`);
    return found;
  });
  return modules.filter((module) => named.includes(module));
}

function listCommand(): Command {
  const command = new Command('list').description('list the brands');
  return withJson(withData(command)).action(async (options: DataOption & OutputOption) => {
    const brands = await useService(options, (service) => service.listBrands());
    const rows = brands.map(({ slug, name, modules, api_enabled, created_at }) => {
      return [slug, name ?? '(damaged)', modules.join(', ') || '-', api_enabled ? 'on' : 'off', created_at];
    });
    print(brands, options, () => table(['SLUG', 'NAME', 'MODULES', 'API', 'CREATED'], rows));
  });
}

function modulesCommand(): Command {
  const command = contentCommand('modules', 'set which modules a brand has').argument(
    '<list>',
    `comma-separated: ${modules.join(', ')}; or none`,
    (list: string) => (list === 'none' ? [] : parseModules(list)),
  );
  return command.action(async (brand: string, list: Module[], options: ContentOptions) => {
    const record = await useService(options, (service) => service.setBrandSettings(brand, { modules: list }));
    print(record, options, () => `Brand ${brand} has the modules: ${record.modules.join(', ') || 'none'}.`);
  });
}

function apiCommand(api_enabled: boolean): Command {
  const command = api_enabled
    ? contentCommand('enable-api', 'answer requests for a brand')
    : contentCommand('disable-api', 'refuse every request for a brand, whatever the key');
  return command.action(async (brand: string, options: ContentOptions) => {
    const record = await useService(options, (service) => service.setBrandSettings(brand, { api_enabled }));
    print(record, options, () => `The API of brand ${brand} is ${api_enabled ? 'on' : 'off'}.`);
  });
}

const numberOf = (keys: number): string => (keys === 1 ? '1 key' : `${keys} keys`);

function removeCommand(): Command {
  const command = withConfirmation(
    contentCommand('remove', 'take a brand out of service: its keys stop working; its repository is moved aside'),
  );
  return command.action(async (brand: string, options: ContentOptions & ConfirmOption) => {
    await useService(options, async (service) => {
      await service.requireBrand(brand);
      if (!(await confirm(command, `Remove ${brand}? All its keys stop working.`, options)))
        throw new PortalError('invalid', 'Nothing was changed.');
      const removed = await service.provisioning.remove(brand);
      const { moved_to: place } = removed;
      const unmoved = service.isShared ? 'Its history stays in the store' : 'It had no repository';
      const where = place === null ? unmoved : `Its repository: ${place}`;
      print(removed, options, () => `Removed brand ${brand}; ${numberOf(removed.keys)} revoked. ${where}`);
    });
  });
}

function renameCommand(): Command {
  const command = contentCommand('rename', 'give a brand another slug; its keys go on working').argument(
    '<slug>',
    'the new one: a-z, 0-9 and hyphens',
  );
  return command.action(async (brand: string, slug: string, options: ContentOptions) => {
    const renamed = await useService(options, (service) => service.provisioning.rename(brand, slug));
    print(renamed, options, () =>
      [
        `Brand ${brand} is ${slug} now; ${renamed.keys === 1 ? '1 key goes' : `${renamed.keys} keys go`} on working.`,
        `A clone finds it again with: git remote set-url origin <server>/git/${slug}.git`,
      ].join('\n'),
    );
  });
}
