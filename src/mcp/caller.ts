import type { Work } from '../content/work/content-work.js';
import { PortalError } from '../lib/errors.js';
import { describeBlockTypes } from '../operations/block-types.js';
import { showBrand } from '../operations/brand.js';
import { listColors, showColor } from '../operations/colors.js';
import { listEntries } from '../operations/context.js';
import { authorize, isAllowed, lacksRight, needsReview } from '../operations/engine/access.js';
import { type Call, type Result, workFor } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import type { ProposalName } from '../operations/engine/target.js';
import { findMedia } from '../operations/find-media.js';
import { showLanguage, showSection } from '../operations/language.js';
import { listMedia } from '../operations/media.js';
import { showMediaFile } from '../operations/media-files.js';
import { listPages, showPage } from '../operations/pages.js';
import { search, searchAllTypes } from '../operations/search.js';
import { isCounted } from '../registry/records.js';
import { callOfIdentity, type KeyIdentity } from '../service/callers.js';
import type { Service } from '../service/service.js';

/**
 * Operations that guests of a public portal may run. None shows an earlier state, or costs more than showing a page.
 */
const guestOperations: readonly { readonly name: string }[] = [
  showBrand,
  listColors,
  showColor,
  showLanguage,
  showSection,
  listEntries,
  listMedia,
  findMedia,
  showMediaFile,
  search,
  searchAllTypes,
  listPages,
  showPage,
  describeBlockTypes,
];
const guestOperationNames: ReadonlySet<string> = new Set(guestOperations.map(({ name }) => name));

interface Expectation {
  /** The only version that may be overwritten. */
  readonly version?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly proposal?: ProposalName | undefined;
}

/** Address by which a request came. */
export interface Door {
  readonly origin: string;
  /** Address of the brand's portal, without a slash at its end. */
  readonly portal: string;
  /** Whether it has only the tools of connectors. */
  readonly isConnector: boolean;
}

export class Caller {
  constructor(
    readonly service: Service,
    readonly identity: KeyIdentity,
    readonly request: Pick<Call, 'requestId' | 'sinceMs'>,
    readonly door: Door,
    /** Called when the outcome of a write is known; only the first call counts. */
    readonly settleWrite: (isCommitted: boolean) => void = () => {},
  ) {}

  get portal(): string {
    return this.door.portal;
  }

  /** Whether to show the caller the tools, resources and prompts that run an operation. */
  may(operation: Operation): boolean {
    const { actor, brand } = this.identity;
    // An agent sees all that its person could permit, because a call without the right starts the request for it.
    const { rights, translates = [] } = actor.agent ?? actor;
    const isHidden =
      operation.apiChapter === 'Proposals' && translates.length === 0 && !rights.some((right) => right !== 'read');
    return this.#isOpen(operation) && !isHidden && isAllowed(operation, { ...actor, rights, translates }, brand);
  }

  /** Work for this caller. */
  get work(): Work {
    return workFor(this.service, callOfIdentity(this.identity));
  }

  #isOpen({ name }: Operation): boolean {
    return this.identity.actor.kind !== 'guest' || guestOperationNames.has(name);
  }

  /**
   * Runs an operation as this caller. A write of a caller who may only propose goes into the caller's newest draft,
   * unless the expectation names a proposal.
   *
   * @throws PortalError as the operation does, and when the caller may not run it
   */
  async run<Value>(
    operation: Operation<Value>,
    input: Partial<Input> = {},
    { version, idempotencyKey, proposal: named }: Expectation = {},
  ): Promise<Result<Value>> {
    const { actor, brand } = this.identity;
    if (!this.#isOpen(operation)) throw new PortalError('forbidden', 'This tool needs an API key.');

    const { right } = operation;
    const mustPropose =
      operation.effect === 'write' &&
      operation.isProposable &&
      (lacksRight(right, actor) || (right === 'translate' && needsReview(operation, actor, brand)));
    const proposal = named ?? (mustPropose ? 'newest' : undefined);
    authorize(operation, actor, brand, proposal !== undefined);

    const precondition = version === undefined ? null : { versions: [version] };
    const call: Call = {
      ...callOfIdentity(this.identity),
      via: 'mcp',
      ...this.request,
      precondition,
      idempotencyKey,
      proposal,
    };
    const result = await this.service.run(operation, call, { ...noInput, ...input });
    if (operation.effect === 'read' && isCounted(brand)) {
      const page = operation.name === showPage.name ? String(input.params?.page) : null;
      this.service.counts.add({ brand: brand.slug, kind: 'reads', names: [page] });
    }
    if (result.isCommitted || operation.countsAs !== undefined) this.settleWrite(true);
    return result;
  }
}
