import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP of these files, each packed. @param mode of all files, as Unix has it */
export async function zipOf(entries: Readonly<Record<string, Buffer | string>>, mode = 0o100644): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: new Date('2026-01-01T00:00:00Z'), mode };
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** Offset of the record of a file in the table of a ZIP. */
const recordOf = (zip: Buffer, name: string): number => zip.lastIndexOf(name) - 46;

function changeSize(zip: Buffer, name: string, difference: number): void {
  const at = recordOf(zip, name) + 24;
  zip.writeUInt32LE(zip.readUInt32LE(at) + difference, at);
}

/** Damages to a file of a ZIP. */
export const zipDamages: Readonly<Record<string, (zip: Buffer, name: string) => unknown>> = {
  'its packed bytes are overwritten': (zip, name) => zip.fill(0xff, zip.indexOf(name) + 10, zip.indexOf(name) + 30),
  'its size is less': (zip, name) => changeSize(zip, name, -10),
  'its size is more': (zip, name) => changeSize(zip, name, 10),
  'its checksum differs': (zip, name) => zip.writeUInt32LE(0, recordOf(zip, name) + 16),
};
