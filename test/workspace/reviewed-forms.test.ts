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
const typed: Readonly<Record<string, string>> = { sentence: 'Sent', summary: 'Sent.', visibility: 'internal' };
const changed = (form: Found): Field[] => filled(form).map(([name, value]) => [name, typed[name] ?? value]);

/** Reason why a form was refused. */
const refusalIn = (html: string): string | undefined => /role="alert".*?<\/ul>/s.exec(html)?.[0];

describe('where everyone’s changes need a review', () => {
  it('every form works, or sends its change for review, which a second person publishes', async () => {
    await reviewAll();
    const [ada, bo] = [await join('Ada Lind', true), await join('Bo Holm')];
    const all = first(await everyForm(ada, ids, (on) => on.startsWith(brand)));
    // No form of these changes the brand's content.
    const elsewhere = /\/(?:people|access|keys|webhooks|proposals)\b/;
    const sorted = sendable(all).filter(({ path }) => !elsewhere.test(path));
    // No proposal brings a page back that was purged.
    const isPurge = (name: string): boolean => name.endsWith('/purge');
    const forms = [...sorted.filter(({ name }) => !isPurge(name)), ...sorted.filter(({ name }) => isPurge(name))];
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
      '/settings brand',
      '/settings modules',
      '/settings review',
      '/trash/:page/purge',
    ]);
  });
});
