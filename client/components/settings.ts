interface Settings {
  supportPhone: string;
  supportEmail: string;
  /** The text of a page about terms, privacy, refunds or the seller, as safe HTML; only on such a page. */
  legalText: string;
  /** The numbers of makes and models, as the home page shows them; empty if there are few models. */
  makes: string;
  models: string;
  /** Not empty if visitors can open a sample sheet. */
  sample: string;
}

export const noSettings: Settings = {
  supportPhone: '',
  supportEmail: '',
  legalText: '',
  makes: '',
  models: '',
  sample: '',
};

/** The settings that the server writes into the page (server/clientPages.ts). An empty one is not shown. */
export const settings: Settings = {
  ...noSettings,
  ...JSON.parse(globalThis.document?.getElementById('settings')?.textContent || '{}'),
};
