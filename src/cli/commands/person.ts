import { type Command, InvalidArgumentError, Option } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type PersonRecord, type Role, roles } from '../../registry/records.js';
import { removePerson } from '../../registry/remove-person.js';
import { linkMinutes } from '../../registry/sign-in-links.js';
import type { Service } from '../../service/service.js';
import { signInLink } from '../../service/sign-in-url.js';
import { collect, commandGroup, serviceCommand, table } from '../command.js';
import { eachRow } from '../csv-rows.js';
import { shownOnce } from '../output.js';
import { originOf, portOption } from './serve.js';

type GivenRole = readonly [slug: string, role: Role];

interface PersonOptions {
  readonly name?: string;
  readonly role?: readonly GivenRole[];
  readonly removeRole?: readonly string[];
  readonly operator?: boolean;
}

export function personCommand(): Command {
  return commandGroup('person', 'add, list, change, disable and remove the people of the workspace', [
    serviceCommand('add', 'add a person; "sign-in" prints a link for the first sign-in', {
      // An operator is added before the first brand, to create it in the browser.
      creates: true,
      options: [
        new Option('--name <name>', 'the name of the person, also as author of commits').makeOptionMandatory(),
        roleOption,
        ['--operator', 'give every right in every brand'],
      ],
      run: ({ people }, { name = '', role = [], operator = false }: PersonOptions) =>
        people.add({ name, operator, roles: Object.fromEntries(role) }),
      many: eachRow({
        identity: ['name'],
        lists: ['role'],
        run: addRow,
        text: (people) => `Added ${plural(people.length, 'person', 'people')}.`,
      }),
      text: (record) => `Added ${inWords(record)}. A link to sign in: brand-portal sign-in ${record.id}`,
    }).usage('[options]\n       brand-portal person add [options] --csv <file>'),
    serviceCommand('list', 'list people with their roles', {
      run: ({ people }) => people.list(),
      text(people) {
        const rows = people.map((person) => [
          person.id,
          person.name,
          rolesText(person),
          person.created_at,
          person.disabled_at ?? '-',
        ]);
        return table(['ID', 'NAME', 'ROLES', 'CREATED', 'DISABLED'], rows);
      },
    }),
    serviceCommand('set', 'change a person, with effect from the next request', {
      args: [personArgument],
      options: [
        ['--name <name>', 'the new name, for future commits'],
        roleOption,
        ['--remove-role <brand>', removeRoleHelp, collect((slug) => slug)],
        ['--operator', 'give every right in every brand'],
        ['--no-operator', 'withdraw the rights of an operator'],
      ],
      async run({ people }, { name, role = [], removeRole = [], operator }: PersonOptions, named = '') {
        const { id } = await people.find(named);
        const removed = removeRole.map((slug) => [slug, null] as const);
        // If a role is both given and removed, it is given.
        return people.set(id, { name, operator, roles: Object.fromEntries([...removed, ...role]) });
      },
      text: (record) => `Now: ${inWords(record)}.`,
    }),
    serviceCommand('disable', 'block a person from signing in; sessions and links end immediately', {
      args: [personArgument],
      async run({ people, mails }, _options, named = '') {
        const disabled = await people.disable((await people.find(named)).id);
        await mails.addresses.erase(disabled.record.id);
        return disabled;
      },
      json: ({ record }) => record,
      text({ record, wasDisabled }) {
        const who = `person ${record.id} "${visible(record.name)}"`;
        return wasDisabled
          ? `Nothing to do: ${who} was disabled already, at ${record.disabled_at}.`
          : `Disabled ${who}.`;
      },
    }),
    serviceCommand('remove', 'remove the account of a person; histories stay', {
      args: [personArgument],
      options: [['--former', 'show "Former person <number>" in place of the name; git and the API keep the name']],
      async run({ people, mails }, { former = false }: { readonly former?: boolean }, named = '') {
        const { id } = await people.find(named);
        const { number } = await removePerson(people.verbs, id, former);
        await mails.addresses.erase(id);
        return { id, number };
      },
      text: ({ id, number }) =>
        `Removed person ${id}. ${number === null ? 'Histories show the name.' : `Pages show "Former person ${number}".`}`,
    }),
  ]);
}

/** Adds the person of a row, unless there is one of this name who has these roles. */
async function addRow({ people }: Service, { name = '', role = [], operator = false }: PersonOptions) {
  const shown = (person: PersonRecord) => ({ id: person.id, name: person.name });
  const roles = Object.fromEntries(role);
  const [other, more] = await people.named(name);
  if (other === undefined) return { isNew: true, value: shown(await people.add({ name, operator, roles }, true)) };
  const hasRoles = role.every(([slug, given]) => other.roles[slug] === given) && (!operator || other.operator);
  if (hasRoles && more === undefined) return { isNew: false, value: shown(other) };
  throw new PortalError('conflict', `There is ${inWords(more ?? other)}. Change them by "person set".`);
}

export function signInCommand(): Command {
  const help = `print a sign-in link for a person, valid once and for ${linkMinutes} minutes`;
  return serviceCommand('sign-in', help, {
    args: [personArgument],
    options: [portOption('the port of the server, if backend_url is not set')],
    async run({ people, sessions }, options: { config?: string; port?: number }, named = '') {
      const origin = await originOf(options);
      const { secret, person, expires_at } = await sessions.issueLink((await people.find(named)).id);
      return { person, link: signInLink(origin, secret), expires_at };
    },
    json: ({ person, link, expires_at }) => ({ person: person.id, link, expires_at }),
    text: ({ person, link, expires_at }) =>
      `A link for ${visible(person.name)}; it works once, until ${expires_at}. ${shownOnce}\n${link}`,
  });
}

const personArgument = ['<person>', 'the id that "person list" shows, or the name'] as const;

const roleHelp =
  'a viewer reads, an editor also writes, an admin also manages keys, people and settings, and resets the brand';

const roleOption = [
  '--role <brand=role>',
  `a role in a brand; may be repeated: ${roleHelp}`,
  collect(parseRole),
] as const;

const removeRoleHelp = 'a brand in which the person loses their role; may be repeated';

function inWords(record: PersonRecord): string {
  return `person ${record.id} "${visible(record.name)}", ${rolesText(record)}`;
}

function rolesText({ operator, roles }: PersonRecord): string {
  const texts = Object.entries(roles).map(([slug, role]) => `${slug}=${role}`);
  if (operator) texts.unshift('operator');
  return texts.length === 0 ? 'no role' : texts.join(', ');
}

function parseRole(text: string): GivenRole {
  const [, slug, name] = /^([^=]+)=([a-z]+)$/.exec(text) ?? [];
  const role = roles.find((role) => role === name);
  if (slug === undefined || role === undefined) {
    throw new InvalidArgumentError(`A role is <brand>=<role>, the role one of ${roles.join(', ')}.`);
  }
  return [slug, role];
}
