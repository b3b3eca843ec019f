import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { routes } from './routes.js';

const known: ReadonlySet<string> = new Set(
  routes.flatMap(({ operation }) => operation.forms?.map(({ type }) => type) ?? []),
);

const json = /^(?:application\/(?:json|\*)|\*\/\*)$/i;

const none: readonly string[] = [];

/** Types that `Accept` prefers to JSON and that some answer has; empty: JSON. */
export function preferredTypes(request: IncomingMessage): readonly string[] {
  const { accept } = request.headers;
  if (accept === undefined || json.test(accept)) return none;
  const types = new Negotiator(request).mediaTypes().map((type) => type.toLowerCase());
  const isBelow = types.findIndex((type) => json.test(type));
  return types.slice(0, isBelow < 0 ? types.length : isBelow).filter((type) => known.has(type));
}

/** Entity tag of a version: each media type of an answer has its own (RFC 9110, section 8.8.3.3). */
export function tagOf(version: string, mediaType: string | undefined): string {
  return mediaType === undefined ? version : `${version}~${mediaType.slice(mediaType.indexOf('/') + 1)}`;
}
