import { Command, Option } from 'commander';
import type { Change } from '../content/diff/changes.js';
import { changesBetween, isChanged, showCommit } from '../operations/history.js';
import { type HistoryScope, pathsIn } from '../operations/history-scope.js';
import type { Service } from '../service/service.js';
import { changeJson } from './change-json.js';
import { changeText } from './change-text.js';
import { type DataOption, type OutputOption, useService, withData, withJson } from './common.js';
import { jsonList, printAll } from './output.js';
import { commitHelp, type ScopeOptions, scopeName, withScope } from './parse.js';
import { oneLine, printablePatch } from './printable.js';

interface ShowOptions extends ScopeOptions, DataOption, OutputOption {
  readonly patch?: true;
}

export function showCommand(): Command {
  const command = new Command('show')
    .description('what one commit changed, in words')
    .argument('<brand>', "the brand's slug")
    .argument('<commit>', commitHelp);
  return withShowOptions(command).action(async (brand: string, commit: string, options: ShowOptions) => {
    await useService(options, async (service) => {
      const { parent, ...entry } = await showCommit(await service.openBrand(brand), commit);
      const who = oneLine(`${entry.author} <${entry.email}>`);
      const head = `commit ${entry.commit}\ntime   ${entry.time}\nwho    ${who}\nwhat   ${oneLine(entry.subject)}\n\n`;
      const range = { from: parent, to: entry.commit };
      const untouched = (scope: string): string => `This commit did not change ${scope}.`;
      await printChanges(service, { brand, ...range, options, head, untouched, members: { ...entry, parent } });
    });
  });
}

export function diffCommand(): Command {
  const command = new Command('diff')
    .description('what differs between two commits, in words')
    .argument('<brand>', "the brand's slug")
    .argument('<a>', `the older commit: ${commitHelp}`)
    .argument('[b]', 'the newer commit', 'HEAD');
  return withShowOptions(command).action(async (brand: string, a: string, b: string, options: ShowOptions) => {
    await useService(options, async (service) => {
      const { versions } = await service.openBrand(brand);
      const range = { from: await versions.resolve(a), to: await versions.resolve(b) };
      const untouched = (scope: string): string => `Of ${scope} nothing differs between the two.`;
      await printChanges(service, { brand, ...range, options, head: '', untouched, members: range });
    });
  });
}

function withShowOptions(command: Command): Command {
  withScope(command).addOption(new Option('--patch', "git's own patch instead of words").conflicts('json'));
  return withJson(withData(command));
}

interface Printed {
  readonly brand: string;
  readonly from: string | null;
  readonly to: string;
  readonly options: ShowOptions;
  /** Text above the changes. */
  readonly head: string;
  /** Text when no file of the page or section that was asked for differs. */
  readonly untouched: (scope: string) => string;
  /** Members of the JSON document next to the changes. */
  readonly members: object;
}

async function printChanges(service: Service, printed: Printed): Promise<void> {
  const { brand, from, to, options, head, untouched, members } = printed;
  const repository = await service.openBrand(brand);
  const scope: HistoryScope = options;
  if (options.patch) {
    const patch = repository.versions.patch({ from, to, paths: pathsIn(scope), color: process.stdout.isTTY });
    return printAll(joined(head, process.stdout.isTTY ? forTerminal(patch) : patch));
  }
  const changes = changesBetween(repository, from, to, scope, options.json ? null : service.sanitizer);
  if (options.json) return printAll(jsonList(mapped(changes, changeJson), { members, name: 'changes' }));
  const named = scopeName(options);
  const isUntouched = named !== null && !(await isChanged(repository, from, to, scope));
  const nothing = isUntouched ? untouched(named) : 'Nothing that people see has changed.';
  await printAll(joined(head, inWords(changes, nothing)));
}

async function* mapped<From, To>(items: AsyncIterable<From>, map: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (head !== '') yield head;
  yield* rest;
}

/** A pipe gets git's patch byte for byte, a terminal without control characters. */
async function* forTerminal(patch: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of patch) yield printablePatch(piece);
}

async function* inWords(changes: AsyncIterable<Change>, nothing: string): AsyncGenerator<string> {
  let count = 0;
  for await (const change of changes) {
    yield `${changeText(change)}\n`;
    count += 1;
  }
  if (count === 0) yield `${nothing}\n`;
}
