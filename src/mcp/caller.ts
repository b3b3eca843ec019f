import { authorize, isAllowed } from '../operations/access.js';
import { type Input, noInput, type Operation } from '../operations/contract.js';
import type { Call, Result } from '../operations/execute.js';
import type { Identity, Service } from '../service/service.js';

/** Who asks in one request, and the brand as far as they may see it. */
export class Caller {
  constructor(
    readonly service: Service,
    readonly identity: Identity,
    readonly requestId: string,
    /** Called when the outcome of a write is known; only the first call counts. */
    readonly settleWrite: (isCommitted: boolean) => Promise<void> = async () => {},
  ) {}

  may(operation: Operation): boolean {
    return isAllowed(operation, this.identity.actor, this.identity.brand);
  }

  /**
   * @param version that a write expects; `null`: any
   * @throws PortalError as the operation does, and when the caller may not run it
   */
  async run<Value>(
    operation: Operation<Value>,
    input: Partial<Input> = {},
    version: string | null = null,
  ): Promise<Result<Value>> {
    const { actor, brand } = this.identity;
    authorize(operation, actor, brand);
    const precondition = version === null ? null : { versions: [version] };
    const { slug, modules } = brand;
    const call: Call = { slug, actor, via: 'mcp', requestId: this.requestId, precondition, modules };
    const result = await this.service.run(operation, call, { ...noInput, ...input });
    if (result.isCommitted) await this.settleWrite(true);
    return result;
  }
}
