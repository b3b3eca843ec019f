import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * Tells of parameters that do not fit their method in a sentence. The library's own words for it are a dump of what its
 * validator found, for most methods as an internal error. Our handlers throw nothing but `ProtocolError`.
 */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError && !error.message.startsWith(`Invalid ${method} request`)) throw error;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The parameters of ${method} are missing or wrong.`);
      }
    };
  }
}
