/** Whether an address is for programs, and never has a page. */
export const isOfPrograms = (url: string): boolean => ofPrograms.test(url);

/** Whether the server itself has something at an address on every host. No page of a brand is there. */
export const isOfServer = (url: string): boolean => isOfPrograms(url) || /^\/(?:docs|assets)(?:[/?]|$)/.test(url);

const ofPrograms = /^\/(?:api|mcp|oauth|git|files|healthz|readyz|\.well-known)(?:[/?]|$)/;
