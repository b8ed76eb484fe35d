import type { LogKind, LogSubjectType } from '../graphql/generated/logs';
import { clientPaths, correctionPaths, feedbackPaths, makePaths, modelPaths, sheetPaths, userPaths } from '../paths';

/** In the order of the filter's options. */
export const kindWords: Record<LogKind, string> = {
  SIGN_IN: 'Sign-in',
  SIGN_IN_FAILED: 'Failed sign-in',
  SIGN_OUT: 'Sign-out',
  SESSION_ENDED: 'Sessions ended',
  PASSWORD_REQUESTED: 'Password requested',
  PASSWORD_SENT: 'Password sent',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET: 'Password reset',
  REFUSED: 'Refused',
  CLIENT_CREATED: 'Client created',
  CLIENT_UPDATED: 'Client updated',
  CLIENT_DELETED: 'Client deleted',
  USER_CREATED: 'User created',
  USER_UPDATED: 'User updated',
  USER_DELETED: 'User deleted',
  USER_ERASED: 'User erased',
  MAKE_CREATED: 'Make created',
  MAKE_UPDATED: 'Make updated',
  MAKE_DELETED: 'Make deleted',
  MODEL_CREATED: 'Model created',
  MODEL_UPDATED: 'Model updated',
  MODEL_RESTORED: 'Model restored',
  MODEL_DELETED: 'Model deleted',
  CORRECTION_APPLIED: 'Correction applied',
  CORRECTION_DECLINED: 'Correction declined',
  FEEDBACK_ANSWERED: 'Feedback answered',
  FEEDBACK_CLOSED: 'Feedback closed',
  EXPORT: 'Export',
  IMPORT_APPLIED: 'Import applied',
  IMPORT_UNDONE: 'Import undone',
  IMPORT_DELETED: 'Import deleted',
  IMPORT_MENDED: 'Import edited',
  SHEET_BUDGET_REACHED: 'Sheet budget reached',
  SHEET_PRINTED: 'Sheet printed',
  ACCESS_UNUSUAL: 'Unusual access',
  PAYMENT: 'Payment',
  PAYMENT_UNCLAIMED: 'Payment for a deleted user',
  PAYMENT_DISPUTED: 'Payment disputed',
  PAYMENT_REFUNDED: 'Payment refunded',
  YEAR_TAKEN_BACK: 'Year revoked',
  RESTORED: 'Backup restored',
  REPORTED: 'Reported by a program',
  OTHER: 'Other',
};

/** In the order of the filter's options. */
export const recordWords: Record<LogSubjectType, string> = {
  CLIENT: 'Clients',
  USER: 'Users',
  MAKE: 'Makes',
  MODEL: 'Models',
  CORRECTION: 'Corrections',
  FEEDBACK: 'Feedback',
  IMPORT: 'Imports',
};

/** The page that shows a record. */
export const pathOf: Record<LogSubjectType, (id: string) => string> = {
  CLIENT: clientPaths.edit,
  USER: userPaths.edit,
  MAKE: makePaths.edit,
  MODEL: modelPaths.edit,
  CORRECTION: correctionPaths.show,
  FEEDBACK: feedbackPaths.show,
  IMPORT: sheetPaths.show,
};
