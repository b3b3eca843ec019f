/** First names of the addresses of programs, documentation and assets, at every host: no content has them. */
export const ownAddresses = {
  programs: ['api', 'mcp', 'oauth', 'git', 'files', 'healthz', 'readyz', '.well-known'],
  docs: ['docs'],
  assets: ['assets'],
} as const;
