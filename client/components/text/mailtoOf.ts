/**
 * A mailto link to `address`. The address is encoded, so that one sent by a stranger cannot add recipients or text to the
 * mail.
 */
export function mailtoOf(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
