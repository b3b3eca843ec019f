import { describe, expect, it } from 'vitest';
import { addressOf, fileAt, isSignedGrant, newFileSecrets, signGrant } from '../../src/registry/file-address.js';

const secrets = newFileSecrets();
const file = { id: 101, sha256: 'a1'.repeat(32), name: 'logo.svg' };
const address = addressOf(secrets, file);
const find = (path: string) => fileAt(path, (token) => (token === secrets.token ? secrets : undefined));

describe('the address of a file', () => {
  it('names what it was made for', () => {
    expect(find(address)).toEqual({ ...file, token: secrets.token });
    expect(address).toMatch(/^\/files\/[0-9a-z]{8}\/101\/[\w-]{43}\.[\w-]{22}\/logo\.svg$/);
  });

  it('is found in no other spelling: not with any one character changed, added or left out', () => {
    for (let at = 0; at < address.length; at += 1) {
      const [before, after] = [address.slice(0, at), address.slice(at + 1)];
      for (const other of ['A', 'B', 'z', '_', '0', '1', '/', '.', '%61', '=', '']) {
        if (other === address[at]) continue;
        expect(find(before + other + after), `${other} at ${at}`).toBeNull();
      }
      expect(find(`${before}x${address.slice(at)}`)).toBeNull();
    }
  });

  it('is another one for another medium, name or content, and with other secrets', () => {
    const others = [{ id: 102 }, { name: 'logo.png' }, { sha256: 'a2'.repeat(32) }];
    const made = others.map((other) => addressOf(secrets, { ...file, ...other }));
    const again = addressOf({ ...secrets, salt: newFileSecrets().salt }, file);
    const macs = [address, again, ...made].map((one) => one.split('.')[1]?.slice(0, 22));
    expect(new Set(macs).size).toBe(5);
    expect(find(again)).toBeNull();
  });

  it('says of a grant neither more nor less than was signed', () => {
    const grant = { key: 'k1', sha256: file.sha256, expires: 1_800_000_000 };
    const mac = signGrant(secrets, grant);
    expect(isSignedGrant(secrets, grant, mac)).toBe(true);
    for (const other of [{ key: 'k2' }, { sha256: 'a2'.repeat(32) }, { expires: 1_800_000_001 }]) {
      expect(isSignedGrant(secrets, { ...grant, ...other }, mac)).toBe(false);
    }
    expect(isSignedGrant(newFileSecrets(), grant, mac)).toBe(false);
  });
});
