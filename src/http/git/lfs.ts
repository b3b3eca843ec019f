import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { notFound, PortalError } from '../../lib/errors.js';
import { hasEntry } from '../../operations/engine/access.js';
import { mayGet } from '../../operations/released-files.js';
import { isSignedGrant, type ObjectGrant, signGrant } from '../../registry/file-address.js';
import type { KeyIdentity } from '../../service/callers.js';
import type { Service } from '../../service/service.js';
import { fits, Type } from '../../validation/schema.js';
import { identityOf, stateOf } from '../admission/request.js';
import { bodyParser } from '../api/body.js';
import { fileReply } from '../files/file-reply.js';
import { addRoute, getOnly, problems } from '../problem.js';
import { noStore, type Reply, releaseOnClose, replying } from '../reply.js';
import type { HttpTools } from '../tools.js';

const root = '/:slug.git/info/lfs';

/** Lifetime of the address of an object. */
const grantSeconds = 600;

/** Concurrent downloads of a key: the default of git-lfs. */
const downloadsAtOnce = 8;

const maxBatchBytes = 1024 * 1024;
const maxObjects = 1000;

const Batch = Type.Object({
  operation: Type.String(),
  hash_algo: Type.Optional(Type.String()),
  objects: Type.Array(Type.Object({ oid: Type.String(), size: Type.Integer({ minimum: 0 }) })),
});

/**
 * Files of media in git-lfs's protocol (its "Batch API" and "Basic Transfer API"), to download. Objects have addresses that are signed
 * for one key and live for minutes, so that a clone of many files takes from the key's budget by the hundred, not one by one.
 *
 * @param admission authenticates a key, and admits it to the repository that the address names
 */
export function lfs({ service, log }: HttpTools, admission: readonly RequestHandler[]): Router {
  const router = express.Router({ caseSensitive: true });
  const body = bodyParser('POST', maxBatchBytes);
  const answer = replying((request, response) => batch(service, request, identityOf(stateOf(response))));
  addRoute(router, 'POST', `${root}/objects/batch`, ...admission, body, answer);
  getOnly({ [`${root}/objects/:oid`]: (request, response) => download(service, request, response) }, router);
  router.use(`${root}`, ...admission, () => {
    throw new PortalError('not_found', 'Files are only read here, and not locked.');
  });
  router.use(problems(log, (problem) => json({ message: problem?.message ?? 'Server Error' })));
  return router;
}

const json = (value: unknown): Reply => ({
  headers: ['Content-Type', 'application/vnd.git-lfs+json', ...noStore],
  body: JSON.stringify(value),
});

async function batch(service: Service, request: Request, identity: KeyIdentity): Promise<Reply> {
  const { body } = request;
  if (!fits(Batch, body)) throw new PortalError('invalid', 'This is not a git-lfs batch request.');
  if (body.operation !== 'download') {
    throw new PortalError('forbidden', 'This repository is read-only over HTTP: upload files through the API.');
  }
  if ((body.hash_algo ?? 'sha256') !== 'sha256')
    throw new PortalError('conflict', 'Objects are named by their SHA-256.');
  if (body.objects.length > maxObjects)
    throw new PortalError('too_large', `A request names ${maxObjects} objects at most.`);
  const { slug } = identity.brand;
  const secrets = await service.addresses.secretsOf(slug);
  const expires = Math.floor(service.clock().getTime() / 1000) + grantSeconds;
  const base = `${request.protocol}://${request.host}/git/${slug}.git/info/lfs/objects`;
  const objects = [];
  for (const { oid, size } of body.objects) {
    const grant = { key: identity.actor.id, sha256: oid, expires };
    const href = `${base}/${oid}?key=${grant.key}&expires=${expires}&mac=${signGrant(secrets, grant)}`;
    const error = await refusalOf(service, identity, oid, size);
    const actions = { download: { href, expires_in: grantSeconds } };
    objects.push(error === null ? { oid, size, authenticated: true, actions } : { oid, size, error });
  }
  return json({ transfer: 'basic', objects, hash_algo: 'sha256' });
}

interface ObjectRefusal {
  readonly code: 403 | 404 | 422;
  readonly message: string;
}

/** Why a caller does not get an object, or `null`. The 403 comes first: it does not tell whether the object exists. */
async function refusalOf(
  service: Service,
  identity: KeyIdentity,
  oid: string,
  size: number,
): Promise<ObjectRefusal | null> {
  if (!(await mayHave(service, identity, oid)))
    return { code: 403, message: 'The medium of this file is not released.' };
  const bytes = await service.files(identity.brand.slug).size(oid);
  if (bytes === null) return { code: 404, message: 'There is no such file.' };
  return bytes === size ? null : { code: 422, message: `This file has ${bytes} bytes.` };
}

async function mayHave(service: Service, { actor, brand }: KeyIdentity, oid: string): Promise<boolean> {
  await (await service.brands.get(brand.slug)).head();
  const caller = { mayWrite: actor.rights.includes('write'), now: service.clock() };
  return mayGet(await service.brands.get(brand.slug), caller, oid);
}

async function download(service: Service, request: Request, response: Response): Promise<Reply> {
  const state = stateOf(response);
  const [slug, sha256] = [String(request.params.slug), String(request.params.oid)];
  const { key, expires, mac } = request.query;
  const grant: ObjectGrant = { key: String(key), sha256, expires: Number(expires) };
  const identity = await service.callers.identifyById(grant.key, state.arrivedMs);
  const isOurs =
    identity?.brand.slug === slug && hasEntry(identity.actor, identity.brand) && expires === String(grant.expires);
  const secrets = isOurs ? identity.brand.files : undefined;
  if (!isOurs || secrets === undefined || !isSignedGrant(secrets, grant, String(mac))) throw notFound('Object');
  state.identity = identity;
  if (service.clock().getTime() / 1000 >= grant.expires)
    throw new PortalError('gone', 'This address has expired: ask again.');
  const file = (await mayHave(service, identity, sha256)) ? await service.files(slug).find(sha256) : null;
  if (file === null) throw notFound('Object');
  const release = service.semaphores.tryAcquire(`lfs ${grant.key}`, downloadsAtOnce);
  if (release === null) {
    const message = `This key downloads ${downloadsAtOnce} files, the maximum at once.`;
    throw new PortalError('rate_limited', message, { retryAfter: 1 });
  }
  releaseOnClose(response, release);
  const body = { ...file, version: sha256, mime: 'application/octet-stream' };
  return fileReply(service.fs, request, body, noStore);
}
