import { ClientOptionsDocument, RolesDocument } from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';
import { roleName } from '../accountWords';

/** A client's name by its id, read from the cached options of the form's selector. */
export function ClientName({ id }: { id: string }) {
  const { data } = useRead(ClientOptionsDocument);
  return data?.clientOptions.find((client) => client.id === id)?.name ?? '—';
}

/** A role by its id. */
export function RoleName({ id }: { id: string }) {
  const { data } = useRead(RolesDocument);
  const role = data?.roles.find((other) => other.id === id);
  return role ? roleName(role.authority) : '—';
}
