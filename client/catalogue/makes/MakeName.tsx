import { useMakeOptionsQuery } from '../../graphql/generated/catalogue';

/** A make by its id, as the sidebar's list has brought it. */
export function MakeName({ id }: { id: string }) {
  const { data } = useMakeOptionsQuery();
  return data?.makeOptions.find((make) => make.id === id)?.displayName ?? '—';
}
