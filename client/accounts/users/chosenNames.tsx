import { ClientOptionsDocument, RolesDocument } from '../../graphql/generated/users';
import { useRead } from '../../graphql/useRead';
import { roleName } from '../accountWords';

/** A client by its id, as the form's selector has brought it. */
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
