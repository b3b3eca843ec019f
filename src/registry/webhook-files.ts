import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { encodeJson, parseJson } from '../lib/json.js';
import { errorCode, unlessMissing } from '../lib/system-error.js';
import {
  type FileSystem,
  listDirectory,
  makePrivateDirectory,
  replaceFiles,
  syncDirectory,
  writeNewFile,
} from '../store/file-system.js';
import { Exact, fitsStored, Nullable, type Static, type TSchema, Type } from '../validation/schema.js';
import { alreadyMade } from './commit.js';
import { version, type WebhookRecord } from './records.js';
import { hashSecret } from './secrets.js';

const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z$' });

/** Upper bound on the attempts that a position keeps. */
export const maxRecent = 20;

/** A webhook's secret, of a chat its address; for a while after a rotation, the former signs as well. */
export const SecretFile = Exact({
  secret: Type.String(),
  former: Nullable(Exact({ secret: Type.String(), until: instant })),
});
export type WebhookSecret = Static<typeof SecretFile>;

/** A webhook's position; see store/FORMAT.md. */
export const PositionFile = Exact({
  /** Serial number of the start that it follows. */
  serial: Type.Integer(),
  /** Version up to which everything was acknowledged; `null` if nothing was. */
  version: Nullable(version),
  last: Nullable(Exact({ id: Type.String(), from: Nullable(version), to: version, at: instant })),
  failing: Nullable(
    Exact({ since: instant, attempts: Type.Integer(), next_at: Nullable(instant), reason: Type.String() }),
  ),
  /** The last attempts, the newest last. Left out by version 1.0, and before the first. */
  recent: Type.Optional(
    Type.Array(Exact({ id: Type.String(), at: instant, delivered: Type.Boolean(), answer: Type.String() })),
  ),
});
export type WebhookPosition = Static<typeof PositionFile>;

/** git's id of no object: the receiver's version is unknown. */
export const unknownVersion = '0'.repeat(40);

/** Names the position of a webhook in the history of the proposals. */
export const proposalsOf = ({ id }: Pick<WebhookRecord, 'id'>): string => `${id}.proposals`;

const ownerOnly = 0o600;

/** `whsec_` and 256 random bits, as Standard Webhooks writes them. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The secrets and positions of webhooks, as files of the data directory that only their owner can read. */
export class WebhookFiles {
  constructor(
    private readonly fs: FileSystem,
    readonly directory: string,
  ) {}

  makeDirectory(): Promise<void> {
    return makePrivateDirectory(this.fs, this.directory);
  }

  /** @returns `null` when the secret that its record names is not here: it is on another node, or lost, as after a restore */
  async readSecret({ id, secret_sha256: valid }: WebhookRecord): Promise<WebhookSecret | null> {
    const found = await this.#read(SecretFile, `${id}.secret`);
    return found === null || valid === undefined || hashSecret(found.secret) === valid ? found : null;
  }

  /**
   * Saves the first secret.
   *
   * @throws `conflict` when there is one: another server is at work on the same form
   */
  async addSecret(id: string, secret: string): Promise<void> {
    await this.makeDirectory();
    const bytes = encodeJson({ secret, former: null });
    await writeNewFile(this.fs, join(this.directory, `${id}.secret`), bytes, ownerOnly).catch((error) => {
      throw errorCode(error) === 'EEXIST' ? alreadyMade() : error;
    });
  }

  saveSecret(id: string, secret: WebhookSecret): Promise<void> {
    return this.#save(`${id}.secret`, secret);
  }

  /** `null` if it is lost. */
  readPosition(id: string): Promise<WebhookPosition | null> {
    return this.#read(PositionFile, `${id}.position`);
  }

  savePosition(id: string, position: WebhookPosition): Promise<void> {
    return this.#save(`${id}.position`, position);
  }

  /** Time of the newest secret here, in milliseconds since the epoch; 0: there is none. */
  async secretsChangedMs(): Promise<number> {
    const names = await listDirectory(this.fs, this.directory);
    const stats = names
      .filter((name) => name.endsWith('.secret'))
      .map((name) => this.fs.promises.stat(join(this.directory, name)).catch(() => null));
    return Math.max(0, ...(await Promise.all(stats)).map((found) => found?.mtimeMs ?? 0));
  }

  async remove(id: string): Promise<void> {
    for (const kind of ['secret', 'position', 'proposals.position']) {
      await this.fs.promises.rm(join(this.directory, `${id}.${kind}`), { force: true });
    }
  }

  async #save(name: string, value: object): Promise<void> {
    await this.makeDirectory();
    await replaceFiles(this.fs, [{ path: join(this.directory, name), bytes: encodeJson(value), mode: ownerOnly }]);
    await syncDirectory(this.fs, this.directory);
  }

  /** @throws when the disk refuses */
  async #read<T extends TSchema>(schema: T, name: string): Promise<Static<T> | null> {
    const text = await this.fs.promises.readFile(join(this.directory, name), 'utf8').catch(unlessMissing(''));
    const value = parseJson(text);
    return fitsStored(schema, value) ? value : null;
  }
}
