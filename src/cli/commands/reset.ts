import { type Command, Option } from 'commander';
import { visible, visibleLines } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { commitToUndo } from '../../operations/history.js';
import { compareFiles, previewReset, type ResetPreview, resetBrand, stalePlan } from '../../operations/reset.js';
import { changeJson, changeText } from '../change.js';
import { brandServiceCommand, type OutputOption, operatorWork, runOperation } from '../command.js';
import { type ConfirmOptions, confirm, yesFlag } from '../input.js';
import { commitHelp, type ScopeOptions, scopeName, scopeOf, scopeOptions } from '../options.js';

interface ResetOptions extends ScopeOptions, OutputOption, ConfirmOptions {
  readonly to: string;
  readonly dryRun?: true;
  readonly force?: true;
  readonly plan?: string;
}

const help = `
Later changes are lost, too: those of the part that --page, --section, --color, --medium or --fact names, else of the whole brand. To
undo one commit on a page, find it with "history <brand> --page <id>", and give the commit below it in that list.`;

export function resetCommand(): Command {
  return brandServiceCommand('reset', 'restore old content as a new commit; the history stays as it is', {
    options: [
      new Option('--to <commit>', `the version to restore: ${commitHelp}`).makeOptionMandatory(),
      ...scopeOptions,
      ['--dry-run', 'show what would change, and change nothing'],
      ['--plan <hash>', 'refuse if the reset differs from a dry run: "plan" of its --json'],
      ['--force', 'alter content that would break a rule, such as a slug that is in use now, instead of refusing'],
      yesFlag,
    ],
    async run(service, options: ResetOptions, brand = '') {
      const { force = false } = options;
      const repository = await service.openBrand(brand);
      const to = await repository.versions.resolve(options.to);
      const scope = scopeOf(options);
      const request = { to, ...scope, force };
      const mark = options.json ? {} : { mark: 'words' };
      const preview = await runOperation(service, brand, previewReset, { query: { ...request, ...mark } });
      if (options.plan !== undefined && options.plan !== preview.plan) {
        throw new PortalError('precondition_failed', stalePlan);
      }

      const isRefused = preview.conflicts.length > 0 && !force;
      const undo = isEmpty(preview) ? await commitToUndo(repository, to, scope) : null;
      const outcome = (reset: Shown, done: boolean) => ({ reset, done, to, named: scopeName(options), undo, force });
      if (options.dryRun || (preview.changes.length === 0 && !isRefused)) return outcome(preview, false);
      if (!isRefused) {
        if (!options.yes) process.stderr.write(`${visibleLines(inWords(preview, false, force))}\n`);
        await confirm(`Reset ${brand} so?`, options);
      }

      const plan = options.plan ?? (options.yes ? undefined : preview.plan);
      const body = plan === undefined ? request : { ...request, plan };
      const { files, ...reset } = await runOperation(service, brand, resetBrand, { body });
      const changes = await compareFiles(operatorWork(service, brand), files, !options.json);
      return outcome({ ...reset, changes }, true);
    },
    json: ({ reset: { changes, conflicts, plan }, to, done }) => ({
      to,
      changes: changes.map(changeJson),
      conflicts,
      plan,
      done,
    }),
    text: ({ reset, done, to, named, undo, force }) =>
      isEmpty(reset) ? nothingToChange(to, named, undo) : inWords(reset, done, force),
  }).addHelpText('after', help);
}

type Shown = Pick<ResetPreview, 'to' | 'changes' | 'conflicts' | 'plan'>;

function isEmpty({ changes, conflicts }: Shown): boolean {
  return changes.length === 0 && conflicts.length === 0;
}

/** @param undo the commit before `to`, when `to` changed something there */
function nothingToChange(to: string, scopeText: string | null, undo: string | null): string {
  const subject = scopeText === null ? 'Everything is' : `${scopeText[0]?.toUpperCase()}${scopeText.slice(1)} is`;
  const advice = undo === null ? '' : ` To undo that commit, name the one before it: ${undo.slice(0, 10)}.`;
  return `${subject} as in ${to.slice(0, 10)} already: nothing to change.${advice}`;
}

function inWords({ to, changes, conflicts }: Shown, done: boolean, force: boolean): string {
  const version = to.slice(0, 10);
  const head = done ? `Reset to ${version}:` : `A reset to ${version} changes:`;
  const alterations = conflicts.map(({ path, problem, forced }) => visible(`${path}: ${problem}; by force, ${forced}`));
  const lines = [head, ...changes.map(changeText)];
  if (alterations.length > 0) lines.push(alterationsHeading(done, force), ...alterations);
  return lines.join('\n');
}

function alterationsHeading(done: boolean, force: boolean): string {
  if (!force) return 'Refused without --force:';
  return done ? 'Altered to keep the rules:' : 'To be altered to keep the rules:';
}
