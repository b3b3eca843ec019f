import { type Headers, pagePolicy } from '../reply.js';

/** Maximum number of origins whose policies are cached: there can be one loopback origin per port. */
const maxCached = 1000;

/**
 * Policies by origin, by whether other sites may frame the answer, which no session has, by the sites that the page itself shows in
 * frames, and by the style sheet in it.
 */
export function policies(filesUrl: string | null, frameAncestors: readonly string[]) {
  const media = ["'self'", ...(filesUrl === null ? [] : [filesUrl])];
  const cached = new Map<string, Headers>();
  return (origin: string, isFramed: boolean, frames: readonly string[] = [], style = ''): Headers => {
    const key = [origin, isFramed, ...frames].join(' ');
    const ancestors = isFramed ? frameAncestors : [];
    const scripts = `${origin}/assets/`;
    const headers = cached.get(key) ?? pagePolicy({ scripts, images: media, media, frames, frameAncestors: ancestors });
    if (cached.size >= maxCached) cached.clear();
    cached.set(key, headers);
    return style === '' ? headers : headers.map((value) => value.replace("style-src 'self'", `$& ${style}`));
  };
}
