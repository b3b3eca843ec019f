import type { Command } from 'commander';
import { type CheckResult, check, type Finding } from '../../admin/check.js';
import { systemClock } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import { type CommandOptions, dataCommand, endSignal, print, useRepositories } from '../command.js';
import { progressBar } from '../output.js';

export function checkCommand(): Command {
  return dataCommand('check', 'look for damage in one brand or in all, and in the registry; nothing is changed', {
    args: [['[brand]', "the brand's slug"]],
    options: [['--files', 'also read the files of media, and compare their hashes']],
    async run({ files, ...options }: CommandOptions & { readonly files?: true }, brand?: string) {
      const signal = endSignal();
      const result = await useRepositories(options, signal, (data, storedFiles) =>
        check({ fs, data, storedFiles, brand, files, now: systemClock(), signal, progress: progressBar }),
      );
      print(present(result), options, () => [...result.findings.map(line), summary(result)].join('\n'));
      const { errors } = count(result);
      if (errors > 0) throw new PortalError('invalid', `The check found ${plural(errors, 'error')}.`);
    },
  });
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
