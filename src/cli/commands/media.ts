import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Licence, licenceKinds, type MediaFile } from '../../content/media.js';
import { copyAndHash } from '../../files/hash-file.js';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { withoutUndefined } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { addMedia, inspectMedia, listAllMedia, releaseMedia, removeMedia, setMedia } from '../../operations/media.js';
import { showMediaFile } from '../../operations/media-files.js';
import { type Referrer, referrerName } from '../../operations/used-by.js';
import { deleteFile, filesSentBy, type SentFile, storeFile } from '../../service/files/uploads.js';
import type { Service } from '../../service/service.js';
import { readLazily } from '../../store/file-system.js';
import { machineFileSystem as fs } from '../../store/local/machine-file-system.js';
import {
  brandServiceCommand,
  columns,
  commandGroup,
  endSignal,
  operationCommand,
  operatorCall,
  parseIntegerOrNone,
  runOperation,
  withReferrers,
} from '../command.js';
import { type ConfirmOptions, confirm, yesFlag } from '../input.js';
import { makeFile } from '../output.js';
import { mediaCollectionCommand } from './media-collections.js';
import { importMediaCommand } from './media-import.js';
import { mediaNameCommands } from './media-names.js';

const mediumArgument = ['<medium>', "the medium's id"] as const;
const typeOption = ['--type <type>', 'image, video, document, audio or archive'] as const;
const metadataOptions = [
  ['--title <text>', 'the title'],
  ['--caption <text>', 'the caption'],
  ['--width <pixels>', 'the width', parseIntegerOrNone],
  ['--height <pixels>', 'the height', parseIntegerOrNone],
  ['--category <id>', 'the id of the category', parseIntegerOrNone],
] as const;
const detailOptions = [
  ['--description <text>', 'what is to be seen, for those who do not see it'],
  ['--tags <names>', 'all of its tags, separated by commas', parseNames],
  ['--credit <text>', 'whom to name'],
  ['--licence <kind>', `${licenceKinds.join(', ')}; after a colon, a text`, parseLicence],
  ['--owner <text>', 'who is responsible for it'],
  ['--valid-from <day>', 'the first day of use, such as 2026-12-10'],
  ['--valid-until <day>', 'the last day of use'],
] as const;
const fields = { category: 'media_category_id' };
const fileArgument = ['<file>', 'the file'] as const;

export function mediaCommand(): Command {
  return commandGroup('media', 'list, show, add, change, replace, download, release, withdraw and remove media', [
    brandServiceCommand('list', 'list all media, also those that the API does not show', {
      options: [
        ['--tag <names>', 'media that have all of these tags, separated by commas', parseNames],
        ['--category <name>', 'media in the category of this name or id'],
        typeOption,
        ['--valid <day>', 'media that may be used on this day, such as 2026-12-10'],
      ],
      run: (service, { tag, category, type, valid }: Filter, brand = '') =>
        runOperation(service, brand, listAllMedia, { query: withoutUndefined({ tag, category, type, valid }) }),
      text: columns('id', 'title', 'type', 'status', 'released', 'tags'),
    }),
    operationCommand('show', 'show a medium, and the pages whose blocks use it', inspectMedia, {
      args: [mediumArgument],
      text: ({ file, ...members }) => {
        const { name = null, bytes = null, sha256 = null } = file ?? {};
        return withReferrers({ ...members, file: name, bytes, sha256 });
      },
    }),
    brandServiceCommand('add', 'add a medium with its file, or only metadata; the API shows it once it is released', {
      args: [['[file]', 'the file (default: only metadata is stored)']],
      options: [typeOption, ...metadataOptions],
      check: ({ type }: Metadata, _brand, path) =>
        path === undefined && type === undefined ? 'without a file, --type says what the medium is' : null,
      async run(service, options: Metadata, brand = '', path?: string) {
        const { type, title, caption, width, height, category: media_category_id } = options;
        const sent = withoutUndefined({ type, title, caption, width, height, media_category_id });
        if (path === undefined) return runOperation(service, brand, addMedia, { body: sent });
        return uploadFile(service, brand, path, { metadata: sent });
      },
      text: ({ id }, brand) => `Added medium ${id}. Release it with: media release ${brand} ${id}`,
    }),
    importMediaCommand(),
    brandServiceCommand('replace', 'replace the file of a medium', {
      args: [mediumArgument, fileArgument],
      run: async (service, _options, brand = '', id = '', path = '') =>
        withUsers(service, brand, await uploadFile(service, brand, path, { replaces: id })),
      text: ({ id, file, used_by }) => `Medium ${id} has the file ${file?.name}.${shownOn(used_by)}`,
    }),
    brandServiceCommand('download', 'save the file of a medium on this machine', {
      args: [mediumArgument, ['[target]', "the target file (default: the file's name, in this directory)"]],
      async run(service, _options, brand = '', id = '', target?: string) {
        const { file } = await runOperation(service, brand, showMediaFile, { params: { id } });
        const stored = file && (await service.files(brand).find(file.sha256));
        if (!stored) throw new PortalError('unavailable', `The file of medium ${id} is missing on the disk.`);
        const path = target ?? file.name;
        await makeFile(resolve(path), async (building) => {
          if ((await copyAndHash(fs, stored.path, building, endSignal())) === file.sha256) return;
          throw new PortalError('unavailable', `The file of medium ${id} is damaged: nothing was written.`);
        });
        return { ...file, path };
      },
      text: ({ path, bytes }) => `Wrote ${path}, ${bytes} bytes.`,
    }),
    operationCommand('set', "change a medium's metadata; an empty value, such as --title '', removes one", setMedia, {
      args: [mediumArgument],
      options: [
        typeOption,
        ...metadataOptions,
        ...detailOptions,
        ['--original-name <text>', 'the name of the file as it was sent'],
        ['--status <status>', 'processing, ready or failed; the API shows only ready media'],
      ],
      fields,
      text: ({ id, title }) => `Medium ${id} is ${title === null ? 'untitled' : `"${visible(title)}"`}.`,
    }),
    brandServiceCommand('purge-file', 'delete a file permanently, even if the history refers to it', {
      args: [['[sha256]', 'SHA-256 of the file: see "media show", or "git log -p -- files" for earlier files']],
      options: [
        ['--by-key <id>', 'select all files that this key has sent, except those of current media'],
        ['--reason <text>', 'reason, which is visible in the history'],
        yesFlag,
      ],
      check({ byKey, reason }: PurgeOptions, _brand, sha256) {
        if ((byKey === undefined) === (sha256 === undefined)) return 'name one file by its SHA-256, or --by-key';
        return reason === undefined ? 'say why with --reason' : null;
      },
      run: purge,
      text: ({ deleted, kept }) =>
        [`Deleted ${plural(deleted.length, 'file')} for good.`, ...kept.map((why) => `Kept: ${why}`)].join('\n'),
    }),
    operationCommand('release', 'release a medium: the API shows it, and blocks can refer to it', releaseMedia, {
      args: [mediumArgument],
      body: { released: true },
      text: ({ id }) => `Medium ${id} is released.`,
    }),
    brandServiceCommand('withdraw', 'hide a medium; blocks that refer to it stay unchanged', {
      args: [mediumArgument],
      async run(service, _options, brand = '', id = '') {
        const withdrawal = { params: { id }, body: { released: false } };
        return withUsers(service, brand, await runOperation(service, brand, releaseMedia, withdrawal));
      },
      text: ({ id, used_by }) => `Medium ${id} is withdrawn.${shownOn(used_by)}`,
    }),
    operationCommand('remove', 'remove a medium; refused while blocks use it (see "media show")', removeMedia, {
      args: [mediumArgument],
      options: [['--force', 'also remove it from the blocks that use it']],
      text: ({ removed }) => `Removed medium ${removed}.`,
    }),
    ...mediaNameCommands(),
    mediaCollectionCommand(),
  ]);
}

async function withUsers<Medium extends { readonly id: number }>(service: Service, brand: string, medium: Medium) {
  const { used_by } = await runOperation(service, brand, inspectMedia, { params: { id: String(medium.id) } });
  return { ...medium, used_by };
}

const shownOn = (users: readonly Referrer[]): string =>
  users.length === 0 ? '' : ` It is on ${users.map(referrerName).map(visible).join(', ')}.`;

interface Filter {
  readonly tag?: string[];
  readonly category?: string;
  readonly type?: string;
  readonly valid?: string;
}

type Metadata = Partial<Pick<MediaFile, 'type' | 'title' | 'caption' | 'width' | 'height'>> & {
  readonly category?: MediaFile['media_category_id'];
};

async function uploadFile(service: Service, brand: string, path: string, upload: Omit<SentFile, 'name'>) {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile() !== true) throw new PortalError('invalid', `There is no file ${path}.`);
  const sent = { ...upload, name: basename(path), bytes: stats.size };
  return (await storeFile(service, operatorCall(brand), readLazily(fs, path), sent)).value;
}

interface PurgeOptions extends ConfirmOptions {
  readonly byKey?: string;
  readonly reason?: string;
}

async function purge(service: Service, options: PurgeOptions, brand = '', sha256?: string) {
  const { byKey, reason = '' } = options;
  await service.requireBrand(brand);
  const files = sha256 === undefined ? [...(await filesSentBy(service, brand, byKey ?? ''))] : [sha256];
  const question = `Delete ${plural(files.length, 'file')} of ${brand} for good? Backups may still have them.`;
  await confirm(question, options, 'Nothing was deleted.');
  const [deleted, kept]: [string[], string[]] = [[], []];
  for (const file of files) {
    try {
      await deleteFile(service, operatorCall(brand), { sha256: file, reason });
      deleted.push(file);
    } catch (error) {
      // A medium may use the file by now, which does not affect the other files.
      if (sha256 !== undefined || !(error instanceof PortalError && error.code === 'invalid')) throw error;
      kept.push(`${file}: ${error.message}`);
    }
  }
  return { deleted, kept };
}

function parseNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function parseLicence(text: string): Licence | null {
  if (text === '') return null;
  const [, sent = '', more = ''] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  const kind = licenceKinds.find((known) => known === sent.trim());
  if (kind === undefined) throw new InvalidArgumentError(`A licence is one of ${licenceKinds.join(', ')}.`);
  return { kind, text: more.trim() };
}
