import { buttonsIn, type Field, fieldsOfForm } from './form-fields.js';
import { backendOrigin, type WorkspaceClient, type WorkspaceReply } from './workspace.js';

/** Somebody who writes a page in a browser without script. */
export class Pen {
  fields: Field[] = [];
  reply: WorkspaceReply | undefined;

  constructor(
    readonly client: WorkspaceClient,
    /** Below the workspace. */
    readonly path: string,
  ) {}

  static async open(client: WorkspaceClient, path: string): Promise<Pen> {
    const pen = new Pen(client, path);
    pen.#take(await client.get(path));
    return pen;
  }

  get html(): string {
    return this.reply?.text ?? '';
  }

  /** Names of fields that fit, in the order of the page. */
  names(fits: RegExp): string[] {
    return this.fields.map(([name]) => name).filter((name) => fits.test(name));
  }

  /** Types into a field: that of this name, or the one that fits, by its number. */
  type(name: string | RegExp, value: string, which = 0): void {
    const found = typeof name === 'string' ? this.names(/./).find((one) => one === name) : this.names(name).at(which);
    if (found === undefined) throw new Error(`no field ${name} ${which} among ${this.names(/^[^k]/).join(' ')}`);
    this.fields = this.fields.map(([each, old]) => [each, each === found ? value : old]);
  }

  /** Presses a button by its whole text. */
  async press(text: string, status = 200): Promise<WorkspaceReply> {
    const value = buttonsIn(this.html).get(text);
    if (value === undefined) throw new Error(`no button “${text}”: ${[...buttonsIn(this.html).keys()].join(', ')}`);
    return this.send(value, status);
  }

  /** Adds a block to a list and gives its name in the form. */
  async add(type: string, slot = '', before = ''): Promise<string> {
    this.type(`t.${slot}`, type);
    if (before !== '') this.type(`p.${slot}`, before);
    const known = new Set(this.keys());
    await this.send(`add:${slot}`, 200);
    const made = this.keys().find((key) => !known.has(key));
    if (made === undefined) throw new Error(`nothing was added to ${slot}`);
    return made;
  }

  keys(): string[] {
    return this.fields.flatMap(([name, value]) =>
      name.startsWith('k.') ? value.split(' ').map((one) => one.split('|')[0] ?? '') : [],
    );
  }

  async send(action: string, status: number, client = this.client): Promise<WorkspaceReply> {
    const pairs = [...this.fields, ['do', action]].map(([name = '', value = '']): [string, string] => [name, value]);
    const headers = { Origin: backendOrigin(client.portal), 'Content-Type': 'application/x-www-form-urlencoded' };
    const reply = await client.send('POST', this.path, { body: String(new URLSearchParams(pairs)), headers });
    if (reply.status !== status) {
      throw new Error(`${action}: ${reply.status} ${reply.text.replaceAll(/<[^>]*>|\s+/g, ' ').slice(0, 1500)}`);
    }
    this.#take(reply);
    return reply;
  }

  #take(reply: WorkspaceReply): void {
    this.reply = reply;
    if (reply.text.includes('class="write"')) this.fields = fieldsOfForm(reply.text);
    else if (reply.text.includes('Send again'))
      this.fields = fieldsOfForm(reply.text, 'card pad').filter(([name]) => name !== 'do');
  }
}
