import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';

/** A make's name by its id, read from the sidebar's cached list. */
export function MakeName({ id }: { id: string }) {
  const { data } = useRead(MakeOptionsDocument);
  return <span translate="no">{data?.makeOptions.find((make) => make.id === id)?.displayName ?? '—'}</span>;
}
