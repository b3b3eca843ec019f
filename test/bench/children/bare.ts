import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that can answer, whatever is asked: JSON from one buffer; with a type, the file as a program of few lines sends it. */
const [, , path = '', type] = process.argv;
const body = readFileSync(path);
const headers = { 'Content-Type': type ?? 'application/json; charset=utf-8', 'Content-Length': body.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  if (type === undefined) response.end(body);
  else createReadStream(path).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
