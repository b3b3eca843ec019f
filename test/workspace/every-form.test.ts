import { beforeAll, describe, expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import { setCollection } from '../../src/operations/collections.js';
import { setColor } from '../../src/operations/colors.js';
import { editEntry } from '../../src/operations/context.js';
import { setMedia } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { setTheme } from '../../src/operations/theme.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { restorePage } from '../../src/operations/trash.js';
import { effort } from '../support/effort.js';
import { formsIn } from '../support/form-fields.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import {
  addPerson,
  backendOrigin,
  WorkspaceClient,
  type WorkspaceReply,
  workspaceRoutes,
} from '../support/workspace.js';
import {
  everyForm,
  type Found,
  fieldIn,
  filled,
  first,
  formsOn,
  own,
  samples,
  send,
} from '../support/workspace-forms.js';
import { addPasskey, fillBrand, type Ids, mail, makeShareLink } from '../support/workspace-pages.js';
import { madeIn, registryHead } from '../support/workspace-people.js';

const oidc = { issuer: 'http://127.0.0.1:1', client_id: 'portal', client_secret_file: '/nowhere', roles: {} };
portalForAll({ real: true, example: 'northlight', config: { oidc, mail } });

/** What is there and says nothing. */
const blanks = ['', ' ', '\t', '\u00a0', '\ufeff'];

/** Fields that a form has to bring back. */
type Guard = 'version' | 'plan' | 'base' | 'once' | 'entry';

const inBrand = (names: string, ...guards: readonly Guard[]) =>
  Object.fromEntries(names.split(', ').map((name) => [`/brands/:brand${name}`, guards] as const));

/** Guards of the forms that have others than the version, by the route and the action; of those without a guard, the reason. */
const reviewed: Readonly<Record<string, readonly Guard[] | string>> = {
  ...inBrand(
    '/logo, /theme/font, /pages/new, /pages/:page/edit template, /context add, /colors add, /media, /people invite, /access share, /keys',
    'once',
  ),
  ...inBrand('/proposals/:proposal comment, /proposals/:proposal comment_block, /proposals/:proposal reply', 'once'),
  ...inBrand('/notes/new, /notes/:note proposal', 'once'),
  ...inBrand('/proposals/:proposal preview, /webhooks, /media/collections add', 'once'),
  ...inBrand('/keys/:key rotate, /webhooks/:webhook rotate, /media/:media/file', 'version', 'once'),
  ...inBrand('/restore, /pages/:page/restore, /language/:section/restore, /context/:entry/restore', 'plan'),
  ...inBrand('/colors/:color/restore, /media/:media/restore', 'plan'),
  ...inBrand('/context verify', 'entry'),
  '/operator/brands/new': ['once'],
  '/operator archive': 'archiving again changes nothing',
  '/operator/archived': 'a brand that was taken out is not there',
  '/operator/archived erase': 'an erasure that was interrupted is finished',
  '/sign-in': 'a link works once',
  '/sign-in/passkey': 'a challenge counts once',
  '/authorize': 'a consent counts once',
  '/me/oidc': 'stores nothing',
  '/me': 'ending a session again changes nothing',
  '/mail/confirm': 'a link works once',
  '/mail/off': 'stopping again changes nothing',
  '/me/notifications give': 'a link can be sent again later',
  '/me/notifications choose': 'choosing again changes nothing',
  '/me/passkeys': 'a challenge counts once',
  '/me/passkeys remove': 'removing again changes nothing',
  '/brands/:brand hide': 'only sets a cookie',
  '/brands/:brand/proposals/:proposal resolve': 'resolving again changes nothing',
  '/brands/:brand/notes/:note reply': 'a text that is sent twice counts once',
  '/brands/:brand/notes/:note resolve': 'resolving again changes nothing',
  '/brands/:brand/notes/:note reopen': 'opening again changes nothing',
  '/brands/:brand/notes/:note remove': 'a note that is gone is not there',
  '/brands/:brand/language/check': 'stores nothing',
  '/brands/:brand/media/change': 'changing again changes nothing',
  '/brands/:brand/media/undo': 'what was taken back is not there again',
  '/brands/:brand/people add': 'a person who has a role already is given none',
  '/brands/:brand/people link': 'each click makes another link',
  '/brands/:brand/people/:person end': 'ending a session again changes nothing',
  '/brands/:brand/keys revoke': 'a grant that is gone is not there',
};

/** Forms of what is listed: their precondition stands at their end. */
const isRecord = /(?:context|categories|edit|colors|:color|theme) (?:add|set|theme)$/;

/** Fields that say more where they are there, and forms that store nothing of what they hold. */
function isOptional({ path, name, isUpload }: Found, field: string): boolean {
  const isGuard = [
    'version',
    'plan',
    'base',
    'once',
    'entry',
    'seen',
    'as',
    'sure',
    'force',
    'note',
    'address',
    'format',
    'former',
    'template',
    'chapter',
  ].includes(field);
  // Where one form adds, its action only says which of the page's forms comes back.
  const isNamed = field === 'action' && /(?:collections|colors|context) add$/.test(name);
  // Boxes of a role without languages do not count.
  const isBox = field.startsWith('translates-');
  return (
    isNamed ||
    isGuard ||
    isBox ||
    isUpload ||
    typeof reviewed[name] === 'string' ||
    path.endsWith('/restore') ||
    /again$/.test(name)
  );
}

/** Counts what is tried: of what is many, each try takes another. */
let turn = 0;
let operator: WorkspaceClient;
let ids: Ids;
let forms: readonly Found[];

beforeAll(async () => {
  ids = await fillBrand();
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' }, true);
  operator = await WorkspaceClient.signIn(portal, ada);
  await addPasskey(operator);
  forms = [...(await everyForm(operator, ids)), ...(await formsOn(WorkspaceClient.nobody(portal), '/sign-in'))];
});

const guardsOf = ({ name }: Found): readonly Guard[] => {
  const guards = reviewed[name] ?? ['version'];
  return typeof guards === 'string' ? [] : guards;
};

/** All that is stored. */
const stored = (): string[] => [portal.head('northlight'), portal.head('other'), registryHead()];

let isStrict = false;
/** What another person does meanwhile to what the form of a route changes. */
const changes: Readonly<Record<string, (form: Found) => Promise<unknown>>> = {
  pages: () => client.patch('/pages/11', { title: `Meanwhile ${turn}` }),
  language: ({ path }) =>
    path.includes('/terms/')
      ? client.patch('/brand/cl/terminology', { preferred: [{ term: `Meanwhile ${turn}` }] })
      : client.patch('/brand/cl/voice', { summary: `Meanwhile ${turn}.` }),
  context: async ({ fields, boxes }) => {
    const [entry = 'morning-box'] = [...fields, ...boxes].find(([name]) => name === 'entry')?.[1].split(' ') ?? [];
    await operate(setCategory, { category: 'empty' }, { label: `Meanwhile ${turn}` });
    await operate(editEntry, { entry }, { title: `Meanwhile ${turn}` });
  },
  colors: () => operate(setColor, { id: '1' }, { name: `Meanwhile ${turn}` }),
  portal: () => operate(setPortal, {}, { sentence: `Meanwhile ${turn}` }),
  theme: () => operate(setTheme, {}, { font: `Meanwhile${turn}, serif` }),
  media: async ({ at }) => {
    if (at.includes('/collections/')) return operate(setCollection, { id: '1' }, { title: `Meanwhile ${turn}` });
    const [, shown = ids.media] = /media\/(\d+)/.exec(at) ?? [];
    for (const id of [shown, ids.media, ids.unreleased])
      await operate(setMedia, { id }, { title: `Meanwhile ${turn}` });
  },
  trash: async ({ at }) => {
    const [, page = ids.trashed] = /trash\/(\d+)/.exec(at) ?? [];
    await operate(restorePage, { page });
    portal.clock.advance({ seconds: 1 });
    await client.delete(`/pages/${page}`);
  },
  people: async () => {
    await portal.service.people.set(ids.person, { name: `Meanwhile ${turn}` });
  },
  keys: async () => {
    const key = (await portal.service.keys.list('northlight')).find(({ id }) => id === ids.key);
    if (key?.replaced_by) await portal.service.keys.revoke(key.replaced_by);
    await portal.service.keys.rotate({ id: ids.key, overlapMs: 86_400_000 });
  },
  settings: async () => {
    await operate(setBrand, {}, { name: `Meanwhile ${turn}` });
    isStrict = !isStrict;
    await portal.service.setBrandSettings('northlight', { findings_allowed: !isStrict });
  },
  access: async (form) => {
    if (await revokeMeanwhile(form)) return;
    const brand = (await portal.service.registered()).get('northlight');
    await portal.service.setBrandSettings('northlight', { portal_listed: brand?.portal_listed === false });
  },
  proposals: async (form) => {
    if (await revokeMeanwhile(form)) return;
    await operate(addComment, { proposal: ids.proposal }, { text: `Meanwhile ${turn}` });
  },
  translations: async ({ path }) => {
    const [of, id] = path.endsWith('/portal') ? ['portal', ''] : ['color', '1'];
    const texts = { [of === 'portal' ? 'sentence' : 'name']: `Inzwischen ${turn}` };
    await operate(setRecordTexts, { lang: 'de', of, id }, { texts });
  },
  webhooks: () => portal.service.webhooks.restart('northlight', ids.webhook, ids.first),
  restore: () => client.patch('/pages/11', { title: `Meanwhile ${turn}` }),
};

/** Revokes the share link that a form revokes, and makes another. @returns `false` for another form */
async function revokeMeanwhile({ fields }: Found): Promise<boolean> {
  const [, link] = (fieldIn({ fields }, 'action') ?? '').split('.');
  if (link === undefined) return false;
  const { preview } = await portal.service.shareLinks.revoke('northlight', link);
  await makeShareLink(preview?.proposal);
  return true;
}

function changeMeanwhile(form: Found): Promise<unknown> {
  const change = changes[form.path.split('/')[3] ?? ''];
  if (change === undefined) throw new Error(`No one changes what ${form.path} does`);
  turn += 1;
  return change(form);
}

describe('every form', () => {
  it('is of a row of the table, brings its guards, and each row has one', async () => {
    const names = new Set(forms.map(({ name }) => name));
    expect(Object.keys(reviewed).filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(75);
    const taken = new Set(forms.map(({ path }) => path));
    const posted = workspaceRoutes.filter(({ method }) => method === 'POST').map(({ path }) => path);
    const ofScript = ['/brands/:brand/media/unpack', '/brands/:brand/pages/import'];
    expect([...taken, ...ofScript].sort()).toEqual(posted.sort());
    for (const form of forms) {
      const brought = ['version', 'plan', 'base', 'once'].filter((field) => fieldIn(form, field) !== undefined);
      const guards = guardsOf(form).filter((guard) => guard !== 'entry');
      expect([form.name, brought.sort()]).toEqual([form.name, guards.toSorted()]);
    }
  });

  it('without what it was made from, or its one-time name: 400, and nothing is stored', async () => {
    const guarded = first(forms).filter((form) => guardsOf(form).length > 0);
    const before = stored();
    for (const form of guarded) {
      const whole = filled(form);
      for (const guard of guardsOf(form)) {
        const others = whole.filter(([name]) => name !== guard);
        const [entry = ''] = (whole.find(([name]) => name === 'entry')?.[1] ?? '').split(' ');
        turn += 1;
        const blank = blanks[turn % blanks.length] ?? '';
        const sent = guard === 'entry' ? [entry, `${entry} `] : [null, blank];
        for (const value of sent) {
          const { status } = await send(operator, form, value === null ? others : [[guard, value], ...others]);
          expect([form.name, guard, value, status]).toEqual([form.name, guard, value, 400]);
        }
      }
    }
    expect(stored()).toEqual(before);
    expect(guarded.length).toBeGreaterThan(45);
  });

  it('without any of its other fields: nothing is stored, or that field is left alone', async () => {
    const before = stored();
    for (const form of first(forms)) {
      const whole = filled(form);
      const left = [...new Set(form.fields.map(([name]) => name))].filter((name) => !isOptional(form, name));
      for (const name of left) {
        const { status } = await send(
          operator,
          form,
          whole.filter(([field]) => field !== name),
        );
        expect([form.name, name, status]).toEqual([form.name, name, expect.toBeOneOf([400, 422])]);
      }
    }
    expect(stored()).toEqual(before);
  });

  it('that is cut off anywhere: nothing is stored', async () => {
    const before = stored();
    for (const form of first(forms).filter(({ name }) => isRecord.test(name))) {
      const whole = filled(form);
      turn += 1;
      for (let length = turn % 3; length < whole.length; length += effort === 'full' ? 1 : 3) {
        const cut = whole.slice(0, length);
        const { status } = await send(operator, form, cut);
        expect([form.name, cut.length, status]).toEqual([form.name, length, expect.toBeOneOf([400, 422])]);
      }
    }
    expect(stored()).toEqual(before);
  });

  it('of content, from before changes needed a review: 403 with what was typed, to be sent for review', async () => {
    await portal.service.setBrandSettings('northlight', { review: 'everyone' });
    const before = stored();
    const other =
      /hide$|language\/check$|media\/names|\/(?:people|access|keys|webhooks|proposals|notes|settings|purge)\b/;
    const ofContent = first(forms).filter(({ path, name }) => path.startsWith('/brands/:brand/') && !other.test(name));
    for (const form of ofContent) {
      const { status, text } = await send(operator, form, filled(form));
      // A section that is sent as it was drawn is not written.
      const isSame = form.path.endsWith(':section/edit');
      expect([form.name, status]).toEqual([form.name, isSame ? 303 : 403]);
      if (isSame) continue;
      const back = formsIn(text, form.on).flatMap(({ fields }) => fields);
      const typed = filled(form).filter(([field]) => field in samples && field !== 'version');
      expect([form.name, back]).toEqual([form.name, expect.arrayContaining([...typed, ['proposal', 'new']])]);
    }
    expect(stored()).toEqual(before);
    expect(ofContent.length).toBeGreaterThan(35);
    await portal.service.setBrandSettings('northlight', { review: 'off' });
  });

  it('with a one-time name does what it says once, also when it is sent twice', async () => {
    const named = first(forms).filter((form) => guardsOf(form).includes('once'));
    for (const { name, on } of named) {
      const form = (await formsOn(operator, on)).find((one) => one.name === name);
      if (form === undefined) throw new Error(`${name} is gone from ${on}`);
      const one = await send(operator, form, filled(form));
      expect([name, one.status]).toEqual([name, expect.toBeOneOf([200, 303])]);
      const after = stored();
      const two = await send(operator, form, filled(form));
      expect([name, two.status, two.location, stored()]).toEqual([name, one.status, one.location, after]);
      expect([name, madeIn(two)]).toEqual([name, madeIn(one)]);
    }
  });

  it('that others have overtaken: 412 with what was typed, and nothing is stored', async () => {
    const guarded = first(forms).filter((form) => guardsOf(form).some((guard) => guard !== 'once'));
    for (const { name, on } of guarded) {
      const form = (await formsOn(operator, on)).find((one) => one.name === name);
      if (form === undefined) throw new Error(`${name} is gone from ${on}`);
      await changeMeanwhile(form);
      const before = stored();
      const { status, text } = await send(operator, form, filled(form));
      expect([name, status]).toEqual([name, overtaken[name] ?? 412]);
      if (status !== 412) continue;
      expect([name, stored()]).toEqual([name, before]);
      const back = formsIn(text, on).flatMap(({ fields }) => fields);
      const typed = filled(form).filter(([field]) => field in samples && field !== 'version');
      expect([name, back]).toEqual([name, expect.arrayContaining(typed)]);
    }
  });

  it('from anywhere but a page of the backend: 403, and nothing is stored', async () => {
    const before = stored();
    const sites: readonly Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: '' },
      { Origin: 'https://elsewhere.example' },
      { Origin: backendOrigin(portal).replace('http:', 'https:') },
      { Origin: `${backendOrigin(portal)}.elsewhere.example` },
      ...['cross-site', 'same-site', 'none', ''].map((site) => ({ ...own(), 'Sec-Fetch-Site': site })),
    ];
    // Programs stop mails, from no page.
    for (const form of first(forms).filter(({ path }) => path !== '/mail/off')) {
      turn += 1;
      for (const site of sites.filter((_, at) => (at + turn) % 4 === 0)) {
        const { status }: WorkspaceReply = await send(operator, form, filled(form), site);
        expect([form.at, site, status]).toEqual([form.at, site, 403]);
      }
    }
    expect(stored()).toEqual(before);
  });
});

/** Status of forms that do what they say anyway. */
const overtaken: Readonly<Record<string, number>> = {
  // The form of a link that is revoked is no more.
  '/brands/:brand/access revoke': 400,
  '/brands/:brand/proposals/:proposal revoke': 400,
};
