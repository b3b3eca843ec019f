import { beforeEach, describe, expect, it } from 'vitest';
import { deletePage } from '../../src/operations/pages.js';
import type { Field } from '../support/form-fields.js';
import { operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import {
  everyForm,
  type Found,
  fieldIn,
  fill,
  filled,
  first,
  formsOn,
  send,
  sendable,
} from '../support/workspace-forms.js';
import { fillBrand, type Ids } from '../support/workspace-pages.js';

portalForEach({ real: true, pictures: true, example: 'northlight' });

const brand = '/brands/northlight';
const brandRoute = '/brands/:brand';
const join = async (name: string, isOperator = false) =>
  WorkspaceClient.signIn(portal, await addPerson(portal, name, { northlight: 'admin' }, isOperator));
const reviewAll = (review: 'everyone' | 'off' = 'everyone') =>
  portal.service.setBrandSettings('northlight', { review });

let ids: Ids;
beforeEach(async () => {
  ids = await fillBrand();
});

/** Numbers of the proposal, or the draft, that an address names. */
const namedIn = (location: string) =>
  Object.fromEntries(new URL(location, 'http://portal.invalid').searchParams) as { proposed?: string; draft?: string };

/** Values of fields that a form sends as they were otherwise. */
const typed: Readonly<Record<string, string>> = {
  sentence: 'Sent',
  summary: 'Sent.',
  visibility: 'internal',
  language: 'it',
  'contact.label': 'Sent',
  // The newest medium was released by the form of its own page.
  do: 'withdraw',
};
const changed = (form: Found): Field[] => filled(form).map(([name, value]) => [name, typed[name] ?? value]);

/** Reason why a form was refused. */
const refusalIn = (html: string): string | undefined => /role="alert".*?<\/ul>/s.exec(html)?.[0];

describe('where everyone’s changes need a review', () => {
  it('every form works, or sends its change for review, which a second person publishes', async () => {
    await reviewAll();
    const [ada, bo] = [await join('Ada Lind', true), await join('Bo Holm')];
    const all = first(await everyForm(ada, ids, (on) => on.startsWith(brand)));
    // No form of these changes the brand's content.
    const elsewhere = /\/(?:people|access|keys|webhooks|proposals|notes)\b/;
    const sorted = sendable(all).filter(({ path }) => !elsewhere.test(path));
    // No proposal brings a page back that was purged.
    const isPurge = (name: string): boolean => name.endsWith('/purge');
    // The others change what it takes back.
    const isUndo = (name: string): boolean => name.endsWith('/media/undo');
    const place = (name: string): number => (isUndo(name) ? 0 : isPurge(name) ? 2 : 1);
    const forms = sorted.toSorted((a, b) => place(a.name) - place(b.name));
    const sent: string[] = [];
    for (const { name, on } of forms) {
      if (isPurge(name)) await operate(deletePage, { page: ids.trashed });
      const form = (await formsOn(ada, on)).find((one) => one.name === name);
      if (form === undefined) throw new Error(`${name} is gone from ${on}`);
      const isReviewed = fieldIn(form, 'proposal') === 'new';
      const head = portal.head('northlight');
      const { status, text, location } = await send(ada, form, changed(form));
      expect([name, status, refusalIn(text)]).toEqual([name, expect.toBeOneOf([200, 303]), undefined]);
      if (!isReviewed) continue;
      expect([name, portal.head('northlight')]).toEqual([name, head]);
      sent.push(name.slice(brandRoute.length).trim());
      const { proposed, draft } = namedIn(location ?? '');
      const number = proposed ?? draft;
      const notice = (await ada.open(location ?? '')).text;
      expect([name, notice]).toEqual([name, expect.stringContaining(`${brand}/-/workspace/proposals/${number}"`)]);
      // A new page is written before it is sent.
      if (draft !== undefined) await fill(ada, `${brand}/proposals/${number}`, 'send');
      const published = await fill(bo, `${brand}/proposals/${number}`, 'publish');
      expect([name, published.status, refusalIn(published.text)]).toEqual([name, 303, undefined]);
      expect([name, portal.head('northlight') === head]).toEqual([name, false]);
    }
    const live = forms.map(({ name }) => name.slice(brandRoute.length).trim()).filter((name) => !sent.includes(name));
    expect(sent.length).toBeGreaterThan(35);
    expect(live.sort()).toEqual([
      '/language/check',
      '/media/names add',
      '/media/names down',
      '/media/names up',
      '/settings brand',
      '/settings modules',
      '/settings review',
      '/settings/languages add',
      '/settings/languages review',
      '/settings/languages set',
      '/trash/:page/purge',
    ]);
  });

  it('a page of forms names the proposals that change what it shows, in one line, until they are published', async () => {
    await reviewAll();
    const [ada, bo] = [await join('Ada Lind'), await join('Bo Holm')];
    const noteOn = async (on: string): Promise<string[]> =>
      [...(await ada.get(on)).text.matchAll(/<div class="grow">([^<]* changes? this\..*?)<\/div>/g)].map(
        ([, note = '']) => note.replace(/<a href="[^"]*\/workspace([^"]*)">([^<]*)<\/a>/, '[$2]($1)'),
      );
    const waits = (number: number) => `A proposal that waits for review changes this. [See it](/proposals/${number})`;
    const changes = [
      ['/theme', 'theme', { primary: '#123456' }],
      ['/portal/home', 'set', { sentence: 'Sent' }],
      [`/pages/${ids.page}/edit`, 'visibility', { visibility: 'internal' }],
      ['/language/voice/edit', 'set', { summary: 'Sent.' }],
      [`/colors/${ids.color}`, 'set', { name: 'Sent' }],
      [`/media/${ids.media}`, 'set', { title: 'Sent' }],
      [`/context/${ids.entry}/edit`, 'set', { title: 'Sent' }],
    ] as const;
    const numbers: number[] = [];
    for (const [path, action, typed] of changes) {
      const on = brand + path;
      expect([path, await noteOn(on)]).toEqual([path, []]);
      const { proposed } = namedIn((await fill(ada, on, action, typed)).headers.get('location') ?? '');
      numbers.push(Number(proposed));
      expect([path, await noteOn(on)]).toEqual([path, [waits(Number(proposed))]]);
    }
    for (const [at, list] of [
      [3, '/language'],
      [4, '/colors'],
      [5, '/media'],
      [6, '/context'],
    ] as const) {
      expect([list, await noteOn(brand + list)]).toEqual([list, [waits(numbers[at] ?? 0)]]);
    }
    const [path, action] = changes[2];
    await fill(ada, brand + path, action, { visibility: 'hidden' });
    expect(await noteOn(brand + path)).toEqual(['2 proposals change this. [See them](/proposals)']);
    const [first] = numbers;
    await fill(bo, `${brand}/proposals/${first}`, 'approve');
    expect(await noteOn(`${brand}/theme`)).toEqual([
      `An approved proposal changes this. [See it](/proposals/${first})`,
    ]);
    await fill(bo, `${brand}/proposals/${first}`, 'publish');
    expect(await noteOn(`${brand}/theme`)).toEqual([]);
  });
});
