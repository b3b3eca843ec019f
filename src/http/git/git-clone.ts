import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import { authorize } from '../../operations/engine/access.js';
import { nativeGitVersion } from '../../store/native/native-git.js';
import { type ProtocolVersion, protocolVersions } from '../../store/native/upload-pack.js';
import { bearer, callerAdmission, type Scheme } from '../admission/admission.js';
import { identityOf, stateOf } from '../admission/request.js';
import { bodyReader } from '../api/body.js';
import { addRoute } from '../problem.js';
import { type Handler, noStore, type Reply, replying, textType } from '../reply.js';
import type { HttpTools } from '../tools.js';
import { Clones, type Fetch } from './clones.js';
import { lfs } from './lfs.js';

export const gitPrefix = '/git';

/** Upper bound on a fetch's request: a partial clone wants each file by a line of 50 bytes, here 300,000. */
const maxRequestBytes = 16 * 1024 * 1024;

const cloneAccess = { right: 'read', effect: 'read' } as const;

/**
 * Brands as repositories to clone and fetch from, in git's smart protocol (gitprotocol-http). The key is the password; the
 * name before it does not matter.
 */
export function gitClone(tools: HttpTools): Router {
  const { service } = tools;
  const clones = new Clones(tools);
  const admission = callerAdmission(tools, { effect: cloneAccess.effect, scheme: gitCredentials });
  const guarded = (answer: Handler): RequestHandler[] => [
    admission,
    requireBrandOf,
    replying(async (request, response) => ((await nativeGitVersion()) === null ? noGit : answer(request, response))),
  ];
  const fetchOf = async (request: Request, response: Response): Promise<Fetch> => {
    const { brand } = identityOf(stateOf(response));
    return { gitdir: await service.gitdir(brand), protocol: protocolOf(request) };
  };

  const router = express.Router({ caseSensitive: true });
  router.use(lfs(tools, [admission, requireBrandOf]));
  const advertise: Handler = async (request, response) => {
    const { service: wanted } = request.query;
    if (wanted === 'git-receive-pack') throw readOnly();
    if (wanted !== 'git-upload-pack') throw smartOnly();
    return clones.advertise(await fetchOf(request, response), response);
  };
  addRoute(router, 'GET', '/:slug.git/info/refs', ...guarded(advertise));
  const fetch: Handler = async (request, response) => {
    if (!request.is(requestType)) {
      throw new PortalError('unsupported_media_type', `Send what git sends: ${requestType}.`);
    }
    return clones.fetch(await fetchOf(request, response), () => readBody(request, response), response);
  };
  addRoute(router, 'POST', '/:slug.git/git-upload-pack', ...guarded(fetch));
  router.all(
    '/:slug.git/git-receive-pack',
    guarded(() => {
      throw readOnly();
    }),
  );
  router.get(
    ['/:slug.git/HEAD', '/:slug.git/objects/*path'],
    guarded(() => {
      throw smartOnly();
    }),
  );
  return router;
}

/** Scheme of git: the key as Basic password (RFC 7617) under any user name, or as a bearer token. */
const gitCredentials: Scheme = {
  keyIn: (header) => basicKey(header) ?? bearer.keyIn(header),
  challenge: () => 'Basic realm="Brand Portal", charset="UTF-8"',
  message: 'Unauthenticated: the password is an API key of the brand.',
};

function basicKey(header: string | undefined): string | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header ?? '') ?? [];
  const [, key] = /^[^:]*:(.+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return key ?? null;
}

/**
 * Refuses a slug that is not the key's brand, with the same answer as for one that does not exist. Refuses a key that
 * may not read its own, too.
 */
const requireBrandOf: RequestHandler = (request, response, next) => {
  const { actor, brand } = identityOf(stateOf(response));
  if (request.params.slug !== brand.slug) throw notFound('Repository');
  authorize(cloneAccess, actor, brand);
  next();
};

const noGit: Reply = {
  status: 501,
  headers: [...textType, ...noStore],
  body: 'This server cannot serve clones: git is not installed on it.\n',
};

const requestType = 'application/x-git-upload-pack-request';

const readBody = bodyReader(maxRequestBytes);

function protocolOf(request: Request): ProtocolVersion | null {
  const sent = request.get('git-protocol');
  return protocolVersions.find((version) => version === sent) ?? null;
}

function readOnly(): PortalError {
  return new PortalError('forbidden', 'This repository is read-only over HTTP: write through the API.');
}

function smartOnly(): PortalError {
  return new PortalError('forbidden', "Only git's smart protocol is served here: clone with git 1.6.6 or newer.");
}
