import type { Command } from 'commander';
import { isBackup } from '../../admin/backup.js';
import { type CheckResult, check, type Finding } from '../../admin/check.js';
import { isoSeconds, systemClock } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { sortedBy } from '../../lib/order.js';
import { plural } from '../../lib/plural.js';
import { type Checked, noteChecks } from '../../service/last-checks.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import { type CommandOptions, dataCommand, endSignal, print, useRepositories } from '../command.js';
import { progressBar } from '../output.js';

export function checkCommand(): Command {
  return dataCommand(
    'check',
    'look for damage in one brand or in all, and in the registry; nothing is changed but the list of brands, which shows the result',
    {
      args: [['[brand]', "the brand's slug"]],
      options: [['--files', 'also read the files of media, and compare their hashes']],
      async run({ files, ...options }: CommandOptions & { readonly files?: true }, brand?: string) {
        const signal = endSignal();
        const pages = new Map<string, number>();
        const onPages = (slug: string, count: number): void => void pages.set(slug, count);
        const result = await useRepositories(options, signal, async (data, storedFiles) => {
          const now = systemClock();
          const found = await check({
            fs,
            data,
            storedFiles,
            brand,
            files,
            now,
            signal,
            onPages,
            progress: progressBar,
          });
          // A copy out of a shared store, and a backup, have no list of brands.
          const isServed = storedFiles === undefined && found.brands.length > 0 && !(await isBackup(fs, data));
          if (isServed) await noteChecks(fs, data, checkedBrands(found, pages, now)).catch(() => {});
          return found;
        });
        print(present(result), options, () => [...result.findings.map(line), summary(result)].join('\n'));
        const { errors } = count(result);
        if (errors > 0) throw new PortalError('invalid', `The check found ${plural(errors, 'error')}.`);
      },
    },
  );
}

function present(result: CheckResult): object {
  const { errors, warnings } = count(result);
  return { ok: errors === 0, ...result, errors, warnings };
}

function line({ level, brand, path, problem, advice }: Finding): string {
  const place = [brand, path].filter((part) => part !== null).join(' ') || 'data directory';
  const stop = problem.endsWith('.') ? '' : '.';
  return visible(`${level.padEnd(7)} ${place}: ${problem}${stop} ${advice}`);
}

function summary(result: CheckResult): string {
  const { errors, warnings } = count(result);
  const what = `Checked ${plural(result.brands.length, 'brand')} and the registry`;
  if (errors + warnings === 0) return `${what}: all is well.`;
  return `${what}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`;
}

function count({ findings }: CheckResult): { errors: number; warnings: number } {
  const errors = findings.filter(({ level }) => level === 'error').length;
  return { errors, warnings: findings.length - errors };
}

function checkedBrands({ brands, findings }: CheckResult, pages: ReadonlyMap<string, number>, now: Date) {
  return new Map(
    brands.map((slug): [string, Checked] => {
      const own = findings.filter(({ brand }) => brand === slug);
      const [first, ...others] = sortedBy(own, ({ level }) => level);
      const { errors, warnings } = count({ brands, findings: own });
      const more = others.length === 0 ? '' : `, and ${plural(others.length, 'other problem')}`;
      const problem = first === undefined ? null : `${shortened(first.problem)}${more}`;
      return [slug, { at: isoSeconds(now), errors, warnings, problem, pages: pages.get(slug) ?? null }];
    }),
  );
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);
