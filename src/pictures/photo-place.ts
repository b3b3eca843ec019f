/** IFD of the place in the first IFD; latitude in that. */
const [gpsTag, latitudeTag] = [0x8825, 2];

/** Whether a photo contains the place where it was taken, in Exif or XMP. */
export function placeIn(exif: Buffer | undefined, xmp: Buffer | undefined): boolean {
  return (exif !== undefined && hasLatitude(exif)) || (xmp?.includes('GPSLatitude') ?? false);
}

/** Reads two tables of Exif and follows nothing else in it, so it cannot go round in circles. */
function hasLatitude(exif: Buffer): boolean {
  const tiff = exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif;
  if (tiff.length < 8) return false;
  const isLittle = tiff[0] === 0x49;
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  /** Position of a tag's entry, of 12 bytes, in the table at a position. */
  const find = (table: number, tag: number): number | null => {
    if (table + 2 > tiff.length) return null;
    for (let left = short(table), at = table + 2; left > 0 && at + 12 <= tiff.length; left -= 1, at += 12) {
      if (short(at) === tag) return at;
    }
    return null;
  };
  const gps = find(long(4), gpsTag);
  return gps !== null && find(long(gps + 8), latitudeTag) !== null;
}
