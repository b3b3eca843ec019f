import { type Headers, pagePolicy } from '../reply.js';

/** Maximum number of origins whose policies are cached: there can be one loopback origin per port. */
const maxCached = 1000;

/**
 * Policies by origin.
 *
 * @returns for `true`: of an answer that other sites may frame, which no session has
 */
export function policies(filesUrl: string | null, frameAncestors: readonly string[]) {
  const media = ["'self'", ...(filesUrl === null ? [] : [filesUrl])];
  const cached = new Map<string, Headers>();
  return (origin: string, isFramed: boolean): Headers => {
    const key = `${origin} ${isFramed}`;
    const frames = isFramed ? frameAncestors : [];
    const scripts = `${origin}/assets/`;
    const headers = cached.get(key) ?? pagePolicy({ scripts, images: media, media, frameAncestors: frames });
    if (cached.size >= maxCached) cached.clear();
    cached.set(key, headers);
    return headers;
  };
}
