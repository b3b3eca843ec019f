import { type Command, Option } from 'commander';
import { type BrandFile, visibilities } from '../../content/brand.js';
import { visible } from '../../lib/display-safety.js';
import { withoutUndefined } from '../../lib/json.js';
import { setBrand } from '../../operations/brand.js';
import type { BrandSettings } from '../../registry/brands.js';
import {
  approvers,
  type BrandRecord,
  type CountSetting,
  countSettings,
  type NoteSenders,
  noteSenders,
  type PortalAccess,
  portalAccess,
  reviewOf,
  reviewPolicies,
} from '../../registry/records.js';
import { brandServiceCommand, runOperation } from '../command.js';
import { listParser } from '../options.js';

/** Content other than pages that a public portal can show. */
const openable = ['facts', 'language'] as const;
type Openable = (typeof openable)[number];
const parseOpenable = listParser(openable, `A public portal opens: ${openable.join(', ')}; or none.`);

interface SetOptions {
  readonly name?: string;
  readonly defaultVisibility?: string;
  readonly language?: string;
  readonly timeZone?: string;
  readonly portal?: PortalAccess;
  readonly listed?: true;
  readonly unlisted?: true;
  readonly opens?: readonly Openable[];
  readonly notes?: NoteSenders;
  readonly counts?: CountSetting;
  readonly review?: BrandRecord['review'];
  readonly approvers?: BrandRecord['approvers'];
  readonly ownApproval?: 'yes' | 'no';
  readonly findings?: 'allow' | 'refuse';
  readonly translations?: 'review' | 'publish';
}

const options = [
  new Option('--name <name>', 'the display name'),
  new Option('--default-visibility <visibility>', 'visibility of new pages').choices(visibilities),
  new Option('--language <tag>', 'language of the content, such as de or pt-BR'),
  new Option('--time-zone <zone>', 'time zone in which readers see times, such as Europe/Berlin'),
  new Option('--portal <readers>', 'readers of the portal: only editors, the people of the brand, or everyone').choices(
    portalAccess,
  ),
  new Option('--listed', 'list the brand on the start page of the server, if its portal is public').conflicts(
    'unlisted',
  ),
  new Option('--unlisted', 'remove the brand from the start page of the server'),
  new Option(
    '--opens <list>',
    `content other than pages that a public portal shows: ${openable.join(', ')}; or none`,
  ).argParser((list) => (list === 'none' ? [] : parseOpenable(list))),
  new Option('--notes <senders>', 'readers who may ask about a page').choices(noteSenders),
  new Option(
    '--counts <setting>',
    'count what visitors and agents read; off also deletes the counts, within a day',
  ).choices(countSettings),
  new Option('--review <whose>', 'changes that need a review before they are published, never those by keys').choices(
    reviewPolicies,
  ),
  new Option('--approvers <who>', 'people who can review').choices(approvers),
  new Option('--own-approval <answer>', 'whether people approve what they wrote').choices(['yes', 'no']),
  new Option('--findings <what>', 'allow or refuse proposals with findings of the language check').choices([
    'allow',
    'refuse',
  ]),
  new Option('--translations <how>', 'texts of those who only translate: with a review, or at once').choices([
    'review',
    'publish',
  ]),
];

export function brandSetCommand(): Command {
  const help = 'set the name, language, time zone, visibility of new pages, portal access and reviews of a brand';
  return brandServiceCommand('set', help, {
    options,
    async run(service, sent: SetOptions, slug = '') {
      const { name, defaultVisibility: default_visibility, language, timeZone: time_zone } = sent;
      const body = withoutUndefined({ name, default_visibility, language, time_zone });
      const { theme: _, ...file } = await runOperation(service, slug, setBrand, { body });
      const record = await service.setBrandSettings(slug, settingsFrom(sent));
      const { portal, portal_listed, portal_opens, notes = 'off', counts = 'on' } = record;
      return { ...file, portal, portal_listed, portal_opens, notes, counts, ...reviewOf(record) };
    },
    text: (brand, slug) => describeBrand(slug, brand),
  });
}

/** Settings in the registry that the options name. */
function settingsFrom({ portal, listed, unlisted, opens, review, ...sent }: SetOptions): BrandSettings {
  const readersOf = (kind: Openable) => (opens?.includes(kind) ? 'public' : 'people');
  return {
    ...withoutUndefined({ portal, review, approvers: sent.approvers }),
    ...((listed || unlisted) && { portal_listed: listed === true }),
    ...(opens && { portal_opens: { facts: readersOf('facts'), language: readersOf('language') } }),
    ...(sent.ownApproval && { own_approval: sent.ownApproval === 'yes' }),
    ...(sent.findings && { findings_allowed: sent.findings === 'allow' }),
    ...withoutUndefined({ notes: sent.notes, counts: sent.counts }),
    ...(sent.translations && { translations_reviewed: sent.translations === 'review' }),
  };
}

type Described = Pick<BrandRecord, 'portal' | 'portal_listed' | 'portal_opens'> &
  ReturnType<typeof reviewOf> &
  Omit<BrandFile, 'theme'>;

const readerTexts: Readonly<Record<PortalAccess, string>> = {
  off: 'editors',
  people: 'its people',
  public: 'everyone',
};

const reviewTexts = {
  agents: 'Changes by agents need a review',
  everyone: 'All changes but those by keys need a review',
} as const;

function describeBrand(slug: string, brand: Described): string {
  const { portal, portal_listed, portal_opens, review } = brand;
  const readers: string[] = [readerTexts[portal]];
  if (portal === 'public') {
    for (const kind of openable) if (portal_opens[kind] === 'public') readers.push(`with ${kind}`);
    if (portal_listed) readers.push('listed');
  }
  const lines = [
    `Brand ${slug} is "${visible(brand.name)}"; new pages are ${brand.default_visibility}.`,
    `Its language is ${brand.language}, its time zone ${brand.time_zone}.`,
    `Its portal is read by ${readers.join(', ')}.`,
  ];
  if (review !== 'off') {
    const exception = brand.own_approval ? '' : ', who cannot approve their own proposals';
    lines.push(`${reviewTexts[review]} by ${brand.approvers}${exception}.`);
  }
  return lines.join('\n');
}
