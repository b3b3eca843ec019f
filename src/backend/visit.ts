import type { ComponentChild } from 'preact';
import { PortalError } from '../errors.js';
import { authorize } from '../operations/access.js';
import type { Actor } from '../operations/actor.js';
import { type Input, noInput, type Operation } from '../operations/contract.js';
import type { Precondition } from '../operations/draft.js';
import type { Result } from '../operations/execute.js';
import type { BrandRecord, Role } from '../registry/records.js';
import type { SessionFacts } from '../registry/sessions.js';
import type { Service } from '../service/service.js';
import { actorOf } from './access.js';

/** One text a name: of several with one name, the first. */
export type Fields = Readonly<Record<string, string>>;

/** What every page is given of a request. */
export interface Visit {
  readonly service: Service;
  readonly requestId: string;
  /** Its own path, without the query. */
  readonly path: string;
  readonly params: Fields;
  readonly query: Fields;
  /** What was posted; empty for a GET. */
  readonly form: Fields;
  /** Of the backend, such as `https://portal.example`. */
  readonly origin: string;
  /** Counts a link that did not work. @throws `rate_limited` */
  countFailure(): Promise<void>;
}

export interface SignedInVisit extends Visit {
  readonly facts: SessionFacts;
}

/** What a page is given of a request for something in a brand. */
export class BrandVisit implements SignedInVisit {
  readonly service: Service;
  readonly requestId: string;
  readonly path: string;
  readonly params: Fields;
  readonly query: Fields;
  readonly form: Fields;
  readonly origin: string;
  readonly facts: SessionFacts;
  readonly countFailure: () => Promise<void>;
  readonly actor: Actor;

  constructor(
    visit: SignedInVisit,
    readonly brand: BrandRecord,
    readonly role: Role,
  ) {
    this.service = visit.service;
    this.requestId = visit.requestId;
    this.path = visit.path;
    this.params = visit.params;
    this.query = visit.query;
    this.form = visit.form;
    this.origin = visit.origin;
    this.facts = visit.facts;
    this.countFailure = visit.countFailure;
    this.actor = actorOf(visit.facts.person, role);
  }

  get slug(): string {
    return this.brand.slug;
  }

  /** An address in this brand's part of the backend. */
  at(path: string, query: Readonly<Record<string, string | null | undefined>> = {}): string {
    return address(`/backend/brands/${this.slug}${path}`, query);
  }

  /** Runs an operation as this person. @throws PortalError */
  perform<Value>(operation: Operation<Value>, input: Partial<Input> = {}, version?: string): Promise<Result<Value>> {
    authorize(operation, this.actor, this.brand);
    const { slug, actor, requestId } = this;
    const precondition: Precondition | null = version === undefined ? null : { versions: [version] };
    const { modules } = this.brand;
    const call = { slug, actor, via: 'backend', requestId, precondition, modules } as const;
    return this.service.run(operation, call, { ...noInput, ...input });
  }

  /** The same, for the value alone. */
  async read<Value>(operation: Operation<Value>, input: Partial<Input> = {}): Promise<Value> {
    return (await this.perform(operation, input)).value;
  }
}

/** What a form was made from, on which alone it is to be done. @throws `bad_request` when it is missing or blank */
export function shownIn({ form }: Visit, field: 'version' | 'plan'): string {
  const sent = form[field] ?? '';
  if (sent.trim() !== '') return sent;
  throw new PortalError('bad_request', `The form lacks its ${field}: what it was made from. Open the page again.`);
}

/** A path with a query; what is empty is left out. */
export function address(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** What a request is answered with. */
export type Reply = PageReply | RedirectReply | TextReply;

export interface PageReply {
  readonly status?: number;
  readonly title: string;
  readonly body: ComponentChild;
  /** Shows a secret: kept nowhere. */
  readonly isSecret?: true;
}

/** For the script of a page; empty: 204. */
export interface TextReply {
  readonly text: string;
}

/** After a form: to a path of the backend (303). */
export interface RedirectReply {
  readonly to: string;
  /** A session to begin in this browser; `null`: it ends. */
  readonly session?: NewSession | null;
}

export interface NewSession {
  readonly token: string;
  readonly expires_at: string;
}
