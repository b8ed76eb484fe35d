interface Settings {
  supportPhone: string;
  supportEmail: string;
}

/** What the server wrote into index.html (SUPPORT_PHONE, SUPPORT_EMAIL). */
export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent || '{}');
