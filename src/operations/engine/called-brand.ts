import type { Catalog } from '../../content/catalog/catalog.js';
import { withLanguagesShownNow } from '../../content/translations/visible.js';
import { olderCatalogAt } from '../../content/validity.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type CalledOptions, workFor } from './call.js';
import type { Operation } from './contract.js';
import type { BodyContext } from './input.js';
import { ProposedBrand } from './proposed-brand.js';
import { ReadView } from './view.js';
import { snapshotFor } from './visitor.js';

/** The brand of a call, or a proposal in its place, as the caller may see it. */
export class CalledBrand {
  readonly proposed: ProposedBrand;

  constructor(readonly options: CalledOptions) {
    this.proposed = new ProposedBrand(options);
  }

  /** Another node may have just answered with the version that a call names. Only calls of REST may read older content. */
  async confirmNamed(): Promise<void> {
    const { call, repository } = this.options;
    if (call.via === 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
  }

  async view({ effect, searches }: Operation): Promise<ReadView> {
    const { repository, call, tools } = this.options;
    if (effect !== 'read') await this.confirmNamed();
    const proposed = await this.proposed.before();
    if (proposed !== null) return this.viewOf(proposed);
    // Requests that arrived together ask the disk once.
    const isOfRequest = effect === 'read' && call.sinceMs !== undefined && call.position === undefined;
    const current = isOfRequest ? tools.callers.current(repository) : null;
    const reading = current === null ? repository.read(call.sinceMs) : Promise.resolve(current);
    return this.viewOf(await (searches ? tools.search.whenOpened(reading) : reading));
  }

  viewOf(whole: Snapshot<Catalog>, now = this.options.tools.clock()): ReadView {
    const { repository, call, tools, target } = this.options;
    const { slug, actor, modules } = call;
    const { sanitizer, search, addresses } = tools;
    return new ReadView({
      slug,
      snapshot: snapshotFor(actor, whole, repository.past, now),
      now,
      sanitizer,
      work: workFor(tools, call),
      modules,
      search,
      wholeHistory: repository,
      mayWrite: actor.rights.includes('write'),
      actor,
      notes: tools.notes.of(slug),
      findAddresses: () => addresses.ofBrand(slug, target.kind === 'version' ? target.at : undefined),
      review: () => this.proposed.review(),
    });
  }

  /** The brand at an older commit: whether a medium may be used, and whether a language is shown, is judged by now. */
  async pastView(commit: string): Promise<ReadView> {
    const { repository, tools } = this.options;
    const now = tools.clock();
    const [past, newest] = await Promise.all([repository.past.snapshotAt(commit), repository.read()]);
    const catalog = olderCatalogAt(past.catalog, newest.catalog, now);
    return this.viewOf({ ...past, catalog: withLanguagesShownNow(catalog, newest.catalog) }, now);
  }

  bodyContext(operation: Operation): BodyContext {
    const { tools, call } = this.options;
    const { sanitizer } = tools;
    return {
      sanitizer,
      work: workFor(tools, call),
      view: () => this.view(operation),
      isProposed: this.options.target.kind !== 'main' && this.options.target.kind !== 'version',
      ignored: [],
      lost: [],
      pageFields: [],
    };
  }
}
