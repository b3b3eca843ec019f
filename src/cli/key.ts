import { Command, InvalidArgumentError, Option } from 'commander';
import type { ListedKey } from '../registry/keys.js';
import { type KeyRecord, type Right, rights } from '../registry/records.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { commandGroup } from './content-command.js';
import { parseDuration } from './parse.js';
import { oneLine } from './printable.js';

interface IssueOptions extends DataOption, OutputOption {
  readonly name: string;
  readonly rights: readonly Right[];
  readonly expires?: number;
}

export function keyCommand(): Command {
  const commands = [issueCommand(), listCommand(), rotateCommand(), revokeCommand()];
  return commandGroup('key', 'issue, list, rotate and revoke API keys', commands);
}

function issueCommand(): Command {
  const command = new Command('issue')
    .description('issue an API key for a brand; it is printed once and stored nowhere')
    .argument('<brand>', "the brand's slug")
    .requiredOption('--name <name>', 'whose key it is: the author of the commits made with it')
    .requiredOption('--rights <list>', 'read, write, or read,write', parseRights)
    .option(
      '--expires <duration>',
      'how long it works, e.g. 12h, 90d or 52w (default: until it is revoked)',
      parseDuration,
    );
  return withJson(withData(command)).action(async (brand: string, options: IssueOptions) => {
    const expiresAt = options.expires === undefined ? null : new Date(Date.now() + options.expires);
    const { name, rights } = options;
    const { record, key } = await useService(options, (service) =>
      service.keys.issue({ brand, name, rights, expiresAt }),
    );
    const issued = { id: record.id, key, brand, rights: record.rights, expires_at: record.expires_at };
    print(issued, options, () => `Key ${record.id} for ${brand}, shown only now; ${endInWords(record)}:\n${key}`);
  });
}

function listCommand(): Command {
  const command = new Command('list').description(
    'list the API keys of all brands. LAST USED is "-" while nothing is known: a running server writes it down once a ' +
      'minute, and a backup leaves it out.',
  );
  return withJson(withData(command)).action(async (options: DataOption & OutputOption) => {
    const keys = (await useService(options, (service) => service.keys.list())).map(presentKey);
    const rows = keys.map((key) => {
      const { id, brand, name, rights, created_at, last_used_at, replaced_by } = key;
      return [id, brand, name, rights.join(','), created_at, last_used_at ?? '-', endOf(key), replaced_by ?? '-'];
    });
    const head = ['ID', 'BRAND', 'NAME', 'RIGHTS', 'CREATED', 'LAST USED', 'EXPIRES', 'REPLACED BY'];
    print(keys, options, () => table(head, rows));
  });
}

interface RotateOptions extends DataOption, OutputOption {
  readonly overlap: number;
  readonly expires?: number;
}

function rotateCommand(): Command {
  const command = new Command('rotate')
    .description(
      'issue a key like another, which goes on working for a while; the new one is printed once. Refused while a key ' +
        'works that replaces it already.',
    )
    .argument('<id>', "the old key's id, as key list shows it")
    .addOption(
      new Option('--overlap <duration>', 'how long the old key goes on working')
        .argParser(parseDuration)
        .default(parseDuration('7d'), '7d'),
    )
    .option(
      '--expires <duration>',
      'how long the new key works (default: as long as the old one was to at first)',
      parseDuration,
    );
  return withJson(withData(command)).action(async (id: string, options: RotateOptions) => {
    const { overlap: overlapMs, expires } = options;
    const expiresAt = expires === undefined ? undefined : new Date(Date.now() + expires);
    const { record, key, old } = await useService(options, (service) =>
      service.keys.rotate({ id, overlapMs, expiresAt }),
    );
    const { brand, rights, expires_at } = record;
    const rotated = { id: record.id, key, brand, rights, expires_at, old: { id, expires_at: old.expires_at } };
    print(rotated, options, () =>
      [
        `Key ${record.id} for ${brand}, shown only now; ${endInWords(record)}:`,
        key,
        `The old key ${id} works until ${old.expires_at}.`,
      ].join('\n'),
    );
  });
}

function revokeCommand(): Command {
  const command = new Command('revoke')
    .description('revoke an API key at once')
    .argument('<id>', "the key's id, as key list shows it");
  return withJson(withData(command)).action(async (id: string, options: DataOption & OutputOption) => {
    const { key, wasRevoked } = await useService(options, (service) => service.keys.revoke(id));
    const named = `key ${id} "${oneLine(key.name)}" of ${key.brand}`;
    print(presentKey(key), options, () =>
      wasRevoked ? `Nothing to do: ${named} was revoked already, ${key.revoked_at}.` : `Revoked ${named}.`,
    );
  });
}

function endInWords({ expires_at }: Pick<KeyRecord, 'expires_at'>): string {
  return expires_at === null ? 'it never expires' : `it expires ${expires_at}`;
}

function endOf({ revoked_at, expires_at }: Pick<KeyRecord, 'revoked_at' | 'expires_at'>): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`;
  if (expires_at === null) return 'never';
  return Date.parse(expires_at) <= Date.now() ? `expired ${expires_at}` : expires_at;
}

function presentKey({ sha256: _, ...shown }: ListedKey): Omit<ListedKey, 'sha256'> {
  return shown;
}

function parseRights(list: string): Right[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.every((name) => (rights as readonly string[]).includes(name))) {
    throw new InvalidArgumentError('The rights are read, write, or read,write.');
  }
  return rights.filter((right) => names.includes(right));
}
