import { numberFormat } from './formats';

/** "3,190", wherever a count is shown. */
export const formatCount = numberFormat();

/** "1 model", "3,190 models"; a plural that takes more than an s is given. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;

/** "640 KB", "1.2 MB" */
export const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
