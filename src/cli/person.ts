import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PersonRecord, type Role, roles } from '../registry/records.js';
import { table } from './common.js';
import { collect, commandGroup, serviceCommand } from './content-command.js';
import { oneLine } from './printable.js';

type GivenRole = readonly [slug: string, role: Role];

interface PersonOptions {
  readonly name?: string;
  readonly role?: readonly GivenRole[];
  readonly removeRole?: readonly string[];
  readonly operator?: boolean;
}

export function personCommand(): Command {
  return commandGroup('person', 'add, list, change and disable people who work in the browser', [
    serviceCommand('add', 'add a person; "sign-in" then prints a link with which this person gets in', {
      options: [
        new Option('--name <name>', 'the author of the commits that this person makes').makeOptionMandatory(),
        roleOption(),
        ['--operator', 'has every right in every brand'],
      ],
      run: ({ people }, { name = '', role = [], operator = false }: PersonOptions) =>
        people.add({ name, operator, roles: Object.fromEntries(role) }),
      text: (record) => `Added ${inWords(record)}. A link to sign in: brand-portal sign-in ${record.id}`,
    }),
    serviceCommand('list', 'list people with their roles', {
      run: ({ people }) => people.list(),
      text(people) {
        const rows = people.map((one) => [one.id, one.name, rolesOf(one), one.created_at, one.disabled_at ?? '-']);
        return table(['ID', 'NAME', 'ROLES', 'CREATED', 'DISABLED'], rows);
      },
    }),
    serviceCommand('set', 'change a person; it holds for the next request', {
      args: [personArgument],
      options: [
        ['--name <name>', 'another name, for commits to come'],
        roleOption(),
        new Option(
          '--remove-role <brand>',
          'the brand that this person is to see no more; several times for several',
        ).argParser(collect((slug) => slug)),
        ['--operator', 'gives every right in every brand'],
        ['--no-operator', 'takes this away'],
      ],
      async run({ people }, { name, role = [], removeRole = [], operator }: PersonOptions, named = '') {
        const { id } = await people.find(named);
        const removed = removeRole.map((slug) => [slug, null] as const);
        return people.set(id, { name, operator, roles: Object.fromEntries([...removed, ...role]) });
      },
      text: (record) => `Now: ${inWords(record)}.`,
    }),
    serviceCommand('disable', 'let a person in no more; sessions and links end at once', {
      args: [personArgument],
      run: async ({ people }, _options, named = '') => people.disable((await people.find(named)).id),
      json: ({ record }) => record,
      text({ record, wasDisabled }) {
        const who = `person ${record.id} "${oneLine(record.name)}"`;
        return wasDisabled ? `Nothing to do: ${who} was disabled already, ${record.disabled_at}.` : `Disabled ${who}.`;
      },
    }),
  ]);
}

export const personArgument = ['<person>', 'the id that "person list" shows, or the name'] as const;

const roleHelp = 'viewer reads, editor also restores and arranges, admin also purges and resets the whole brand';

function roleOption(): Option {
  const help = `a role in a brand, several times for several: ${roleHelp}`;
  return new Option('--role <brand=role>', help).argParser(collect(parseRole));
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
