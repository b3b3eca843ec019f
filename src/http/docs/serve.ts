import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Router } from 'express';
import { apiPrefix } from '../api/routes.js';
import { fixedAnswer } from '../fixed-answer.js';
import { captureHelmet, type Headers, setHeaders } from '../headers.js';
import { methodNotAllowed } from '../problem.js';
import { docsPath, page, startScript } from './page.js';

/**
 * Content security policy of the page: scripts, styles and calls from here only. The style sheet of Swagger UI has pictures
 * as `data:`; styles that its scripts set on elements go through the DOM, to which `style-src` does not apply.
 */
const pageHeaders: Headers = captureHelmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
});

const script = 'text/javascript; charset=utf-8';
const library: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
  'favicon-32x32.png': 'image/png',
};

/** Swagger UI with the API's description, public. It loads nothing from elsewhere. */
export function docs(): Router {
  const router = express.Router({ caseSensitive: true });
  const serve = (path: string, type: string, make: () => string | Buffer, headers?: Headers): void => {
    router
      .route(path)
      .get(fixedAnswer(type, make, headers))
      .all(methodNotAllowed(['GET']));
  };
  router
    .route('/')
    .get(toDocs)
    .all(methodNotAllowed(['GET']));
  serve(docsPath, 'text/html; charset=utf-8', () => page, pageHeaders);
  serve(`${docsPath}/start.js`, script, () => startScript(`${apiPrefix}/openapi.json`));
  for (const [name, type] of Object.entries(library)) {
    serve(`${docsPath}/${name}`, type, () => readFileSync(libraryFile(name)));
  }
  return router;
}

/** Who opens the server's own address in a browser looks for what it is. */
const toDocs: RequestHandler = (_request, response) => {
  setHeaders(response, ['Location', docsPath, 'Cache-Control', 'public, no-cache']);
  response.status(302).end();
};

function libraryFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));
}
