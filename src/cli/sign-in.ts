import { Command } from 'commander';
import { readConfig } from '../config.js';
import { linkMinutes } from '../registry/sessions.js';
import { signInLink } from '../service/sign-in-link.js';
import { type DataOption, type OutputOption, print, useService, withData, withJson } from './common.js';
import { oneLine } from './printable.js';
import { withPort } from './serve.js';

interface Options extends DataOption, OutputOption {
  readonly port?: number;
}

export function signInCommand(): Command {
  const command = new Command('sign-in')
    .description(`print a link with which a person signs in, once and within ${linkMinutes} minutes`)
    .argument('<person>', 'the id that "person list" shows, or the name');
  return withJson(withPort(withData(command), 'the port of the server, when there is no backend_url')).action(
    async (named: string, options: Options) => {
      const config = await readConfig(options.config);
      const { secret, person, expires_at } = await useService(options, async ({ people, sessions }) =>
        sessions.issueLink((await people.find(named)).id),
      );
      const link = signInLink(config.backend_url ?? `http://localhost:${options.port ?? config.port}`, secret);
      print({ person: person.id, link, expires_at }, options, () =>
        [`A link for ${oneLine(person.name)}, shown only now; it works once, until ${expires_at}:`, link].join('\n'),
      );
    },
  );
}
