/** Whether a host name, as URLs have it, is that of this machine to itself. */
export function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/** The host of an agent's client for people. The port of a program on a device says nothing, and changes. */
export const clientHost = (host: string): string =>
  isLoopbackHost(host.replace(/:\d+$/, '')) ? 'Local program' : host;
