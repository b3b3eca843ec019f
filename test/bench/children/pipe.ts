import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file as a program of few lines sends it. */
const [, , path = '', bytes = ''] = process.argv;
const headers = { 'Content-Type': 'audio/wav', 'Content-Length': Number(bytes) };
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  createReadStream(path).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
