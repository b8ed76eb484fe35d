/*
 * A table of many rows is one test that names each wrong row: thousands of tests with generated names would cost time and
 * hide what is tested.
 */

/** The table with what `run` answers to the input of each row, to be compared with the table itself. */
export async function answered<I>(
  table: readonly (readonly [input: I, output: unknown])[],
  run: (input: I) => unknown,
): Promise<[input: I, output: unknown][]> {
  const rows: [I, unknown][] = [];
  for (const [input] of table) rows.push([input, await run(input)]);
  return rows;
}

/** What is wrong with which of these cases, by its name: `{}` if `check` throws for none. */
export async function faultsOf<T>(
  cases: Iterable<readonly [name: string, value: T]>,
  check: (value: T, name: string) => unknown,
): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const [name, value] of cases) {
    try {
      await check(value, name);
    } catch (error) {
      faults[name] = error instanceof Error ? error.message : String(error);
    }
  }
  return faults;
}
