import express, { type Router } from 'express';
import { stringify } from 'yaml';
import { fixedAnswer } from '../../fixed-answer.js';
import { methodNotAllowed } from '../../problem.js';
import { apiPrefix } from '../routes.js';
import { describeApi } from './document.js';

/** The API's description, for anybody: made when it is first asked for, the same until the process ends. */
export function description(): Router {
  const router = express.Router({ caseSensitive: true });
  const serve = (path: string, type: string, encode: (document: object) => string): void => {
    router
      .route(path)
      .get(fixedAnswer(type, () => encode(describeApi(apiPrefix))))
      .all(methodNotAllowed(['GET']));
  };
  serve('/openapi.json', 'application/json; charset=utf-8', (document) => `${JSON.stringify(document, null, 2)}\n`);
  serve('/openapi.yaml', 'application/yaml', (document) => stringify(document, { aliasDuplicateObjects: false }));
  return router;
}
