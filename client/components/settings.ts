interface Settings {
  supportPhone: string;
  supportEmail: string;
}

const none: Settings = { supportPhone: '', supportEmail: '' };

/** What the server wrote into index.html (SUPPORT_PHONE, SUPPORT_EMAIL); empty where it is not set, and then not shown. */
export const settings: Settings = { ...none, ...JSON.parse(document.getElementById('settings')?.textContent || '{}') };
