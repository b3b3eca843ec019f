import { type Command, Option } from 'commander';
import { dayMs } from '../../lib/clock.js';
import type { ShareRecord } from '../../registry/records.js';
import { type ListedShareLink, shareLinkDays } from '../../registry/share-links.js';
import { shareLinkUrl } from '../../service/sign-in-url.js';
import { brandServiceCommand, commandGroup, table } from '../command.js';
import { parseDuration } from '../options.js';
import { shownOnce } from '../output.js';
import { originOf, portOption } from './serve.js';

interface MakeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly name: string;
  readonly expires?: number;
  readonly internal?: true;
}

export function shareCommand(): Command {
  return commandGroup('share', 'create, list, start and revoke links with which guests read the portal of a brand', [
    brandServiceCommand('make', 'create a share link; it is printed once and not stored', {
      options: [
        new Option('--name <name>', 'the recipient of the link').makeOptionMandatory(),
        ['--expires <duration>', `lifetime of the link, e.g. 12h or 90d (default: ${shareLinkDays}d)`, parseDuration],
        ['--internal', 'also show internal pages'],
        portOption('the port of the server, if backend_url is not set'),
      ],
      async run({ shareLinks, clock }, { name, expires, internal, ...server }: MakeOptions, brand = '') {
        const expiresAt = new Date(clock().getTime() + (expires ?? shareLinkDays * dayMs));
        const { record, secret } = await shareLinks.make({ brand, name, internal: internal === true, expiresAt });
        return { ...shown(record), link: shareLinkUrl(`${await originOf(server)}/brands/${brand}`, secret) };
      },
      text: ({ id, expires_at, link }, brand) =>
        `Share link ${id} of ${brand}; it expires ${expires_at}. ${shownOnce}\n${link}`,
    }),
    brandServiceCommand('list', 'list the share links of a brand', {
      async run(service, _options, brand = '') {
        await service.requireBrand(brand);
        return (await service.shareLinks.list(brand)).map(shown);
      },
      text: (links) =>
        table(
          ['ID', 'NAME', 'SHOWS', 'EXPIRES', 'LAST USED'],
          links.map(({ id, name, internal, preview, expires_at, rests, last_used_at = null }) => {
            const pages = internal ? 'internal pages' : 'public pages';
            const shows = preview ? `proposal ${preview.proposal}` : pages;
            return [id, name, shows, rests ? `rests since ${rests}` : expires_at, last_used_at ?? '-'];
          }),
        ),
    }),
    brandServiceCommand('start', 'start a share link that rests, because its brand was archived', {
      args: [['<link>', 'the id that "share list" shows']],
      run: async ({ shareLinks }, _options, brand = '', id = '') => shown(await shareLinks.start(brand, id)),
      text: ({ id, name }) => `Share link ${id} "${name}" works.`,
    }),
    brandServiceCommand('revoke', 'revoke a share link, and end the sessions of its guests', {
      args: [['<link>', 'the id that "share list" shows']],
      run: async ({ shareLinks }, _options, brand = '', id = '') => shown(await shareLinks.revoke(brand, id)),
      text: ({ id, name }) => `Share link ${id} "${name}" works no more.`,
    }),
  ]);
}

const shown = ({ sha256: _, version: __, ...rest }: ShareRecord & Partial<ListedShareLink>) => rest;
