import { Command, InvalidArgumentError } from 'commander';
import { type PersonRecord, type Role, roles } from '../registry/records.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { collect, commandGroup } from './content-command.js';
import { oneLine } from './printable.js';

export function personCommand(): Command {
  const commands = [addCommand(), listCommand(), setCommand(), disableCommand()];
  return commandGroup('person', 'add, list, change and disable people who work in the browser', commands);
}

type GivenRole = readonly [slug: string, role: Role];

interface AddOptions extends DataOption, OutputOption {
  readonly name: string;
  readonly role?: readonly GivenRole[];
  readonly operator?: true;
}

const roleHelp = 'viewer reads, editor also restores and arranges, admin also purges and resets the whole brand';

function addCommand(): Command {
  const command = new Command('add')
    .description('add a person; "sign-in" then prints a link with which this person gets in')
    .requiredOption('--name <name>', 'the author of the commits that this person makes')
    .option('--role <brand=role>', `a role in a brand, several times for several: ${roleHelp}`, collect(parseRole))
    .option('--operator', 'has every right in every brand');
  return withJson(withData(command)).action(async (options: AddOptions) => {
    const { name, role = [], operator = false } = options;
    const person = { name, operator, roles: Object.fromEntries(role) };
    const record = await useService(options, (service) => service.people.add(person));
    print(record, options, () => `Added ${inWords(record)}. A link to sign in: brand-portal sign-in ${record.id}`);
  });
}

function listCommand(): Command {
  const command = new Command('list').description('list people with their roles');
  return withJson(withData(command)).action(async (options: DataOption & OutputOption) => {
    const people = await useService(options, (service) => service.people.list());
    const rows = people.map((one) => [one.id, one.name, rolesOf(one), one.created_at, one.disabled_at ?? '-']);
    print(people, options, () => table(['ID', 'NAME', 'ROLES', 'CREATED', 'DISABLED'], rows));
  });
}

interface SetOptions extends DataOption, OutputOption {
  readonly name?: string;
  readonly role?: readonly GivenRole[];
  readonly removeRole?: readonly string[];
  readonly operator?: boolean;
}

function setCommand(): Command {
  const command = new Command('set')
    .description('change a person; it holds for the next request')
    .argument('<person>', 'the id that "person list" shows, or the name')
    .option('--name <name>', 'another name, for commits to come')
    .option('--role <brand=role>', `a role in a brand, several times for several: ${roleHelp}`, collect(parseRole))
    .option(
      '--remove-role <brand>',
      'the brand that this person is to see no more; several times for several',
      collect((slug) => slug),
    )
    .option('--operator', 'gives every right in every brand')
    .option('--no-operator', 'takes this away');
  return withJson(withData(command)).action(async (named: string, options: SetOptions) => {
    const { name, role = [], removeRole = [], operator } = options;
    const removed = removeRole.map((slug) => [slug, null] as const);
    const record = await useService(options, async ({ people }) => {
      const { id } = await people.find(named);
      return people.set(id, { name, operator, roles: Object.fromEntries([...removed, ...role]) });
    });
    print(record, options, () => `Now: ${inWords(record)}.`);
  });
}

function disableCommand(): Command {
  const command = new Command('disable')
    .description('let a person in no more; sessions and links end at once')
    .argument('<person>', 'the id that "person list" shows, or the name');
  return withJson(withData(command)).action(async (named: string, options: DataOption & OutputOption) => {
    const { record, wasDisabled } = await useService(options, async ({ people }) =>
      people.disable((await people.find(named)).id),
    );
    const who = `person ${record.id} "${oneLine(record.name)}"`;
    print(record, options, () =>
      wasDisabled ? `Nothing to do: ${who} was disabled already, ${record.disabled_at}.` : `Disabled ${who}.`,
    );
  });
}

function inWords(record: PersonRecord): string {
  return `person ${record.id} "${oneLine(record.name)}", ${rolesOf(record)}`;
}

function rolesOf({ operator, roles: given }: PersonRecord): string {
  const named = Object.entries(given).map(([slug, role]) => `${slug}=${role}`);
  const all = [...(operator ? ['operator'] : []), ...named];
  return all.length === 0 ? 'no role' : all.join(', ');
}

function parseRole(text: string): GivenRole {
  const [, slug, name] = /^([^=]+)=([a-z]+)$/.exec(text) ?? [];
  const role = roles.find((one) => one === name);
  if (slug === undefined || role === undefined) {
    throw new InvalidArgumentError(`A role is <brand>=<role>, the role one of ${roles.join(', ')}.`);
  }
  return [slug, role];
}
