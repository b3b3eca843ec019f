import { hash } from 'node:crypto';
import type { Clock } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import type { Repository } from '../store/repository.js';
import { type Author, describe, newRecordId, requireNewId } from './commit.js';
import {
  encodeRecord,
  type Kind,
  nameOf,
  pathOf,
  type RecordOf,
  type Registry,
  type VersionedRecord,
} from './registry.js';
import { type Acting, requireOperator, requireVersion, StaleRecord, versionInBrand } from './rights.js';

/** Change of the registry by a person or the operator, or a sign-in: one commit. */
interface Verb<Subject, Answer> {
  /** Default: the operator at the command line, or a person who only signs in or manages their own credentials. */
  readonly by?: Acting | undefined;
  /**
   * The record that it changes. If omitted, it creates one.
   *
   * @throws `not_found`
   */
  readonly find?: (registry: Registry) => Subject;
  /** Refuses people without the right. Default: only operators have it. */
  readonly allow?: (registry: Registry, by: Acting, subject: Subject) => void;
  /** Whether people need not have seen the newest version of the record. */
  readonly isUnconditional?: boolean;
  /** Changes the draft. It runs again when the branch has moved. */
  readonly apply: (change: Change<Subject>) => Answer;
}

export interface Change<Subject = unknown> {
  readonly registry: Registry;
  readonly before: Subject;
  readonly now: Date;
  /** Writes records, new or changed. */
  put<K extends Kind>(kind: K, ...records: readonly RecordOf<K>[]): void;
  remove(kind: Kind, ...names: readonly string[]): void;
  /**
   * Id for a new record: the same for the same form, on every machine.
   *
   * @throws `conflict` when the form has made it already
   */
  newId(records: { has(id: string): boolean }): string;
  /**
   * Without a call, nothing is stored.
   *
   * @param author default: the actor
   * @param operation default: the verb's
   */
  commit(subject: string, author?: Author, operation?: string): void;
}

/** Time for which the answer to a form is kept, for the same form sent again. */
const keptMs = 60_000;

/** Runs verbs: rights and precondition are checked inside the write, on the registry as it is then. */
export class Verbs {
  /** Answers by a hash of the form, only in memory: they hold secrets. */
  readonly #answers = new Map<string, Promise<unknown>>();

  constructor(
    readonly registry: Repository<Registry>,
    readonly clock: Clock,
    /** Whether people come only from an identity provider. */
    readonly isProviderOnly = false,
  ) {}

  /**
   * Refuses people a sign-in link for others if a provider manages all roles.
   *
   * @throws `forbidden`
   */
  requireLinks(): void {
    if (!this.isProviderOnly) return;
    throw new PortalError('forbidden', 'People sign in only with their provider, which decides their roles.');
  }

  /** @param operation name in the trailer of the commit */
  async run<Answer, Subject extends VersionedRecord | null = null>(
    operation: string,
    verb: Verb<Subject, Answer>,
  ): Promise<Answer> {
    return this.once(verb.by, operation, (newId) => this.write(operation, verb, newId));
  }

  /**
   * Runs `work` once for a form that was filled in once. A failed one can be sent again.
   *
   * @param work gets the id of the new record
   */
  once<Answer>(by: Acting | undefined, operation: string, work: (newId: string) => Promise<Answer>): Promise<Answer> {
    if (by?.form === undefined) return work(newRecordId());
    const digest = hash('sha256', JSON.stringify([by.id, by.brand, operation, by.form]), 'buffer');
    const form = digest.toString('base64');
    const earlier = this.#answers.get(form);
    if (earlier !== undefined) return earlier as Promise<Answer>;
    const answer = work([...digest.subarray(0, 10)].map((byte) => (byte % 32).toString(32)).join(''));
    this.#answers.set(form, answer);
    // The answer may be that of a later attempt.
    const forget = (): void => {
      if (this.#answers.get(form) === answer) this.#answers.delete(form);
    };
    answer.catch(forget);
    setTimeout(forget, keptMs).unref();
    return answer;
  }

  /** `run` without the form: for work that is done once as a whole. */
  async write<Answer, Subject extends VersionedRecord | null = null>(
    operation: string,
    verb: Verb<Subject, Answer>,
    newId = newRecordId(),
  ): Promise<Answer> {
    const write = this.registry.write((draft) => {
      const registry = draft.snapshot.catalog;
      const before = admitted(registry, verb);
      const now = this.clock();
      return verb.apply({
        registry,
        before,
        now,
        put(kind, ...records) {
          for (const record of records) draft.put(pathOf(kind, nameOf(kind, record)), encodeRecord(kind, record));
        },
        remove(kind, ...names) {
          for (const name of names) draft.remove(pathOf(kind, name));
        },
        commit: (subject, author = verb.by, done = operation) => describe(draft, subject, done, now, author),
        newId(records) {
          requireNewId(newId, records);
          return newId;
        },
      });
    });
    return (await this.#withAuthors(write)).answer;
  }

  /** Checks rights and precondition where nothing is written: before a test, or before work outside of the registry. */
  check<Subject extends VersionedRecord | null = null>(verb: Omit<Verb<Subject, unknown>, 'apply'>): Promise<Subject> {
    return this.#withAuthors(this.registry.read().then(({ catalog }) => admitted(catalog, verb)));
  }

  /** Adds to a refusal of an old version the authors of the changes since: those whom the brand's people know. */
  async #withAuthors<Answer>(work: Promise<Answer>): Promise<Answer> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof StaleRecord)) throw error;
      const authors = await this.#authorsSince(error).catch(() => []);
      throw error.saying((said) => said, { extra: { authors } });
    }
  }

  /** @throws without git on this machine */
  async #authorsSince({ path, by: { brand, version } }: StaleRecord): Promise<string[]> {
    const { people } = (await this.registry.read()).catalog;
    const authors: string[] = [];
    for await (const { commit, author, person } of this.registry.versions.history({ paths: [path], limit: 10 })) {
      const file = await this.registry.readFile(path, commit);
      if (file !== null && versionInBrand(brand, JSON.parse(file.bytes.toString())) === version) break;
      const by = people.get(person ?? '');
      if (person === null || by?.operator || Object.hasOwn(by?.roles ?? {}, brand)) authors.push(author);
    }
    return authors;
  }
}

/** @returns the record that a verb changes @throws unless it is there, who acts may change it, and has seen it as it is */
function admitted<Subject extends VersionedRecord | null>(
  registry: Registry,
  { by, find, allow = requireOperator, isUnconditional = false }: Omit<Verb<Subject, unknown>, 'apply'>,
): Subject {
  const before = find === undefined ? (null as Subject) : find(registry);
  if (by === undefined) return before;
  allow(registry, by, before);
  if (before !== null && !isUnconditional) requireVersion(before, by);
  return before;
}
