import { useState } from 'react';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { type KeyDataField, SaveVerdictDocument } from '../../graphql/generated/evidence';
import { useForgetFields } from '../../graphql/useForgetFields';
import { newSentId, sendOrKeep, WILL_BE_SENT } from '../../offline/send';
import { paths } from '../../paths';
import { keyDatum } from '../keyData';
import { keepTool, lastTool } from './lastTool';

/** What is known of the job, beside the values. */
export interface Job {
  blank: string;
  tool: string;
  remark: string;
}

interface Said {
  field: string;
  worked: boolean;
  found?: string | null;
}

/** Says for the company which values worked or are wrong, once however often it is sent. */
export function useSaying(model: ModelSheetFragment, before: Partial<Job>, onDone: () => void) {
  const forget = useForgetFields();
  const action = useAction();
  const [sentId] = useState(newSentId);
  const { blank = '', tool = lastTool(), remark = '' } = before;
  const [job, setJob] = useState<Job>({ blank, tool, remark });

  const say = async (said: readonly Said[]) => {
    const verdicts = said.map(({ field, ...one }) => ({
      ...one,
      field: field as KeyDataField,
      value: keyDatum(field)?.read(model) ?? '',
    }));
    const input = { modelId: model.id, verdicts, ...job, sentId };
    const isWrong = said.some(({ worked }) => !worked);
    const { make, name, year } = model;
    const label = `${isWrong ? 'Wrong' : 'It worked'}: ${make.displayName} ${name} (${year})`;
    let isKept = false;
    const done = await action.run(async () => {
      isKept =
        (await sendOrKeep(SaveVerdictDocument, { input }, { label, edit: location.pathname + location.search })) ===
        'kept';
    }, ['verdicts']);
    if (!done) return;
    keepTool(job.tool);
    forget(['myCorrections']);
    if (isKept) toast(WILL_BE_SENT, paths.offline);
    else
      toast(isWrong ? 'Thank you. You are told what becomes of it.' : 'Thank you. It counts on the sheet from now on.');
    onDone();
  };
  const edit = (part: Partial<Job>) => {
    action.clear();
    setJob({ ...job, ...part });
  };
  return { ...action, job, edit, say };
}
