import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type BackedUp, type BackupResult, backUp, forgetBrand } from '../../admin/backup.js';
import { type RestoreOptions, type RestoreResult, restore } from '../../admin/restore.js';
import type { Access } from '../../admin/restored-access.js';
import { readConfig, sharedOptions } from '../../config.js';
import { systemClock } from '../../lib/clock.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { isUsable } from '../../registry/keys.js';
import { dataPaths, requireNoCaches } from '../../service/data-directory.js';
import { exists } from '../../store/file-system.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import {
  brandArgument,
  type CommandOptions,
  collect,
  type DataOption,
  dataCommand,
  endSignal,
  print,
  table,
  useRepositories,
  useService,
} from '../command.js';
import { type ConfirmOptions, confirmByName, yesFlag } from '../input.js';
import { progressBar } from '../output.js';

const backupHelp =
  'copy the registry and one brand, or all, into a directory, and check the copy; the next backup copies only ' +
  'new data. The last use of keys is not included. Safe while the server runs.';

export function backupCommand(): Command {
  return dataCommand('backup', backupHelp, {
    // The parser allows no optional argument before a required one.
    args: [['[names...]', "the brand's slug and the directory; with --all only the directory"]],
    options: [
      ['--all', 'all brands'],
      ['--full', 'verify each copy whole, also one of a brand that has not changed'],
    ],
    check({ all }: { readonly all?: true; readonly full?: true }, ...given) {
      if (given.flat().length === (all ? 1 : 2)) return null;
      return all ? 'with --all name the directory and nothing else' : 'name a brand and a directory';
    },
    async run(options, ...given) {
      const names = given.flat();
      const [brand, directory = ''] = options.all ? [undefined, names[0]] : names;
      const signal = endSignal();
      const to = { fs, directory: resolve(directory), brand, clock: systemClock, signal, isFull: options.full };
      const result = await useRepositories(options, signal, (data, storedFiles) =>
        backUp({ ...to, data, storedFiles, progress: progressBar }),
      );
      print(resultJson(result), options, () => result.repositories.map(repositoryLine).join('\n'));
      requireSound(result);
    },
  })
    .usage(
      '[options] <brand> <dir>\n       brand-portal backup [options] --all <dir>\n       brand-portal backup forget <brand> <dir>',
    )
    .addCommand(forgetCommand());
}

function forgetCommand(): Command {
  return dataCommand('forget', 'delete a brand from a backup, after "brand erase"', {
    args: [brandArgument, ['<dir>', 'the backup']],
    options: [yesFlag, ['--force', 'also a brand that the data directory has']],
    async run(options: CommandOptions & ForgetOptions, brand = '', directory = '') {
      if (!options.force) await requireGone(options, brand);
      await confirmByName(`Delete ${brand} from the backup at ${directory}?`, brand, options);
      await forgetBrand({ fs, directory: resolve(directory), clock: systemClock }, brand);
      return { brand, directory: resolve(directory) };
    },
    text: ({ brand, directory }) =>
      `The backup at ${directory} has nothing of ${brand} but its record in the registry, which no restore brings back.`,
  });
}

interface ForgetOptions extends ConfirmOptions {
  readonly force?: true;
}

/** @throws `invalid` for a brand that the portal has, which may need its backup */
async function requireGone(options: DataOption, slug: string): Promise<void> {
  const isShared = sharedOptions(await readConfig(options.config)) !== null;
  if (!isShared && !(await exists(fs, dataPaths.registry(resolve(options.data))))) return;
  const brands = await useService(options, (service) => service.listBrands());
  if (!brands.some((brand) => brand.slug === slug)) return;
  const way = `Erase it first, with "brand-portal brand erase ${slug}", or add --force.`;
  throw new PortalError('invalid', `Nothing was deleted, because the brand ${slug} is not erased. ${way}`);
}

const restoreHelp =
  'restore the brands of a backup with the keys of that time, and, into a directory without a registry, the people, ' +
  'sessions and links: what was ended later works again. Nothing is overwritten. The last use of keys is lost. ' +
  'Safe while the server runs.';

export function restoreCommand(): Command {
  return dataCommand('restore', restoreHelp, {
    args: [
      ['<dir>', 'the backup'],
      ['[brand]', 'slug of a brand to restore (default: all)'],
    ],
    options: [['--without <brand>', 'leave this brand out; may be repeated', collect(String)]],
    check: ({ without }: { readonly without?: readonly string[] }, _directory, brand) =>
      without !== undefined && brand !== undefined ? 'with one brand, none is left out' : null,
    run(options, directory = '', brand?: string) {
      const paths = { data: resolve(options.data), directory: resolve(directory) };
      return restoreInto(options, {
        fs,
        ...paths,
        brand,
        without: options.without,
        clock: systemClock,
        signal: endSignal(),
        progress: progressBar,
      });
    },
    json: ({ brands, leftOut, keys, webhooks, access, lost, isRegistryRestored, missingPeople }) => ({
      brands,
      left_out: leftOut,
      keys: keys.length,
      working_keys: workingOf(keys),
      webhooks: webhooks.map(({ id, brand, url }) => ({ id, brand, url })),
      registry_restored: isRegistryRestored,
      access,
      lost,
      missing_people: missingPeople,
    }),
    text({ brands, leftOut, keys, webhooks, access, lost, isRegistryRestored, missingPeople }) {
      const working = workingOf(keys).map(({ id, brand, name, rights }) => [id, brand, name, rights.join(',')]);
      const hooks = webhooks.map(({ id, brand, url }) => [id, brand, url]);
      const lines = [`Restored ${brands.join(', ') || 'no brand'}, with ${plural(keys.length, 'key')}.`];
      if (working.length > 0) {
        lines.push('These work again:', table(['ID', 'BRAND', 'NAME', 'RIGHTS'], working), keyAdvice);
      }
      const again = access && accessText({ ...access, keys: 0 }, 'person', 'people');
      if (again) lines.push(againAdvice(again));
      const gone = accessText(lost, 'role of a person', 'roles of people');
      if (gone !== '')
        lines.push(`Not restored: ${gone}. Keys stay revoked. Issue, give or make again what is needed.`);
      if (missingPeople > 0) lines.push(peopleAdvice(missingPeople));
      if (hooks.length > 0) lines.push(webhookAdvice, table(['ID', 'BRAND', 'URL'], hooks));
      if (leftOut.length > 0) lines.push(leftOutAdvice(leftOut, isRegistryRestored));
      return lines.join('\n');
    },
  });
}

function workingOf(keys: RestoreResult['keys']) {
  const now = systemClock();
  return keys.filter((key) => isUsable(key, now)).map(({ id, brand, name, rights }) => ({ id, brand, name, rights }));
}

const keyAdvice = [
  'Keys revoked after the backup also work: revoke them again with "brand-portal key revoke <id>".',
  'If you are not sure who has a key, replace it with "brand-portal key rotate <id>".',
].join('\n');

const againAdvice = (access: string): string =>
  `As at the backup are ${access}, too. What was disabled, ended or revoked after it works again: do that again.`;

const peopleAdvice = (count: number): string =>
  `Not restored: ${plural(count, 'person', 'people')} of the backup. They are restored only with all brands, into a directory without a registry.`;

/** @param nouns of the number of people */
function accessText({ keys, people, sessions, passkeys, links, agents }: Access, ...nouns: [string, string]) {
  const counts: [number, string, string?][] = [
    [keys, 'key'],
    [people, ...nouns],
    [sessions, 'session'],
    [passkeys, 'passkey'],
    [links, 'share link'],
    [agents, 'agent'],
  ];
  return counts.flatMap(([count, ...noun]) => (count === 0 ? [] : plural(count, ...noun))).join(', ');
}

function leftOutAdvice(slugs: readonly string[], isRegistered: boolean): string {
  const way = 'Restore each from another backup: "brand-portal restore <dir> <brand>".';
  const stay = isRegistered ? ' They are registered, with keys and people, and answer 503 until then.' : '';
  return `Left out: ${slugs.join(', ')}. ${way}${stay}`;
}

const webhookAdvice =
  'A backup has no signing secrets of webhooks. These send nothing until each has a new one, by "brand-portal webhook ' +
  'rotate <brand> <id>":';

async function restoreInto(options: DataOption, backup: RestoreOptions): Promise<RestoreResult> {
  const shared = sharedOptions(await readConfig(options.config));
  if (shared !== null) {
    const { restoreShared } = await import('../../admin/shared-commands.js');
    return restoreShared(backup, shared);
  }
  // A brand restored into the caches of a shared store would be in no log.
  await requireNoCaches(fs, backup.data);
  return restore(backup);
}

function resultJson({ repositories, failures }: BackupResult): object {
  const shown = repositories.map(({ brand, to, newCommits, isRewritten, defects, files, isSkipped, isReplaced }) => {
    const { copied, bytes, problems } = files;
    const counts = { new_commits: newCommits, new_files: copied, new_file_bytes: bytes };
    return {
      brand,
      commit: to,
      ...counts,
      rewritten: isRewritten,
      skipped: isSkipped,
      replaced: isReplaced,
      defects,
      file_problems: problems,
    };
  });
  return { repositories: shown, failures };
}

function repositoryLine({ brand, to, newCommits, isRewritten, files, isSkipped, isReplaced }: BackedUp): string {
  if (isSkipped) return `${brand}: unchanged; checked before at ${to.slice(0, 10)}`;
  const copied = files.copied === 0 ? '' : `, ${plural(files.copied, 'new file')} (${sizeText(files.bytes)})`;
  const rewritten = isRewritten ? '; the history was rewritten, and some earlier commits are gone' : '';
  if (isReplaced)
    return `${brand ?? 'registry'}: its copy was damaged, and was made again; checked at ${to.slice(0, 10)}`;
  return `${brand ?? 'registry'}: ${plural(newCommits, 'new commit')}${copied}${rewritten}; checked at ${to.slice(0, 10)}`;
}

const maxShownProblems = 100;

function requireSound({ repositories, failures }: BackupResult): void {
  const problems = failures.map(({ brand, reason }) => `${brand}: ${reason}`);
  for (const { brand, defects, files } of repositories) {
    const repositoryProblems = [...defects.map(({ problem }) => problem), ...files.problems];
    problems.push(...repositoryProblems.map((problem) => `${brand ?? 'registry'}: ${problem}`));
  }
  if (problems.length === 0) return;

  const more = problems.length > maxShownProblems ? `\n… and ${problems.length - maxShownProblems} more` : '';
  const shown = problems.slice(0, maxShownProblems).join('\n');
  throw new PortalError('invalid', `The backup is not complete or not sound:\n${shown}${more}`);
}
