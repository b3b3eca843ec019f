import { isDeepStrictEqual } from 'node:util';
import { type Command, Option } from 'commander';
import { readConfig } from '../../config.js';
import { type FeedKind, feedKinds } from '../../content/feed.js';
import { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { type ChatFormat, chatFormats, type WebhookRecord } from '../../registry/records.js';
import { webhooksOf } from '../../registry/registry.js';
import { newWebhookSecret, unknownVersion } from '../../registry/webhook-files.js';
import { checkedUrl, shownAddress } from '../../registry/webhook-url.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import { redeliver } from '../../service/redeliver.js';
import type { Service } from '../../service/service.js';
import { brandServiceCommand, commandGroup, type DataOption, table } from '../command.js';
import { eachRow, type Keeping } from '../csv-rows.js';
import { commitHelp, listParser, parseDuration, parseSince, secretsOption } from '../options.js';
import { shownOnce } from '../output.js';

const hookArgument = ['<webhook>', 'the id that "webhook list" shows'] as const;

export function webhookCommand(): Command {
  return commandGroup('webhook', 'report changes to other programs by signed requests', [
    brandServiceCommand('add', 'send future changes to an address; the secret is printed once', {
      args: [['<url>', urlHelp]],
      options: [
        ['--events <list>', `kinds of changes to send: ${feedKinds.join(', ')} (default: all)`, parseKinds],
        ['--proposals', 'also report the number and state of each proposal'],
        new Option('--format <format>', 'sentences for a chat, whose address is then a secret').choices(chatFormats),
        ['--name <name>', 'the display name, such as Website'],
        secretsOption,
      ],
      async run(service, options: AddOptions, brand = '', url = '') {
        const { record, secret } = await service.webhooks.add(await newWebhook(service, options, brand, url));
        return { ...presentRecord(record), brand, secret: record.format === undefined ? secret : null };
      },
      many: eachRow({
        identity: ['brand', 'url'],
        secret: 'secret',
        run: addRow,
        text: (hooks) => `Added ${plural(hooks.length, 'webhook')}.`,
      }),
      text: ({ id, brand, url, secret }) =>
        secret === null
          ? `Webhook ${id} of ${brand} writes to ${url}.`
          : `Webhook ${id} of ${brand} sends to ${url}. It signs with this secret. ${shownOnce}\n${secret}`,
    }).usage('[options] <brand> <url>\n       brand-portal webhook add [options] --csv <file> --secrets <file>'),
    brandServiceCommand('list', "list a brand's webhooks with their last deliveries and states", {
      async run(service, _options, brand = '') {
        return { hooks: await service.webhooks.list(brand), isShared: service.isShared };
      },
      json: ({ hooks }) => hooks.map(presentHook),
      text({ hooks, isShared }) {
        const rows = hooks.map((hook) => {
          const { id, name, url, events, proposals } = hook.record;
          const kinds = [events?.join(',') ?? 'all', ...(proposals === undefined ? [] : ['proposals'])].join(' + ');
          const last = hook.position?.last?.at.replace(/\.\d+Z$/, 'Z') ?? '-';
          return [id, name ?? '-', url, kinds, last, stateOf(hook, isShared)];
        });
        return table(['ID', 'NAME', 'URL', 'EVENTS', 'LAST DELIVERED', 'STATE'], rows);
      },
    }),
    brandServiceCommand('test', 'send one signed request of the type "test", and report the result', {
      args: [hookArgument],
      async run(service, options, brand = '', id = '') {
        const { sendTest } = await import('../../webhooks/send-test.js');
        const { webhook_allow, backend_url } = await readConfig(options.config);
        const { url, status, failure, durationMs } = await sendTest(service, brand, id, {
          allow: webhook_allow,
          origin: backend_url,
        });
        if (failure === null) return { id, url, status, ms: durationMs };
        throw new PortalError('invalid', `Not delivered to ${url}: ${failure}.`);
      },
      text: ({ url, status, ms }) => `Delivered to ${url}: it answered ${status}, within ${ms} ms.`,
    }),
    brandServiceCommand('redeliver', 'send again the failed delivery, or else the last one, or all since a commit', {
      args: [hookArgument, ['[commit]', `the commit to start from: ${commitHelp}`]],
      options: [['--since <time>', 'the time to start from, or how long ago, such as 7d', parseSince]],
      check({ since }: { readonly since?: Date }, _brand, _id, commit) {
        return commit !== undefined && since !== undefined ? 'name a commit or a time, not both' : null;
      },
      async run(service, { since }, brand = '', id = '', commit?: string) {
        return { id, brand, version: await redeliver(service, brand, id, { commit, since }) };
      },
      text({ id, version }) {
        if (version === unknownVersion) return `Webhook ${id} tells its receiver to read everything again.`;
        const from = version === null ? 'the beginning' : version.slice(0, 10);
        return `Webhook ${id} sends again what has changed since ${from}.`;
      },
    }),
    brandServiceCommand('rotate', 'give a webhook a new secret, which is printed once', {
      args: [hookArgument],
      options: [
        new Option(
          '--overlap <duration>',
          'time for which requests are also signed with the old secret; 0 is not at all',
        )
          .argParser(parseOverlap)
          .default(parseDuration('1d'), '1d'),
      ],
      async run({ webhooks }, { overlap }: { readonly overlap: number }, brand = '', id = '') {
        const { secret, oldUntil } = await webhooks.rotate(brand, id, overlap);
        return { id, brand, secret, old_until: oldUntil };
      },
      text: ({ id, secret, old_until }) =>
        [
          `Webhook ${id} signs with this secret. ${shownOnce}`,
          secret,
          ...(old_until === null ? [] : [`It also signs with the old secret until ${old_until}.`]),
        ].join('\n'),
    }),
    brandServiceCommand('move', 'give a webhook of a chat another address', {
      args: [hookArgument, ['<url>', urlHelp]],
      async run({ webhooks }, { config }: DataOption, brand = '', id = '', url = '') {
        const { webhook_allow: allow } = await readConfig(config);
        return { id, brand, url: (await webhooks.move(brand, id, url, allow)).url };
      },
      text: ({ id, brand, url }) => `Webhook ${id} of ${brand} writes to ${url}.`,
    }),
    brandServiceCommand('remove', 'remove a webhook, with its secret', {
      args: [hookArgument],
      async run({ webhooks }, _options, brand = '', id = '') {
        const { url } = await webhooks.remove(brand, id);
        return { id, brand, url };
      },
      text: ({ id, brand, url }) => `Removed webhook ${id} of ${brand}, to ${url}.`,
    }),
  ]);
}

const urlHelp = 'an https address; http or a private network only if webhook_allow lists it';

interface AddOptions extends DataOption {
  readonly events?: readonly FeedKind[];
  readonly format?: ChatFormat;
  readonly name?: string;
  readonly proposals?: boolean;
}

async function newWebhook(service: Service, { name, ...options }: AddOptions, brand: string, url: string) {
  const { webhook_allow: allow } = await readConfig(options.config);
  const { commit } = await (await service.openBrand(brand)).read();
  const proposals = options.proposals ? await service.proposalsHead(brand) : undefined;
  const { events = null, format } = options;
  return { brand, name, url, format, events, proposals, version: commit ?? '', allow };
}

/** Adds the webhook of a row, unless the brand has one to this address. */
async function addRow(service: Service, options: AddOptions, keeping: Keeping, brand = '', url = '') {
  await service.requireBrand(brand);
  const address = options.format === undefined ? checkedUrl(url) : shownAddress(checkedUrl(url));
  const same = webhooksOf(await service.webhooks.read(), brand).find((hook) => hook.url === address);
  if (same !== undefined) {
    const { id, format, events, proposals } = presentRecord(same);
    const wanted = [options.format ?? 'standard', options.events ?? null, options.proposals ?? false];
    const isSame = isDeepStrictEqual([format, events, proposals], wanted);
    if (isSame) return { isNew: false, value: { id, brand, url: address } };
    throw new PortalError('conflict', `${brand} has the webhook ${id} to this address, for other events.`);
  }
  const hook = await newWebhook(service, options, brand, url);
  const { record } = await keeping(newWebhookSecret, (secret) =>
    service.webhooks.add({ ...hook, secret, isOnly: true }),
  );
  return { isNew: true, value: { id: record.id, brand, url: address } };
}

function presentRecord({ id, name, url, format, events, proposals, created_at }: WebhookRecord) {
  return {
    ...{ id, name: name ?? null, url, format: format ?? ('standard' as const), events },
    ...{ proposals: proposals !== undefined, created_at },
  };
}

function presentHook({ record, position, hasSecret }: ListedWebhook): object {
  const { version = null, last = null, failing = null, recent = [] } = position ?? {};
  return { ...presentRecord(record), version, has_secret: hasSecret, last, failing, recent };
}

function stateOf({ record, position, state }: ListedWebhook, isShared: boolean): string {
  const advice = `webhook rotate ${record.brand} ${record.id}`;
  if (state === 'unsigned')
    return isShared ? `left to the node that has its secret; if none has it: ${advice}` : `has no secret: ${advice}`;
  const { since = '', next_at = null, reason = '' } = position?.failing ?? {};
  if (state === 'failing') return `failing since ${since}: ${reason}; next try ${next_at}`;
  return state === 'well' ? state : `${state}: ${reason}`;
}

const parseKinds = listParser(feedKinds, `The kinds are ${feedKinds.join(', ')}.`);

const parseOverlap = (text: string): number => (text === '0' ? 0 : parseDuration(text));
