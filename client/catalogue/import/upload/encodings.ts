/** The encodings that a CSV file can be read as (server/outside/sheets/sheet.ts). */
export const encodings: readonly (readonly [value: string, label: string])[] = [
  ['utf-8', 'Unicode (UTF-8)'],
  ['utf-16le', 'Unicode (UTF-16, little-endian)'],
  ['utf-16be', 'Unicode (UTF-16, big-endian)'],
  ['windows-1252', 'Western European (windows-1252)'],
  ['windows-1250', 'Central European (windows-1250)'],
  ['windows-1251', 'Cyrillic (windows-1251)'],
  ['windows-1253', 'Greek (windows-1253)'],
  ['windows-1254', 'Turkish (windows-1254)'],
  ['windows-1257', 'Baltic (windows-1257)'],
  ['iso-8859-2', 'Central European (ISO 8859-2)'],
  ['macintosh', 'Western European (Mac)'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['gb18030', 'Simplified Chinese (GB 18030)'],
  ['big5', 'Traditional Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
];
