import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { expressPrototypes } from '../../../src/http/node/express-prototypes.js';
import { listen } from '../../../src/http/node/server.js';
import { createLog } from '../../../src/log.js';
import { plenty } from '../../support/portal.js';

const answersOf = async (app: express.Express, classes: ReturnType<typeof expressPrototypes> | undefined) => {
  const prototypes: object[][] = [];
  const look = (message: object): void => void prototypes.at(-1)?.push(Object.getPrototypeOf(message));
  app.get('/hello', (request, response) => {
    look(request);
    look(response);
    expect(request).toBeInstanceOf(IncomingMessage);
    expect(response).toBeInstanceOf(ServerResponse);
    response.status(201).json({ path: request.path, host: request.get('host'), app: request.app === app });
  });
  const listener: RequestListener = (request, response) => {
    prototypes.push([]);
    look(request);
    look(response);
    app(request, response);
  };
  const server = await listen(classes === undefined ? { listener } : { listener, messages: classes }, {
    ...plenty,
    log: createLog('silent', { write: () => {} }),
  });
  const answer = await fetch(`${server.url}/hello`);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ path: '/hello', host: new URL(server.url).host, app: true });
  await server.close(0);
  return prototypes[0];
};

test('requests and responses keep the prototypes they are made with, and have what Express gives them', async () => {
  const app = express();
  const [request, response, requestInside, responseInside] = (await answersOf(app, expressPrototypes(app))) as object[];
  expect(requestInside).toBe(request);
  expect(responseInside).toBe(response);
});

test('without these classes Express changes the prototypes of each request and response', async () => {
  const [request, response, requestInside, responseInside] = (await answersOf(express(), undefined)) as object[];
  expect(requestInside).not.toBe(request);
  expect(responseInside).not.toBe(response);
});
