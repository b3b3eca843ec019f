import type { RequestHandler } from 'express';
import type { BackendOptions } from './app.js';

export const backendPrefix = '/backend';

/** The backend in the browser. It is loaded by its first request: programs that use the API alone do not pay for it. */
export function backend(options: BackendOptions): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= import('./app.js').then(({ backendApp }) => backendApp(options));
    // A failure to load is not kept: the next request tries again.
    loading.catch(() => {
      loading = undefined;
    });
    await (await loading)(request, response, next);
  };
}
