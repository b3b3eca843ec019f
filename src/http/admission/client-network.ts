import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Prefix of an IPv6 address that counts as one client: a /64 network is what one is usually assigned. */
const networkBytes = 8;

/**
 * Client address of a request: IPv4, or the /64 network of IPv6. `X-Forwarded-For` counts only from a trusted proxy; where
 * it holds no usable address, the proxy's own counts.
 */
export function clientNetwork(request: IncomingMessage & Partial<Pick<Request, 'ip'>>): string {
  const address = [request.ip, request.socket.remoteAddress].find((known) => known !== undefined && isIP(known) !== 0);
  return address === undefined ? '' : networkOf(address);
}

/** @param address a valid one */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, networkBytes)).toString('hex')}/64`;
}
