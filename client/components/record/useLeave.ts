import { useLocation, useNavigate } from 'react-router-dom';
import { type ListPlace, noteSaved, stepsTo } from '../list/listPlace';
import { toast } from '../notice/toast';
import type { RecordKind } from './record';

interface Options {
  paths: RecordKind<unknown>['paths'];
  next: string | undefined;
  hasList: boolean | undefined;
}

/** Where a form leads after a save or delete: back to the list as it was left, with its page, filters and scroll. */
export function useLeave({ paths, next, hasList }: Options) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const place: ListPlace | undefined = state?.list;
  // A page that opened this form passes itself in `back`; the user returns there.
  const isOwn = Boolean(state?.back) || place?.pathname === paths.list;
  const listPath = paths.list + (place?.pathname === paths.list ? place.search : '');

  const leave = (words: string | undefined, id?: string) => {
    const record = hasList && id ? (paths.edit ?? paths.show)?.(id) : undefined;
    if (words) toast(words, record);
    noteSaved(record);
    const steps = (place && isOwn && stepsTo(place)) || (state?.back ? -1 : undefined);
    if (steps) void navigate(steps);
    else void navigate(next ?? listPath);
  };
  return { listPath, leave };
}
