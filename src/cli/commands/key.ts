import { type Command, Option } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import { withoutUndefined } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import type { ListedKey } from '../../registry/keys.js';
import { type KeyRecord, type Right, rights } from '../../registry/records.js';
import { newSecret } from '../../registry/secrets.js';
import type { Service } from '../../service/service.js';
import { brandServiceCommand, commandGroup, serviceCommand, table } from '../command.js';
import { eachRow, type Keeping } from '../csv-rows.js';
import { listParser, parseBudget, parseDuration, secretsOption } from '../options.js';
import { shownOnce } from '../output.js';

interface IssueOptions {
  readonly name: string;
  readonly rights: readonly Right[];
  readonly translate?: readonly string[];
  readonly expires?: number;
  readonly requestsPerMinute?: number;
  readonly writesPerMinute?: number;
}

interface RotateOptions {
  readonly overlap: number;
  readonly expires?: number;
}

export function keyCommand(): Command {
  return commandGroup('key', 'issue, list, rotate, start and revoke API keys', [
    brandServiceCommand('issue', 'issue an API key for a brand; it is printed once and stored nowhere', {
      options: [
        new Option('--name <name>', 'owner of the key, and author of its commits').makeOptionMandatory(),
        new Option('--rights <list>', 'comma-separated: read, propose, write')
          .argParser(parseRights)
          .makeOptionMandatory(),
        ['--translate <tags>', 'languages of which it may write the texts, e.g. de,fr', parseTags],
        ['--expires <duration>', 'lifetime of the key, e.g. 12h, 90d or 52w (default: unlimited)', parseDuration],
        [
          '--requests-per-minute <n>',
          'maximum requests per minute; 0 is no limit (default: as configured)',
          parseBudget,
        ],
        ['--writes-per-minute <n>', 'maximum writes per minute; 0 is no limit (default: as configured)', parseBudget],
        secretsOption,
      ],
      run: ({ keys }, options: IssueOptions, brand = '') => keys.issue(newKey(brand, options)),
      many: eachRow({
        identity: ['brand', 'name'],
        required: ['rights'],
        secret: 'key',
        run: issueRow,
        text: (keys) => `Issued ${plural(keys.length, 'key')}.`,
      }),
      json({ key, record: { id, brand, rights, expires_at } }) {
        return { id, key, brand, rights, expires_at };
      },
      text: ({ record, key }, brand) =>
        `Key ${record.id} for ${brand}; ${expirySentence(record)}. ${shownOnce}\n${key}`,
    }).usage('[options] <brand>\n       brand-portal key issue [options] --csv <file> --secrets <file>'),
    serviceCommand('list', listHelp, {
      run: async ({ keys }) => (await keys.list()).map(presentKey),
      text(keys) {
        const rows = keys.map((key) => {
          const { id, brand, name, rights, created_at, last_used_at, replaced_by } = key;
          const times = [created_at, last_used_at ?? '-', stateOrExpiry(key), replaced_by ?? '-'];
          const budgets = [key.requests_per_minute, key.writes_per_minute].map((limit) => `${limit ?? '-'}`);
          return [id, brand, name, rights.join(','), ...times, ...budgets];
        });
        const timeColumns = ['CREATED', 'LAST USED', 'EXPIRES', 'REPLACED BY'];
        return table(['ID', 'BRAND', 'NAME', 'RIGHTS', ...timeColumns, 'REQUESTS/MIN', 'WRITES/MIN'], rows);
      },
    }),
    serviceCommand('rotate', rotateHelp, {
      args: [['<id>', "the old key's id, as key list shows it"]],
      options: [
        new Option('--overlap <duration>', 'time for which the old key stays valid')
          .argParser(parseDuration)
          .default(parseDuration('7d'), '7d'),
        [
          '--expires <duration>',
          'lifetime of the new key (default: the original lifetime of the old key)',
          parseDuration,
        ],
      ],
      run: ({ keys }, { overlap, expires }: RotateOptions, id = '') =>
        keys.rotate({ id, overlapMs: overlap, expiresAt: expiryAfter(expires) }),
      json({ key, old, record: { id, brand, rights, expires_at } }, oldId) {
        return { id, key, brand, rights, expires_at, old: { id: oldId, expires_at: old.expires_at } };
      },
      text: ({ key, old, record }, oldId) =>
        [
          `Key ${record.id} for ${record.brand}; ${expirySentence(record)}. ${shownOnce}`,
          key,
          `The old key ${oldId} works until ${old.expires_at}.`,
        ].join('\n'),
    }),
    serviceCommand('start', 'start an API key that rests, because its brand was archived', {
      args: [['<id>', "the key's id, as key list shows it"]],
      run: ({ keys }, _options, id = '') => keys.start(id),
      json: ({ id, brand, expires_at }) => ({ id, brand, expires_at }),
      text: ({ id, name, brand }) => `Key ${id} "${visible(name)}" of ${brand} works.`,
    }),
    serviceCommand('revoke', 'revoke an API key immediately', {
      args: [['<id>', "the key's id, as key list shows it"]],
      run: ({ keys }, _options, id = '') => keys.revoke(id),
      json: ({ key }) => presentKey(key),
      text({ key, wasRevoked }) {
        const named = `key ${key.id} "${visible(key.name)}" of ${key.brand}`;
        return wasRevoked ? `Nothing to do: ${named} was revoked already, ${key.revoked_at}.` : `Revoked ${named}.`;
      },
    }),
  ]);
}

function newKey(brand: string, options: IssueOptions) {
  const { name, rights, translate = [], expires, requestsPerMinute, writesPerMinute } = options;
  const budgets = { requests_per_minute: requestsPerMinute, writes_per_minute: writesPerMinute };
  return {
    brand,
    name,
    rights,
    translates: translate,
    expiresAt: expiryAfter(expires) ?? null,
    budgets: withoutUndefined(budgets),
  };
}

/** Issues the key of a row, unless the brand has one of this name. */
async function issueRow({ keys }: Service, options: IssueOptions, keeping: Keeping, brand = '') {
  const shown = ({ id, name }: KeyRecord) => ({ id, brand, name });
  const named = await keys.named(brand, options.name);
  const same = named.find(({ rights }) => rights.join() === options.rights.join());
  if (same !== undefined) return { isNew: false, value: shown(same) };
  const [other] = named;
  if (other !== undefined) {
    const { id, name, rights } = other;
    throw new PortalError('conflict', `${brand} has the key ${id} "${name}" with the rights ${rights.join(', ')}.`);
  }
  const issued = await keeping(newSecret, (secret) => keys.issue({ ...newKey(brand, options), secret, isOnly: true }));
  return { isNew: true, value: shown(issued.record) };
}

const parseTags = (text: string): string[] => text.split(',');

const parseRights = listParser(rights, 'The rights are read, propose and write, such as read,write.');

const listHelp =
  'list the API keys of all brands. LAST USED is "-" if unknown: a running server stores it once a ' +
  'minute, and a backup does not include it. REQUESTS/MIN and WRITES/MIN are "-" for the configured budgets; 0 is no limit.';

const rotateHelp =
  'issue a replacement for a key, which is printed once; the old key stays valid for a while. Refused while the key ' +
  'already has a valid replacement.';

function expiryAfter(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(Date.now() + ms);
}

function expirySentence({ expires_at }: Pick<KeyRecord, 'expires_at'>): string {
  return expires_at === null ? 'it never expires' : `it expires ${expires_at}`;
}

type KeyState = Pick<KeyRecord, 'revoked_at' | 'expires_at' | 'rests'>;

function stateOrExpiry({ revoked_at, expires_at, rests }: KeyState): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`;
  if (rests !== undefined) return `rests since ${rests}`;
  if (expires_at === null) return 'never';
  return Date.parse(expires_at) <= Date.now() ? `expired ${expires_at}` : expires_at;
}

function presentKey({ sha256: _, version: __, ...shown }: ListedKey): Omit<ListedKey, 'sha256' | 'version'> {
  return shown;
}
