interface Settings {
  supportPhone: string;
  supportEmail: string;
  /** The text of a page about terms, privacy, refunds or the seller, as safe HTML; only on such a page. */
  legalText: string;
}

const none: Settings = { supportPhone: '', supportEmail: '', legalText: '' };

/** The settings that the server writes into the page (SUPPORT_PHONE, SUPPORT_EMAIL). An empty one is not shown. */
export const settings: Settings = {
  ...none,
  ...JSON.parse(globalThis.document?.getElementById('settings')?.textContent || '{}'),
};
