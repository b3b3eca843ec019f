import { basename, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Module, modules, visibilities } from '../content/brand.js';
import { setBrand } from '../operations/brand.js';
import type { Service } from '../service/service.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { type ContentOptions, contentCommand, sentFields } from './content-command.js';
import { exportCommand } from './export.js';
import { importFolder } from './import-folder.js';
import { removeBrandCommand, renameBrandCommand } from './move-brand.js';
import { oneLine } from './printable.js';
import { progressBar } from './progress-bar.js';
import { operate } from './run-operation.js';

interface ImportOptions extends DataOption, OutputOption {
  readonly slug?: string;
}

interface CreateOptions extends DataOption, OutputOption {
  readonly name: string;
  readonly modules?: readonly Module[];
}

export function brandCommand(): Command {
  const brand = new Command('brand').description(
    'create, import, export, register, list, rename and remove brands, and set what they are called and may use',
  );
  const ofBrands = [importCommand(), exportCommand(), createCommand(), registerCommand(), listCommand()];
  const settings = [setCommand(), modulesCommand(), apiCommand(true), apiCommand(false)];
  const moves = [renameBrandCommand(), removeBrandCommand()];
  for (const command of [...ofBrands, ...settings, ...moves]) brand.addCommand(command);
  return brand;
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

function setCommand(): Command {
  const command = contentCommand('set', 'set the name of a brand, or the visibility of new pages')
    .option('--name <name>', 'the name people read')
    .addOption(new Option('--default-visibility <visibility>', 'who sees new pages').choices(visibilities));
  return command.action(async (brand: string, options: ContentOptions) => {
    const body = sentFields(options, { name: 'name', defaultVisibility: 'default_visibility' });
    const { name, default_visibility } = await operate(options, brand, setBrand, { body });
    const shown = { name, default_visibility };
    print(shown, options, () => `Brand ${brand} is "${oneLine(name)}"; new pages are ${default_visibility}.`);
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
