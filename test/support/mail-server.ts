import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as a server took it. */
export interface TakenMail extends ParsedMail {
  readonly raw: string;
  readonly recipients: readonly string[];
  readonly isSecure: boolean;
  readonly user: string | null;
}

/** Behaviour of the server at the next mail: takes it, answers with a code at a command, breaks off after the data, or is silent then. */
export type Turn = 'take' | 'cut' | 'silent' | { readonly at: 'RCPT' | 'DATA'; readonly code: number };

interface ServerOptions {
  readonly isSecure?: boolean;
  readonly hasStartTls?: boolean;
  readonly password?: string;
}

const certificate = readFileSync(new URL('tls/mail.pem', import.meta.url));

/** A real mail server on the loopback interface. */
export class MailServer {
  readonly mails: TakenMail[] = [];
  /** Turns of the next mails; then it takes them. */
  readonly turns: Turn[] = [];
  /** Commands in which a password came. */
  logins = 0;
  port = 0;
  /** Runs when a mail was taken, before its sender is told. */
  onTaken: () => void = () => {};
  #server: SMTPServer;

  private constructor(private readonly options: ServerOptions) {
    this.#server = this.#made();
  }

  #made(): SMTPServer {
    const { isSecure = false, hasStartTls = false, password } = this.options;
    const failure = (code: number) =>
      Object.assign(new Error('Not now, <secret@someone.example>'), { responseCode: code });
    const turnAt = (command: 'RCPT' | 'DATA'): number | null => {
      const [turn] = this.turns;
      if (typeof turn !== 'object' || turn.at !== command) return null;
      this.turns.shift();
      return turn.code;
    };
    const server = new SMTPServer({
      secure: isSecure,
      key: certificate,
      cert: certificate,
      disabledCommands: [
        ...(hasStartTls ? [] : ['STARTTLS' as const]),
        ...(password === undefined ? ['AUTH' as const] : []),
      ],
      allowInsecureAuth: true,
      authOptional: password === undefined,
      closeTimeout: 10,
      logger: false,
      onAuth: (auth, _session, done) => {
        this.logins += 1;
        if (auth.password === password) done(null, { user: auth.username ?? '' });
        else done(failure(535));
      },
      onRcptTo: (_address, _session, done) => {
        const code = turnAt('RCPT');
        done(code === null ? null : failure(code));
      },
      onData: async (stream, session, done) => {
        const bytes = await buffer(stream);
        const code = turnAt('DATA');
        if (code !== null) return done(failure(code));
        const turn = this.turns.shift() ?? 'take';
        const { rcptTo } = session.envelope;
        const recipients = rcptTo.map(({ address }) => address);
        const mail = await simpleParser(bytes);
        const user = session.user === undefined ? null : String(session.user);
        // One that is cut off after the data may have been taken.
        if (turn !== 'silent')
          this.mails.push({ ...mail, raw: bytes.toString(), recipients, isSecure: session.secure, user });
        this.onTaken();
        if (turn === 'cut') this.#cut();
        else if (turn === 'take') done(null);
        return undefined;
      },
    });
    server.on('error', () => {});
    return server;
  }

  static async start(options: ServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await server.listen();
    onTestFinished(() => server.close());
    return server;
  }

  /** Begins to take mails, again at the same port. */
  listen(): Promise<void> {
    this.#server = this.#made();
    return new Promise((resolve) => {
      const listening = this.#server.listen(this.port, '127.0.0.1', () => {
        const address = listening.address();
        this.port = typeof address === 'object' && address !== null ? address.port : 0;
        resolve();
      });
    });
  }

  #cut(): void {
    for (const connection of this.#server.connections) connection.close();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#cut();
      this.#server.close(() => resolve());
    });
  }

  /** Settings that send here. */
  get settings() {
    return { url: `smtp://127.0.0.1:${this.port}`, from: 'brand@portal.example' };
  }

  /** Recipients and subjects, in order. */
  get told(): string[] {
    return this.mails.map(({ recipients, subject }) => `${recipients.join()}: ${subject}`);
  }
}
