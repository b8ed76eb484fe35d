import { useForgetFields } from '../graphql/useForgetFields';

/** What a sent or decided record makes stale; see catalogueChanges. */
export function useForget() {
  const forget = useForgetFields();
  return {
    correctionSent: () => forget(['corrections', 'myCorrections', 'openCorrections', 'logEntries']),
    /** The model of an applied one has changed with it. */
    correctionDecided: () =>
      forget([
        'corrections',
        'myCorrections',
        'openCorrections',
        'logEntries',
        'Model.history',
        'lookupModels',
        'lookupValues',
      ]),
    feedbackSent: () => forget(['feedbacks', 'logEntries']),
  };
}
