import { type Command, Option } from 'commander';
import { readConfig } from '../../config.js';
import { dayMs } from '../../lib/clock.js';
import type { ShareRecord } from '../../registry/records.js';
import { type ListedShareLink, shareLinkDays } from '../../registry/share-links.js';
import { shareLinkUrl } from '../../service/sign-in-url.js';
import { brandArgument, commandGroup, serviceCommand, table } from '../command.js';
import { parseDuration } from '../options.js';
import { shownOnce } from '../output.js';
import { portOption } from './serve.js';

interface MakeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly name: string;
  readonly expires?: number;
  readonly internal?: true;
}

export function shareCommand(): Command {
  return commandGroup('share', 'make, list and revoke links by which guests read the portal of a brand', [
    serviceCommand('make', 'make a share link; it is printed once and stored nowhere', {
      args: [brandArgument],
      options: [
        new Option('--name <name>', 'whom it is for').makeOptionMandatory(),
        ['--expires <duration>', `how long it works, e.g. 12h or 90d (default: ${shareLinkDays}d)`, parseDuration],
        ['--internal', 'show internal pages, too'],
        portOption('the port of the server, when there is no backend_url'),
      ],
      async run({ shareLinks, clock }, { config, port, name, expires, internal }: MakeOptions, brand = '') {
        const expiresAt = new Date(clock().getTime() + (expires ?? shareLinkDays * dayMs));
        const { record, secret } = await shareLinks.make({ brand, name, internal: internal === true, expiresAt });
        const { backend_url, port: configured } = await readConfig(config);
        const origin = backend_url ?? `http://localhost:${port ?? configured}`;
        return { ...shown(record), link: shareLinkUrl(`${origin}/brands/${brand}`, secret) };
      },
      text: ({ id, expires_at, link }, brand) =>
        `Share link ${id} of ${brand}; it expires ${expires_at}. ${shownOnce}\n${link}`,
    }),
    serviceCommand('list', 'list the share links of a brand', {
      args: [brandArgument],
      async run(service, _options, brand = '') {
        await service.requireBrand(brand);
        return (await service.shareLinks.list(brand)).map(shown);
      },
      text: (links) =>
        table(
          ['ID', 'NAME', 'SHOWS', 'EXPIRES', 'LAST USED'],
          links.map(({ id, name, internal, preview, expires_at, last_used_at = null }) => {
            const shows = preview ? `proposal ${preview.proposal}` : internal ? 'internal pages' : 'public pages';
            return [id, name, shows, expires_at, last_used_at ?? '-'];
          }),
        ),
    }),
    serviceCommand('revoke', 'end a share link, and the reading of those who came by it', {
      args: [brandArgument, ['<link>', 'the id that "share list" shows']],
      run: async ({ shareLinks }, _options, brand = '', id = '') => shown(await shareLinks.revoke(brand, id)),
      text: ({ id, name }) => `Share link ${id} "${name}" works no more.`,
    }),
  ]);
}

const shown = ({ sha256: _, version: __, ...rest }: ShareRecord & Partial<ListedShareLink>) => rest;
