interface Settings {
  supportPhone: string;
  supportEmail: string;
}

const none: Settings = { supportPhone: '', supportEmail: '' };

/** The settings that the server writes into the page (SUPPORT_PHONE, SUPPORT_EMAIL). An empty one is not shown. */
export const settings: Settings = {
  ...none,
  ...JSON.parse(globalThis.document?.getElementById('settings')?.textContent || '{}'),
};
