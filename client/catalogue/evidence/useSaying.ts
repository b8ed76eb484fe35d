import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { toast } from '../../components/notice/toast';
import { useAction } from '../../components/record/useAction';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { type KeyDataField, SaveVerdictDocument } from '../../graphql/generated/evidence';
import { useForgetFields } from '../../graphql/useForgetFields';
import { useSession } from '../../session';
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
  const { mutate } = useApolloClient();
  const { user } = useSession();
  const forget = useForgetFields();
  const action = useAction();
  const [sentId] = useState(() => crypto.randomUUID());
  const { blank = '', tool = lastTool(user?.id), remark = '' } = before;
  const [job, setJob] = useState<Job>({ blank, tool, remark });

  const say = async (said: readonly Said[]) => {
    const verdicts = said.map(({ field, ...one }) => ({
      ...one,
      field: field as KeyDataField,
      value: keyDatum(field)?.read(model) ?? '',
    }));
    const input = { modelId: model.id, verdicts, ...job, sentId };
    const done = await action.run(() => mutate({ mutation: SaveVerdictDocument, variables: { input } }), ['verdicts']);
    if (!done) return;
    keepTool(user?.id, job.tool);
    forget(['myCorrections']);
    const isWrong = said.some(({ worked }) => !worked);
    toast(isWrong ? 'Thank you. You are told what becomes of it.' : 'Thank you. It counts on the sheet from now on.');
    onDone();
  };
  const edit = (part: Partial<Job>) => {
    action.clear();
    setJob({ ...job, ...part });
  };
  return { ...action, job, edit, say };
}
