import { basename, resolve } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { type Module, modules, visibilities } from '../../content/brand.js';
import { visible } from '../../lib/display-safety.js';
import { stringifyJson, withoutUndefined } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { setBrand, showTokens } from '../../operations/brand.js';
import {
  approvers,
  type BrandRecord,
  type PortalAccess,
  portalAccess,
  reviewOf,
  reviewPolicies,
} from '../../registry/records.js';
import {
  brandServiceCommand,
  type CommandOptions,
  commandGroup,
  resultOf,
  runOperation,
  serviceCommand,
  table,
} from '../command.js';
import { importFolder } from '../import-folder.js';
import { type ConfirmOptions, confirm, yesFlag } from '../input.js';
import { listParser } from '../options.js';
import { progressBar } from '../output.js';
import { exportCommand } from './export.js';

const parseModules = listParser(modules, `Known modules: ${modules.join(', ')}.`);

const modulesOption = ['--modules <list>', `comma-separated: ${modules.join(', ')}`, parseModules] as const;

export function brandCommand(): Command {
  const help = 'create, import, export, register, list, rename and remove brands, and change their settings';
  return commandGroup('brand', help, [
    serviceCommand('import', 'create a brand from a folder of YAML files (format: content-fixtures/README.md)', {
      args: [['<folder>', 'the brand folder']],
      options: [['--slug <slug>', "the brand's name in addresses and on disk (default: the folder's name)"]],
      creates: true,
      run: (service, { slug }: { slug?: string }, folder = '') =>
        importFolder(service, folder, progressBar(slug ?? basename(resolve(folder))), slug),
      text: ({ slug, pages }) => `Imported brand ${slug} with ${plural(pages, 'page')}.`,
    }),
    exportCommand(),
    serviceCommand('create', 'create a brand without content', {
      args: [['<slug>', "the brand's name in addresses and on disk: a-z, 0-9 and hyphens"]],
      options: [new Option('--name <name>', 'the display name').makeOptionMandatory(), modulesOption],
      creates: true,
      async run({ provisioning }, { name, modules = [] }: ModulesOption & { name: string }, slug = '') {
        return { ...(await provisioning.createEmpty(slug, name, modules)), name: name.trim() };
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
        const rows = brands.map(({ slug, name, modules, api_enabled, created_at }) => {
          return [slug, name ?? '(damaged)', modules.join(', ') || '-', api_enabled ? 'on' : 'off', created_at];
        });
        return table(['SLUG', 'NAME', 'MODULES', 'API', 'CREATED'], rows);
      },
    }),
    setCommand(),
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
          `Brand ${brand} is ${slug} now; ${plural(keys, 'key goes', 'keys go')} on working.`,
          `A clone finds it again with: git remote set-url origin <server>/git/${slug}.git`,
        ].join('\n'),
    }),
    rotateCommand(),
    removeCommand(),
  ]);
}

/** A brand's record without the secrets that sign the addresses of files. */
function withoutSecrets<Shown extends BrandRecord>({ files: _, ...shown }: Shown): Omit<Shown, 'files'> {
  return shown;
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

interface SetOptions {
  readonly name?: string;
  readonly defaultVisibility?: string;
  readonly portal?: PortalAccess;
  readonly listed?: true;
  readonly unlisted?: true;
  readonly opens?: readonly Openable[];
  readonly review?: BrandRecord['review'];
  readonly approvers?: BrandRecord['approvers'];
  readonly ownApproval?: 'yes' | 'no';
  readonly findings?: 'allow' | 'refuse';
}

const openable = ['facts', 'language'] as const;
type Openable = (typeof openable)[number];
const parseOpenable = listParser(openable, `A public portal opens: ${openable.join(', ')}; or none.`);

function setCommand(): Command {
  const help = 'set the name, visibility of new pages, portal access and reviews of a brand';
  return brandServiceCommand('set', help, {
    options: [
      ['--name <name>', 'the display name'],
      new Option('--default-visibility <visibility>', 'visibility of new pages').choices(visibilities),
      new Option(
        '--portal <readers>',
        'readers of the portal: only editors, the people of the brand, or everyone',
      ).choices(portalAccess),
      new Option('--listed', 'list the brand on the start page of the server, if its portal is public').conflicts(
        'unlisted',
      ),
      ['--unlisted', 'remove the brand from the start page of the server'],
      [
        '--opens <list>',
        `content other than pages that a public portal shows: ${openable.join(', ')}; or none`,
        (list) => (list === 'none' ? [] : parseOpenable(list)),
      ],
      new Option(
        '--review <whose>',
        'changes that need a review before they are published, never those by keys',
      ).choices(reviewPolicies),
      new Option('--approvers <who>', 'people who can review').choices(approvers),
      new Option('--own-approval <answer>', 'whether people approve what they wrote').choices(['yes', 'no']),
      new Option('--findings <what>', 'allow or refuse proposals with findings of the language check').choices([
        'allow',
        'refuse',
      ]),
    ],
    async run(service, options: SetOptions, brand = '') {
      const { name, defaultVisibility, portal, listed, unlisted, opens, ...reviewOptions } = options;
      const body = withoutUndefined({ name, default_visibility: defaultVisibility });
      const content = await runOperation(service, brand, setBrand, { body });
      const readersOf = (kind: Openable) => (opens?.includes(kind) ? 'public' : 'people');
      const settings = {
        ...(portal && { portal }),
        ...((listed || unlisted) && { portal_listed: listed === true }),
        ...(opens && { portal_opens: { facts: readersOf('facts'), language: readersOf('language') } as const }),
        ...withoutUndefined({ review: reviewOptions.review, approvers: reviewOptions.approvers }),
        ...(reviewOptions.ownApproval && { own_approval: reviewOptions.ownApproval === 'yes' }),
        ...(reviewOptions.findings && { findings_allowed: reviewOptions.findings === 'allow' }),
      };
      const record = await service.setBrandSettings(brand, settings);
      return { name: content.name, default_visibility: content.default_visibility, ...accessOf(record) };
    },
    text({ name, default_visibility, portal, portal_listed, portal_opens, review, ...reviewers }, brand) {
      const opened = openable.filter((kind) => portal_opens[kind] === 'public');
      const isPublic = portal === 'public';
      const more = isPublic ? [...opened.map((kind) => `with ${kind}`), ...(portal_listed ? ['listed'] : [])] : [];
      return [
        `Brand ${brand} is "${visible(name)}"; new pages are ${default_visibility}.`,
        `Its portal is read by ${[readerTexts[portal], ...more].join(', ')}.`,
        ...(review === 'off'
          ? []
          : [
              `${reviewTexts[review]} by ${reviewers.approvers}${reviewers.own_approval ? '' : ', who do not approve their own'}.`,
            ]),
      ].join('\n');
    },
  });
}

const readerTexts: Readonly<Record<PortalAccess, string>> = {
  off: 'editors',
  people: 'its people',
  public: 'everyone',
};

const accessOf = (record: BrandRecord) => {
  const { portal, portal_listed, portal_opens } = record;
  return { portal, portal_listed, portal_opens, ...reviewOf(record) };
};

const reviewTexts = {
  agents: 'Changes by agents need a review',
  everyone: 'All changes but those by keys need a review',
} as const;

interface ModulesOption {
  readonly modules?: readonly Module[];
}

const registerHelp =
  'serve a brand with an existing repository: from a backup, or left by an interrupted create or import';

const parseModulesOrNone = (list: string): Module[] => (list === 'none' ? [] : parseModules(list));

/** Checks the list before the service is opened. The text itself is passed on. */
const modulesArgument = new Argument('<list>', `comma-separated: ${modules.join(', ')}; or none`).argParser(
  (list: string) => parseModulesOrNone(list) && list,
);

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

interface TokensOption extends CommandOptions {
  readonly css?: boolean;
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
      const otherPlace = service.isShared ? 'Its history stays in the store' : 'It had no repository';
      return { removed: await service.provisioning.remove(brand), otherPlace };
    },
    json: ({ removed }) => removed,
    text({ removed: { keys, moved_to }, otherPlace }, brand) {
      const where = moved_to === null ? otherPlace : `Its repository: ${moved_to}`;
      return `Removed brand ${brand}; ${plural(keys, 'key')} revoked. ${where}`;
    },
  });
}
