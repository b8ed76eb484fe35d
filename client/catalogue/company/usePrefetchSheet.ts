import { ModelDocument } from '../../graphql/generated/catalogue';
import { OwnValuesDocument } from '../../graphql/generated/ownValues';
import { usePrefetch } from '../../graphql/usePrefetch';
import { useSession } from '../../session';

/** Requests what a sheet shows first, before it is opened. */
export function usePrefetchSheet() {
  const { user } = useSession();
  const model = usePrefetch(ModelDocument);
  const ownValues = usePrefetch(OwnValuesDocument);
  return (id: string) => {
    model({ id });
    if (!user?.isAdmin) ownValues({ modelId: id });
  };
}
