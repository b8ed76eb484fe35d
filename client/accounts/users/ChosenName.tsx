import { useClientOptionsQuery, useRolesQuery } from '../../graphql/generated/users';
import { roleName } from '../accountWords';

/** A client by its id, as the form's selector has brought it. */
export function ClientName({ id }: { id: string }) {
  const { data } = useClientOptionsQuery();
  return data?.clientOptions.find((client) => client.id === id)?.name ?? '—';
}

/** A role by its id. */
export function RoleName({ id }: { id: string }) {
  const { data } = useRolesQuery();
  const role = data?.roles.find((other) => other.id === id);
  return role ? roleName(role.authority) : '—';
}
