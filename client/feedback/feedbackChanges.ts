import { useForgetFields } from '../graphql/useForgetFields';

/** Cached data that is stale after a record is sent or decided; see catalogueChanges. */
export function useForget() {
  const forget = useForgetFields();
  return {
    correctionSent: () =>
      forget(['corrections', 'myCorrections', 'openCorrections', 'nextOpenCorrection', 'logEntries']),
    /** Applying a correction also changes its model. */
    correctionDecided: () =>
      forget([
        'corrections',
        'myCorrections',
        'openCorrections',
        'nextOpenCorrection',
        'Correction.alsoDisputed',
        'logEntries',
        'Model.history',
        'lookupModels',
        'lookupValues',
        'modelYears',
      ]),
    feedbackSent: () => forget(['feedbacks', 'nextOpenFeedback', 'logEntries']),
    feedbackSettled: () => forget(['feedbacks', 'nextOpenFeedback', 'logEntries']),
  };
}
