import { type Call, noInput, type Result } from '../operations/execute.js';
import { authorize, type Input, isAllowed, type Operation } from '../operations/operation.js';
import type { Identity, Service } from '../service/service.js';

/** Who asks in one request, and the brand as far as they may see it. */
export class Caller {
  constructor(
    readonly service: Service,
    readonly identity: Identity,
    readonly requestId: string,
  ) {}

  may(operation: Operation): boolean {
    return isAllowed(operation, this.identity.actor, this.identity.brand);
  }

  /**
   * @param version that a write expects; `null`: any
   * @throws PortalError as the operation does, and when the caller may not run it
   */
  async run(operation: Operation, input: Input = noInput, version: string | null = null): Promise<Result> {
    const { actor, brand } = this.identity;
    authorize(operation, actor, brand);
    const precondition = version === null ? null : { versions: [version] };
    const call: Call = { slug: brand.slug, actor, requestId: this.requestId, precondition };
    return this.service.run(operation, call, input);
  }
}
