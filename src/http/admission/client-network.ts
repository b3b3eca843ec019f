import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Bytes of an IPv6 address that name a network: whoever has one address of it has them all. */
const networkBytes = 8;

/**
 * Where a request comes from: its IPv4 address, or the /64 network of its IPv6 address. Only a trusted proxy is believed
 * about whom it speaks for; where it says nothing usable, it speaks for itself.
 */
export function clientNetwork(request: Request): string {
  const address = [request.ip, request.socket.remoteAddress].find((known) => known !== undefined && isIP(known) !== 0);
  return address === undefined ? '' : networkOf(address);
}

/** @param address a valid one */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, networkBytes)).toString('hex')}/64`;
}
