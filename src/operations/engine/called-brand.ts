import type { Catalog } from '../../content/catalog/catalog.js';
import type { Repository } from '../../store/repository.js';
import type { Snapshot } from '../../store/snapshot.js';
import { type Call, type Tools, workFor } from './call.js';
import type { Input, Operation } from './contract.js';
import type { BodyContext } from './input.js';
import { type ProposalName, ProposedBrand } from './proposed-brand.js';
import { ReadView } from './view.js';
import { snapshotFor } from './visitor.js';

/** Number of no proposal: an operation on proposals takes the brand as it is. */
export const noNumber = 0;

interface CalledBrandOptions {
  readonly repository: Repository<Catalog>;
  readonly call: Call;
  readonly params: Input['params'];
  readonly tools: Tools;
  /** The proposal that is read or written in place of the brand. */
  readonly number: ProposalName | undefined;
  /** The past that is asked for. */
  readonly at?: unknown;
}

/** The brand of a call, or a proposal in its place, as the caller may see it. */
export class CalledBrand {
  /** `null` if the call is about the brand itself. */
  readonly proposal: ProposedBrand | null;

  constructor(readonly options: CalledBrandOptions) {
    this.proposal = options.number === undefined ? null : this.proposed(options.number);
  }

  proposed(number: ProposalName): ProposedBrand {
    const { repository: main, call, params, tools } = this.options;
    const { slug, actor } = call;
    const { brands, sanitizer, clock } = tools;
    return new ProposedBrand({ slug, actor, number, main, brands, sanitizer, now: clock(), params });
  }

  /** Another node may have just answered with the version that a call names. Only calls of REST may read older content. */
  async confirmNamed(): Promise<void> {
    const { call, repository } = this.options;
    if (call.via === 'rest' && repository.branch.position !== null) await repository.branch.confirmNewest();
  }

  async view({ right, searches }: Operation): Promise<ReadView> {
    const { repository, call, tools, number } = this.options;
    if (right === 'write') await this.confirmNamed();
    const proposed = number === noNumber ? null : await this.proposal?.before();
    if (proposed) return this.viewOf(proposed);
    const reading = repository.read(call.sinceMs);
    return this.viewOf(await (searches ? tools.search.whenOpened(reading) : reading));
  }

  viewOf(whole: Snapshot<Catalog>): ReadView {
    const { repository, call, tools, at } = this.options;
    const { slug, actor, modules } = call;
    const { clock, sanitizer, search, addresses } = tools;
    return new ReadView({
      slug,
      snapshot: snapshotFor(actor, whole, repository.past),
      now: clock(),
      sanitizer,
      work: workFor(tools, call),
      modules,
      search,
      wholeHistory: repository,
      mayWrite: actor.rights.includes('write'),
      findAddresses: () => addresses.ofBrand(slug, at),
      review: async () => this.proposed(noNumber).review(),
    });
  }

  bodyContext(operation: Operation): BodyContext {
    const { tools, call } = this.options;
    const { sanitizer } = tools;
    return {
      sanitizer,
      work: workFor(tools, call),
      view: () => this.view(operation),
      ignored: [],
      lost: [],
      pageFields: [],
    };
  }
}
