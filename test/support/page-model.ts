import fc from 'fast-check';

/** One thing that happens to a brand. Numbers choose among the pages there ever were, and one there never was. */
export type Step =
  | { kind: 'create'; title: string; slug: string | null; parent: number | null; type: 'guideline' | 'container' }
  | { kind: 'rename'; page: number; title: string }
  | { kind: 'move'; page: number; parent: number | null }
  | { kind: 'content'; page: number; text: string }
  | { kind: 'delete' | 'restore'; page: number }
  | { kind: 'wait'; days: number }
  | { kind: 'purge' | 'restart' };

/** Titles that collide in their slugs, and those slugs. */
const slugsOfTitles: Record<string, string> = {
  Logo: 'logo',
  'LOGO!': 'logo',
  'Logo 2': 'logo-2',
  Größe: 'groesse',
  '…': 'page',
};
const slugsSent: Record<string, string> = { ' Logo ': 'logo', 'Über uns': 'ueber-uns', '!!!': '' };

const page = fc.nat(11);
const parent = fc.option(page, { freq: 2 });
const title = fc.constantFrom(...Object.keys(slugsOfTitles));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      title,
      slug: fc.option(fc.constantFrom(...Object.keys(slugsSent)), { freq: 1 }),
      parent,
      type: fc.constantFrom('guideline' as const, 'container' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), page, title }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), page, parent }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('content' as const), page, text: fc.constantFrom('a', 'b') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), page }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), page }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 29, 30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('purge' as const, 'restart' as const) }) },
);
export const steps = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });

interface ModelPage {
  readonly id: number;
  title: string;
  readonly slug: string;
  readonly type: string;
  parent_id: number | null;
  position: number;
  texts: string[];
  deletedOn: number | null;
}

const retentionDays = 30;

/** What pages do, as simply as can be: one list, searched from end to end. */
export class PageModel {
  readonly pages: ModelPage[] = [];
  highestId = 0;
  day = 0;

  idOf(choice: number): number {
    return (choice % (this.highestId + 1)) + 1;
  }

  active(id: number | null): ModelPage | undefined {
    return this.pages.find((one) => one.id === id && one.deletedOn === null);
  }

  #isExpired({ deletedOn }: ModelPage): boolean {
    return deletedOn !== null && this.day - deletedOn >= retentionDays;
  }

  /** @returns the children of a chapter in their order */
  children(parent: number | null): ModelPage[] {
    const siblings = this.pages.filter((one) => one.deletedOn === null && one.parent_id === parent);
    return siblings.sort((a, b) => a.position - b.position || a.id - b.id);
  }

  navigation(parent: number | null = null): ModelPage[] {
    return this.children(parent).flatMap((one) => [one, ...this.navigation(one.id)]);
  }

  #isTaken(slug: string): boolean {
    return this.pages.some((one) => one.slug === slug && !this.#isExpired(one));
  }

  #freeSlug(base: string): string {
    let slug = base;
    for (let number = 2; this.#isTaken(slug); number += 1) slug = `${base}-${number}`;
    return slug;
  }

  #endOf(parent: number | null): number {
    return (this.children(parent).at(-1)?.position ?? -1) + 1;
  }

  #isWithin(id: number | null, ancestor: number): boolean {
    if (id === ancestor) return true;
    const above = this.active(id)?.parent_id ?? null;
    return above !== null && this.#isWithin(above, ancestor);
  }

  /** Does the step. @returns how the service must answer */
  apply(taken: Step): string {
    if (taken.kind === 'create') return this.#create(taken);
    if (taken.kind === 'restore') return this.#restore(this.idOf(taken.page));
    if (taken.kind === 'wait') this.day += taken.days;
    if (taken.kind === 'purge') this.#purge();
    if (!('page' in taken)) return 'ok';
    const one = this.active(this.idOf(taken.page));
    if (one === undefined) return 'not_found';
    if (taken.kind === 'move') return this.#move(one, taken.parent === null ? null : this.idOf(taken.parent));
    if (taken.kind === 'content') return this.#content(one, taken.text);
    if (taken.kind === 'delete') return this.#delete(one);
    if (taken.kind === 'rename') one.title = taken.title;
    return 'ok';
  }

  #create(sent: Step & { kind: 'create' }): string {
    const { title, type } = sent;
    const parent_id = sent.parent === null ? null : this.idOf(sent.parent);
    if (parent_id !== null && this.active(parent_id)?.type !== 'container') return 'invalid';
    const wanted = sent.slug === null ? null : (slugsSent[sent.slug] as string);
    if (wanted !== null && (wanted === '' || this.#isTaken(wanted))) return 'invalid';
    const slug = wanted ?? this.#freeSlug(slugsOfTitles[title] as string);
    const position = this.#endOf(parent_id);
    this.highestId += 1;
    this.pages.push({ id: this.highestId, title, slug, type, parent_id, position, texts: [], deletedOn: null });
    return 'ok';
  }

  #move(one: ModelPage, parent: number | null): string {
    if (parent !== null && this.active(parent)?.type !== 'container') return 'invalid';
    if (parent !== null && this.#isWithin(parent, one.id)) return 'invalid';
    if (parent === one.parent_id) return 'ok';
    one.position = this.#endOf(parent);
    one.parent_id = parent;
    return 'ok';
  }

  #content(one: ModelPage, text: string): string {
    if (one.type === 'container') return 'invalid';
    one.texts = [text];
    return 'ok';
  }

  #delete(one: ModelPage): string {
    if (this.children(one.id).length > 0) return 'invalid';
    one.deletedOn = this.day;
    return 'ok';
  }

  #restore(id: number): string {
    const one = this.pages.find((page) => page.id === id && page.deletedOn !== null);
    if (one === undefined || this.#isExpired(one)) return 'not_found';
    one.deletedOn = null;
    if (this.active(one.parent_id)?.type !== 'container') one.parent_id = null;
    return 'ok';
  }

  #purge(): void {
    const kept = this.pages.filter((one) => !this.#isExpired(one));
    this.pages.splice(0, this.pages.length, ...kept);
  }
}
