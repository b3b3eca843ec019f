import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import Table from 'cli-table3';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StoredFiles } from '../admin/backup.js';
import { pictureLimits, readConfig, serviceLimits, sharedOptions } from '../config.js';
import { connectStorage } from '../connect-storage.js';
import { BackgroundSanitizer } from '../content/html/background-sanitizer.js';
import { visible, visibleLines } from '../lib/display-safety.js';
import { PortalError } from '../lib/errors.js';
import { stringifyJson } from '../lib/json.js';
import { createLog } from '../log.js';
import { Pictures } from '../pictures/pictures.js';
import { localEngine } from '../search/engine-client.js';
import { Search } from '../search/search.js';
import { dataPaths, requireNoCaches } from '../service/data-directory.js';
import { Service } from '../service/service.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import { progressBar } from './output.js';

export interface DataOption {
  readonly data: string;
  readonly config?: string;
}

export interface OutputOption {
  readonly json?: true;
}

export function withData(command: Command): Command {
  const option = new Option('--data <dir>', 'the data directory').default('./data').argParser(parseNotEmpty);
  const config = new Option('--config <file>', "the server's configuration file, in YAML").argParser(parseNotEmpty);
  command.addOption(fromEnvironment(option, 'BRAND_PORTAL_DATA'));
  return command.addOption(fromEnvironment(config, 'BRAND_PORTAL_CONFIG'));
}

/** Reads an option's environment variable; an empty one, as deployment tools write, counts as not set. */
export function fromEnvironment(option: Option, name: string): Option {
  return process.env[name] === '' ? option : option.env(name);
}

/** Parser of an option that refuses an empty value, which would mean every address, or this directory. */
export function parseNotEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** Aborts when the operator ends the command, so that nothing half-made is left. */
export function endSignal(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON document on standard output and nothing else');
}

interface UseOptions {
  /** Whether the command may begin a data directory. */
  readonly creates?: boolean;
}

/**
 * Opens the service on the data directory, runs the command, and waits until everything is on disk.
 *
 * @throws `invalid` when there is no data directory and the command is not one to begin one
 */
export async function useService<Answer>(
  options: DataOption,
  command: (service: Service) => Promise<Answer>,
  { creates = false }: UseOptions = {},
): Promise<Answer> {
  const data = resolve(options.data);
  const config = await readConfig(options.config);
  const [limits, shared, log] = [serviceLimits(config), sharedOptions(config), createLog('warn')];
  if (!creates && shared === null) requireData(data);
  const storage = await connectStorage(shared, data, log);
  const sanitizer = new BackgroundSanitizer();
  try {
    const onProgress = progressBar('building the search index', 'documents');
    const search = (pathOf: (slug: string) => string) => new Search(localEngine(), { pathOf, onProgress });
    const pictures = new Pictures({ ...pictureLimits(config), folder: dataPaths.pictures(data), log });
    const service = await Service.open({ fs, data, log, sanitizer, search, limits, pictures, storage });
    try {
      return await command(service);
    } finally {
      await service.close();
    }
  } finally {
    storage?.close();
  }
}

/** @throws `invalid` without a data directory, so that a mistyped path does not become an empty registry */
function requireData(data: string): void {
  if (existsSync(dataPaths.registry(data)) || existsSync(dataPaths.brands(data))) return;
  const stats = statSync(data, { throwIfNoEntry: false });
  const reason = stats === undefined ? 'does not exist' : stats.isDirectory() ? 'holds no brands' : 'is no directory';
  throw new PortalError('invalid', `The data directory ${data} ${reason}.`);
}

/** Gives repositories in a data directory to the work; those of a shared portal are copied out first, and its files stay where they are. */
export async function useRepositories<Answer>(
  options: DataOption,
  signal: AbortSignal,
  work: (data: string, storedFiles?: StoredFiles) => Promise<Answer>,
): Promise<Answer> {
  const data = resolve(options.data);
  const shared = sharedOptions(await readConfig(options.config));
  if (shared === null) {
    await requireNoCaches(fs, data);
    return work(data);
  }
  const { useCopy } = await import('../admin/shared-commands.js');
  return useCopy({ fs, data, options: shared }, signal, work);
}

/** Prints the value as JSON, or as text for people. Neither can steer a terminal. */
export function print(value: unknown, { json }: OutputOption, forPeople: () => string): void {
  process.stdout.write(`${json ? stringifyJson(value) : visibleLines(forPeople())}\n`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const none = { top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '' };
  const more = { 'bottom-left': '', 'bottom-right': '', left: '', 'left-mid': '', mid: '', 'mid-mid': '' };
  const chars = { ...none, ...more, right: '', 'right-mid': '', middle: '  ' };
  const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] };
  const drawn = new Table({ head: [...head], chars, style });
  drawn.push(...rows.map((row) => row.map(visible)));
  return drawn.toString();
}
