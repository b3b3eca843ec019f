import { Command } from 'commander';
import { PortalError } from '../errors.js';
import { previewReset, type Reset, resetBrand } from '../operations/reset.js';
import { type ConfirmOption, confirm, withConfirmation } from './confirm.js';
import { describeChange } from './describe-changes.js';
import { type ScopeOptions, withScope } from './parse.js';
import { oneLine, printable } from './printable.js';
import { runOperation } from './run-operation.js';
import { type DataOption, type OutputOption, print, useService, withData, withJson } from './shared.js';

interface ResetOptions extends ScopeOptions, DataOption, OutputOption, ConfirmOption {
  readonly to: string;
  readonly dryRun?: true;
  readonly force?: true;
}

export function resetCommand(): Command {
  const command = new Command('reset')
    .description('bring old content back as a new commit; the history stays as it is')
    .argument('<brand>', "the brand's slug")
    .requiredOption('--to <commit>', 'the version to bring back: its id, the first characters of it, or HEAD~1');
  withScope(command)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--force', 'alter what would break a rule, such as a slug taken since, instead of refusing');
  return withJson(withData(withConfirmation(command))).action(async (brand: string, options: ResetOptions) => {
    await useService(options, async (service) => {
      const { page, section, force = false } = options;
      const to = await (await service.openBrand(brand)).versions.resolve(options.to);
      const scope = { ...(page === undefined ? {} : { page }), ...(section === undefined ? {} : { section }) };
      const input = { body: { to, ...scope, force } };
      const preview = await runOperation<Reset>(service, brand, previewReset, input);
      const show = (reset: Reset, done: boolean): void => {
        print({ ...reset, done }, options, () => inWords(reset, done, force));
      };
      const isRefused = preview.conflicts.length > 0 && !force;
      if (options.dryRun || (preview.changes.length === 0 && !isRefused)) return show(preview, false);
      if (!isRefused) {
        if (!options.yes) process.stderr.write(`${printable(inWords(preview, false, force))}\n`);
        if (!(await confirm(command, `Reset ${brand} so?`, options)))
          throw new PortalError('invalid', 'Nothing was changed.');
      }
      show(await runOperation<Reset>(service, brand, resetBrand, input), true);
    });
  });
}

function inWords({ to, changes, conflicts }: Reset, done: boolean, force: boolean): string {
  const version = to.slice(0, 10);
  if (changes.length === 0 && conflicts.length === 0) return `Everything is as in ${version}: nothing to change.`;
  const head = done ? `Reset to ${version}:` : `A reset to ${version} changes:`;
  const kept = conflicts.map(({ path, problem, forced }) => oneLine(`${path}: ${problem}; by force, ${forced}`));
  const why = force
    ? done
      ? 'Altered to keep the rules:'
      : 'To be altered to keep the rules:'
    : 'Refused without --force:';
  return [head, ...changes.map(describeChange), ...(kept.length === 0 ? [] : [why, ...kept])].join('\n');
}
