import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { rangeIn } from '../../../src/http/files/file-reply.js';

const ask = (range: string | undefined, { method = 'GET', ifRange }: { method?: string; ifRange?: string } = {}) => {
  const headers = { range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) };
  return rangeIn({ method, headers } as unknown as IncomingMessage, 10, '"v"');
};

describe('the part of a file that is asked for', () => {
  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=2-4', 2, 5],
    ['bytes=7-', 7, 10],
    ['bytes=0-9', 0, 10],
    ['bytes=5-99999999999999999999', 5, 10],
    ['bytes=-3', 7, 10],
    ['bytes=-11', 0, 10],
    ['Bytes=1-2', 1, 3],
    [`bytes=${'0'.repeat(300)}1-2`, 1, 3],
  ])('%s', (range, start, end) => expect(ask(range)).toEqual({ start, end }));

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])('%s is beyond it', (range) => {
    expect(ask(range)).toBe('unsatisfiable');
  });

  it.each([
    undefined,
    'bytes=-',
    'bytes=',
    'bytes=4-2',
    'bytes=a-b',
    'bytes=1-2,4-5',
    `bytes=${'0-1,'.repeat(1000)}0-1`,
    'bytes=1-2;',
    'lines=1-2',
    'bytes 1-2',
    'bytes=+1-2',
    'bytes=1e0-2',
  ])('%s is none: the whole is sent', (range) => expect(ask(range)).toBeNull());

  it('is the whole for HEAD, and when the file is another one than that which a part would complete', () => {
    expect(ask('bytes=1-2', { method: 'HEAD' })).toBeNull();
    expect(ask('bytes=1-2', { ifRange: '"w"' })).toBeNull();
    expect(ask('bytes=1-2', { ifRange: 'W/"v"' })).toBeNull();
    expect(ask('bytes=1-2', { ifRange: '"v"' })).toEqual({ start: 1, end: 3 });
  });
});
