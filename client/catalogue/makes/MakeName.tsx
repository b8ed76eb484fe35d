import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';

/** A make by its id, as the sidebar's list has brought it. */
export function MakeName({ id }: { id: string }) {
  const { data } = useRead(MakeOptionsDocument);
  return data?.makeOptions.find((make) => make.id === id)?.displayName ?? '—';
}
