import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** The server knows no time zones: "at 14:05 UTC" becomes the reader's time. */
const inLocalTime = (message: string) =>
  message.replace(/\b(\d\d):(\d\d) UTC\b/g, (_, hours: string, minutes: string) =>
    new Date(new Date().setUTCHours(Number(hours), Number(minutes))).toLocaleTimeString('en-US', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  );

/** The server's error message; undefined if no GraphQL answer came. */
export const serverMessage = (error: unknown) =>
  CombinedGraphQLErrors.is(error) ? inLocalTime(error.errors[0]?.message ?? '') || undefined : undefined;

/** `extensions.code` of the first error (docs/rest.md, "Errors"). */
export const errorCode = (error: unknown) =>
  CombinedGraphQLErrors.is(error) ? (error.errors[0]?.extensions?.code as string | undefined) : undefined;

/** Field to messages of a BAD_USER_INPUT; empty for everything else. */
export const fieldErrors = (error: unknown) =>
  ((CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.errors) || {}) as Record<string, string[]>;

/** The action of Retry; undefined if it cannot help because the record does not exist. */
export const retryOf = (error: unknown, refetch: () => unknown) =>
  errorCode(error) === 'NOT_FOUND' ? undefined : () => void refetch();
