import { authorize, isAllowed } from '../operations/engine/access.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import type { Call, Result } from '../operations/engine/execute.js';
import { callOfIdentity, type KeyIdentity } from '../service/callers.js';
import type { Service } from '../service/service.js';

/** Conditions of a write. */
interface Expectation {
  /** The only version that may be overwritten. */
  readonly version?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The authenticated caller of one request. */
export class Caller {
  constructor(
    readonly service: Service,
    readonly identity: KeyIdentity,
    readonly request: Pick<Call, 'requestId' | 'sinceMs'>,
    /** Called when the outcome of a write is known; only the first call counts. */
    readonly settleWrite: (isCommitted: boolean) => Promise<void> = async () => {},
  ) {}

  may(operation: Operation): boolean {
    return isAllowed(operation, this.identity.actor, this.identity.brand);
  }

  /**
   * @param expectation of a write
   * @throws PortalError as the operation does, and when the caller may not run it
   */
  async run<Value>(
    operation: Operation<Value>,
    input: Partial<Input> = {},
    { version, idempotencyKey }: Expectation = {},
  ): Promise<Result<Value>> {
    const { actor, brand } = this.identity;
    authorize(operation, actor, brand);
    const precondition = version === undefined ? null : { versions: [version] };
    const call: Call = {
      ...callOfIdentity(this.identity),
      via: 'mcp',
      ...this.request,
      precondition,
      idempotencyKey,
    };
    const result = await this.service.run(operation, call, { ...noInput, ...input });
    if (result.isCommitted) await this.settleWrite(true);
    return result;
  }
}
