import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { linkMinutes } from '../registry/sessions.js';
import { signInLink } from '../service/sign-in-link.js';
import { serviceCommand } from './content-command.js';
import { personArgument } from './person.js';
import { oneLine } from './printable.js';
import { portOption } from './serve.js';

export function signInCommand(): Command {
  const help = `print a link with which a person signs in, once and within ${linkMinutes} minutes`;
  return serviceCommand('sign-in', help, {
    args: [personArgument],
    options: [portOption('the port of the server, when there is no backend_url')],
    async run({ people, sessions }, { config, port }: { config?: string; port?: number }, named = '') {
      const { backend_url, port: configured } = await readConfig(config);
      const { secret, person, expires_at } = await sessions.issueLink((await people.find(named)).id);
      return { person, link: signInLink(backend_url ?? `http://localhost:${port ?? configured}`, secret), expires_at };
    },
    json: ({ person, link, expires_at }) => ({ person: person.id, link, expires_at }),
    text: ({ person, link, expires_at }) =>
      `A link for ${oneLine(person.name)}, shown only now; it works once, until ${expires_at}:\n${link}`,
  });
}
