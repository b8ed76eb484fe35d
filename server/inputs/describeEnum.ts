import { registerEnumType } from 'type-graphql';

/** Puts an enum into the schema. The names of its members are those of the schema; `descriptions` has a text for each. */
export function describeEnum<E extends object>(
  members: E,
  name: string,
  description: string,
  descriptions: Record<keyof E, string>,
): void {
  const entries = Object.entries<string>(descriptions).map(([member, description]) => [member, { description }]);
  registerEnumType(members, { name, description, valuesConfig: Object.fromEntries(entries) });
}
