/**
 * The link that writes to `address`. What is in front of the `@` is encoded, so that an address which somebody sent us
 * adds no recipient and no text to the mail.
 */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
