import sharp from 'sharp';

/** A picture of one colour. Two colours make two different images. */
export const picture = (background = '#2b3f8c', { width = 320, height = 200 } = {}) =>
  sharp({ create: { width, height, channels: 3, background } });

export const png = (background?: string) => picture(background).png().toBuffer();

/** A request body of files and fields, as a browser's form sends it. */
export function form(fields: [name: string, value: string | { name: string; bytes: Buffer; type?: string }][]) {
  const boundary = 'frontier-of-the-form';
  const parts = fields.map(([name, value]) => {
    const isFile = typeof value !== 'string';
    const head = isFile
      ? `; filename="${value.name}"\r\nContent-Type: ${value.type ?? 'application/octet-stream'}`
      : '';
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      isFile ? value.bytes : Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  });
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
