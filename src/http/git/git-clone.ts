import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { notFound, PortalError } from '../../errors.js';
import type { Log } from '../../log.js';
import { authorize } from '../../operations/engine/access.js';
import type { Service } from '../../service/service.js';
import { nativeGitVersion } from '../../store/native/native-git.js';
import type { ProtocolVersion } from '../../store/native/upload-pack.js';
import { bearer, callerAdmission, type Scheme } from '../admission/admission.js';
import type { RateLimits } from '../admission/rate-limit.js';
import { identityOf, stateOf } from '../admission/request.js';
import { readError } from '../api/body.js';
import { methodNotAllowed } from '../problem.js';
import { type Asked, CloneAnswers, type CloneLimits } from './clone-answer.js';

export const gitPrefix = '/git';

/** What a fetch asks: a want is 50 bytes, so this is what a partial clone needs for 300,000 files at once. */
const longestRequest = 16 * 1024 * 1024;

const clone = { right: 'read' } as const;

export interface GitCloneOptions {
  readonly service: Service;
  readonly log: Log;
  readonly limits: RateLimits;
  readonly clones: CloneLimits;
}

/**
 * Brands as repositories to clone and fetch from, in git's smart protocol (gitprotocol-http). The key is the password; the
 * name before it does not matter.
 */
export function gitClone({ service, log, limits, clones: cloneLimits }: GitCloneOptions): Router {
  const clones = new CloneAnswers(cloneLimits, service, log);
  const checks = [callerAdmission({ service, limits, right: clone.right, scheme: basic }), access, requireGit];
  const askedBy = async (request: Request, response: Response): Promise<Asked> => {
    const { brand } = identityOf(stateOf(response));
    return { gitdir: await service.gitdir(brand.slug), protocol: protocolOf(request) };
  };

  const router = express.Router({ caseSensitive: true });
  router
    .route('/:slug.git/info/refs')
    .get(checks, async (request: Request, response: Response) => {
      const { service: asked } = request.query;
      if (asked === 'git-receive-pack') throw readOnly();
      if (asked !== 'git-upload-pack') throw dumb();
      await clones.advertise(await askedBy(request, response), request, response);
    })
    .all(methodNotAllowed(['GET']));
  router
    .route('/:slug.git/git-upload-pack')
    .post(checks, requireType, async (request: Request, response: Response) => {
      const read = (): Promise<Buffer> => readRequest(request, response);
      await clones.answer(await askedBy(request, response), read, response);
    })
    .all(methodNotAllowed(['POST']));
  router.all('/:slug.git/git-receive-pack', checks, () => {
    throw readOnly();
  });
  router.get(['/:slug.git/HEAD', '/:slug.git/objects/*path'], checks, () => {
    throw dumb();
  });
  return router;
}

/** Basic (RFC 7617), whatever the name, which is what git can send; a bearer token is taken, too. */
const basic: Scheme = {
  keyIn: (header) => basicKey(header) ?? bearer.keyIn(header),
  challenge: () => 'Basic realm="Brand Portal", charset="UTF-8"',
  message: 'Unauthenticated: the password is an API key of the brand.',
};

function basicKey(header: string | undefined): string | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(header ?? '') ?? [];
  const [, key] = /^[^:]*:(.+)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return key ?? null;
}

/** Another brand's repository is not told from one that does not exist. */
const access: RequestHandler<{ slug: string }> = (request, response, next) => {
  const { actor, brand } = identityOf(stateOf(response));
  if (request.params.slug !== brand.slug) throw notFound('Repository');
  authorize(clone, actor, brand);
  next();
};

const requireGit: RequestHandler = async (_request, response, next) => {
  if ((await nativeGitVersion()) !== null) {
    next();
    return;
  }
  response.status(501).setHeader('Cache-Control', 'no-store');
  response.type('text/plain').send('This server cannot serve clones: git is not installed on it.\n');
};

const requestType = 'application/x-git-upload-pack-request';

const requireType: RequestHandler = (request, _response, next) => {
  if (request.is(requestType)) {
    next();
    return;
  }
  throw new PortalError('unsupported_media_type', `Send what git sends: ${requestType}.`);
};

const readBody = express.raw({ type: requestType, limit: longestRequest });

function readRequest(request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readBody(request, response, (error: unknown) => {
      if (!error) {
        resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
        return;
      }
      // What the client still sends is not read, so the connection cannot carry another request.
      response.setHeader('Connection', 'close');
      reject(readError(error, longestRequest));
    });
  });
}

/** The only thing that a request tells git, beside what it fetches. */
function protocolOf(request: Request): ProtocolVersion | null {
  const sent = request.get('git-protocol') ?? '';
  return /^version=[0-2]$/.test(sent) ? (sent as ProtocolVersion) : null;
}

function readOnly(): PortalError {
  return new PortalError('forbidden', 'This repository is read-only over HTTP: write through the API.');
}

function dumb(): PortalError {
  return new PortalError('forbidden', "Only git's smart protocol is served here: clone with git 1.6.6 or newer.");
}
