import { basename, resolve } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { type Module, modules } from '../../content/brand.js';
import { stringifyJson } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { showTokens } from '../../operations/brand.js';
import { isArchived } from '../../registry/records.js';
import {
  brandServiceCommand,
  type CommandOptions,
  commandGroup,
  print,
  resultOf,
  serviceCommand,
  table,
} from '../command.js';
import { type ImportedFolder, importFolder, importFolders } from '../import-folder.js';
import { type ConfirmOptions, confirm, yesFlag } from '../input.js';
import { printMany } from '../many.js';
import { listParser } from '../options.js';
import { progressBar } from '../output.js';
import { archiveCommands, withoutSecrets } from './brand-archive.js';
import { brandSetCommand } from './brand-set.js';
import { exportCommand } from './export.js';

const parseModules = listParser(modules, `Known modules: ${modules.join(', ')}.`);

const modulesOption = ['--modules <list>', `comma-separated: ${modules.join(', ')}`, parseModules] as const;

interface ModulesOption {
  readonly modules?: readonly Module[];
}

interface CreateOptions extends ModulesOption {
  readonly name: string;
  readonly like?: string;
  readonly starter?: true;
  readonly language?: string;
}

const likeHelp = 'a brand that it begins like: with its theme, language, modules and chapters, without texts';

const starterHelp = 'with 20 pages to fill in, in English or German';

const parseModulesOrNone = (list: string): Module[] => (list === 'none' ? [] : parseModules(list));

/** Checks the list before the service is opened. The text itself is passed on. */
const modulesArgument = new Argument('<list>', `comma-separated: ${modules.join(', ')}; or none`).argParser(
  (list: string) => parseModulesOrNone(list) && list,
);

const registerHelp =
  'serve a brand with an existing repository: from a backup, or left by an interrupted create or import';

export function brandCommand(): Command {
  const help =
    'create, import, export, register, list, rename, archive, erase and remove brands, and change their settings';
  return commandGroup('brand', help, [
    importCommand(),
    exportCommand(),
    serviceCommand('create', 'create a brand: empty, like another, or with pages to begin with', {
      args: [['<slug>', "the brand's name in addresses and on disk: a-z, 0-9 and hyphens"]],
      options: [
        new Option('--name <name>', 'the display name').makeOptionMandatory(),
        modulesOption,
        new Option('--like <brand>', likeHelp).conflicts(['modules', 'starter', 'language']),
        ['--starter', starterHelp],
        ['--language <tag>', 'the language of its texts, such as de or pt-BR (default: en)'],
      ],
      creates: true,
      async run(service, { name, like: other, modules = [], ...begin }: CreateOptions, slug = '') {
        const like = other === undefined ? undefined : await service.exportBrand(other);
        const chosen = (like?.modules as readonly Module[] | undefined) ?? modules;
        const created = await service.provisioning.createEmpty(slug, name, chosen, undefined, { ...begin, like });
        return { ...created, name: name.trim() };
      },
      text: ({ slug }) => `Created brand ${slug}.`,
    }),
    serviceCommand('register', registerHelp, {
      args: [['<slug>', 'the name of its repository without .git']],
      options: [modulesOption],
      run: ({ provisioning }, { modules = [] }: ModulesOption, slug = '') => provisioning.register(slug, modules),
      text: ({ slug }) => `Registered brand ${slug}.`,
    }),
    serviceCommand('list', 'list the brands', {
      run: (service) => service.listBrands(),
      json: (brands) => brands.map(withoutSecrets),
      text(brands) {
        const rows = brands.map((brand) => {
          const { slug, name, modules, api_enabled, created_at } = brand;
          const state = isArchived(brand) ? 'archived' : api_enabled ? 'on' : 'off';
          return [slug, name ?? '(damaged)', modules.join(', ') || '-', state, created_at];
        });
        return table(['SLUG', 'NAME', 'MODULES', 'API', 'CREATED'], rows);
      },
    }),
    brandSetCommand(),
    tokensCommand(),
    modulesCommand(),
    apiCommand('enable-api', 'answer requests for a brand', true),
    apiCommand('disable-api', 'refuse all requests for a brand, with any key', false),
    brandServiceCommand('rename', 'change the slug of a brand; its keys stay valid', {
      args: [['<slug>', 'the new slug: a-z, 0-9 and hyphens']],
      run: ({ provisioning }, _options, brand = '', slug = '') => provisioning.rename(brand, slug),
      json: withoutSecrets,
      text: ({ keys }, brand, slug) =>
        [
          `Brand ${brand} is ${slug} now; ${plural(keys, 'key keeps', 'keys keep')} working.`,
          `A clone finds it again with: git remote set-url origin <server>/git/${slug}.git`,
        ].join('\n'),
    }),
    rotateCommand(),
    removeCommand(),
    ...archiveCommands(),
  ]);
}

const importHelp =
  'create a brand from each folder of YAML files (format: content-fixtures/README.md). Of several folders, those whose ' +
  'brand is there are left out, and one that is refused does not stop the others.';

interface ImportOptions extends CommandOptions {
  readonly slug?: string;
}

function importCommand(): Command {
  return serviceCommand('import', importHelp, {
    args: [['<folders...>', 'the brand folders']],
    options: [['--slug <slug>', "the brand's name in addresses and on disk (default: the folder's name)"]],
    creates: true,
    check: ({ slug }: ImportOptions, ...given) =>
      slug !== undefined && given.flat().length > 1 ? '--slug is for one folder' : null,
    async run(service, { slug, ...options }, ...given) {
      const folders = given.flat();
      const [folder = '', ...others] = folders;
      if (others.length > 0) return printMany(await importFolders(service, folders), options, importedText, String);
      const onProgress = progressBar(slug ?? basename(resolve(folder)));
      const imported = await importFolder(service, folder, { slug, onProgress });
      const text = () => `Imported brand ${imported.slug} with ${plural(imported.pages, 'page')}.`;
      return print(imported, options, text);
    },
  });
}

function importedText(brands: readonly ImportedFolder[]): string {
  const pages = brands.reduce((sum, brand) => sum + (brand.pages ?? 0), 0);
  return `Imported ${plural(brands.length, 'brand')} with ${plural(pages, 'page')}.`;
}

function rotateCommand(): Command {
  const help = 'replace the public addresses of the files of a brand; pages with the old addresses stop showing them';
  return brandServiceCommand('rotate-addresses', help, {
    options: [yesFlag],
    async run(service, options: ConfirmOptions, brand = '') {
      await service.requireBrand(brand);
      await confirm(`End all addresses of files of ${brand}?`, options);
      await service.addresses.rotate(brand);
      return { brand };
    },
    text: ({ brand }) =>
      `The files of ${brand} have other addresses now. Caches may show the old ones for an hour more.`,
  });
}

interface TokensOption extends CommandOptions {
  readonly css?: boolean;
}

function tokensCommand(): Command {
  return brandServiceCommand(
    'tokens',
    'print palette, fonts and theme as design tokens (W3C community group, 2025.10)',
    {
      options: [['--css', 'as CSS custom properties']],
      check: ({ css, json }) => (css && json ? '--css and --json exclude each other.' : null),
      async run(service, { css }: TokensOption, brand = '') {
        const { value, text } = await resultOf(service, brand, showTokens, css ? { form: 'text/css' } : {});
        return { tokens: value, text: text?.text ?? stringifyJson(value) };
      },
      json: ({ tokens }) => tokens,
      text: ({ text }) => text.trimEnd(),
    },
  );
}

function modulesCommand(): Command {
  return brandServiceCommand('modules', 'set which modules a brand has', {
    args: [modulesArgument],
    run: (service, _options, brand = '', list = '') =>
      service.setBrandSettings(brand, { modules: parseModulesOrNone(list) }),
    json: withoutSecrets,
    text: ({ modules }, brand) => `Brand ${brand} has the modules: ${modules.join(', ') || 'none'}.`,
  });
}

function apiCommand(name: string, help: string, api_enabled: boolean): Command {
  return brandServiceCommand(name, help, {
    run: (service, _options, brand = '') => service.setBrandSettings(brand, { api_enabled }),
    json: withoutSecrets,
    text: (_record, brand) => `The API of brand ${brand} is ${api_enabled ? 'on' : 'off'}.`,
  });
}

function removeCommand(): Command {
  const help = 'remove a brand: its keys stop working, and its repository is moved away';
  return brandServiceCommand('remove', help, {
    options: [yesFlag],
    async run(service, options: ConfirmOptions, brand = '') {
      await service.requireBrand(brand);
      await confirm(`Remove ${brand}? All its keys stop working.`, options);
      const otherPlace = service.isShared ? 'Its history stays in the store.' : 'It had no repository.';
      return { removed: await service.provisioning.remove(brand), otherPlace };
    },
    json: ({ removed }) => removed,
    text({ removed: { keys, moved_to }, otherPlace }, brand) {
      const where = moved_to === null ? otherPlace : `Its repository: ${moved_to}`;
      return `Removed brand ${brand}; ${plural(keys, 'key')} revoked. ${where}`;
    },
  });
}
