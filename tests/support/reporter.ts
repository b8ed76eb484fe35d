/** What `npm test` prints: a line for each file, and at the end the failures, each with the command that runs it alone. */
import {
  DefaultReporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestRunEndReason,
} from 'vitest/node';
import type { Cost } from './cost';

/** The kinds of tests, by path. The first that matches applies. */
const KINDS: [kind: string, path: RegExp][] = [
  ['axe', /^tests\/e2e\/accessibility/],
  ['browser', /^tests\/e2e\//],
  ['hostile', /^tests\/hostile\//],
  ['faults', /^tests\/(faults|process)\//],
  ['unit', /^tests\/(client|house)\//],
  ['REST and graph', /^tests\/(rest|graph)\//],
  ['PostgreSQL', /./],
];

const pathOf = (module: TestModule) => module.relativeModuleId;
const kindOf = (module: TestModule) => KINDS.find(([, path]) => path.test(pathOf(module)))?.[0] ?? '';
const seconds = (time: number) => time.toFixed(1).padStart(7);

/** A POSIX shell's argument. Vitest takes the name of a test as a regular expression. */
const quoted = (name: string) => `'${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;

const failedOf = (module: TestModule): TestCase[] => [...module.children.allTests('failed')];

export default class extends DefaultReporter {
  constructor() {
    super({ summary: false });
  }

  protected override printTestModule(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const parts = [`${count('passed')} passed`];
    for (const state of ['failed', 'skipped']) if (count(state)) parts.push(`${count(state)} ${state}`);
    const time = (module.diagnostic().duration / 1000).toFixed(1);
    this.log(`${module.ok() ? '✓' : '✗'} ${pathOf(module)}: ${parts.join(', ')} (${time} s)`);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const failed = modules.filter((module) => !module.ok());
    if (failed.length > 0) this.log('To run one of these alone:');
    for (const module of failed) {
      const tests = failedOf(module);
      if (tests.length === 0) this.log(`  npm test -- ${pathOf(module)}`);
      for (const test of tests)
        this.log(`  npm test -- ${pathOf(module)} -t ${quoted(test.fullName.replaceAll(' > ', ' '))}`);
    }
    const costs = modules.flatMap((module) => module.meta().cost ?? []);
    if (costs.length > 0) this.printCosts(modules);
  }

  /** Vitest's own totals. Ours are the last line of `npm test`. */
  override reportTestSummary(): void {}

  private printCosts(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) => {
      const { cost } = module.meta();
      return cost ? [{ file: pathOf(module), kind: kindOf(module), cost }] : [];
    });
    const line = (name: string, cost: Cost) => {
      const { time, own, browser, postgres, others } = cost;
      // What works while the test process does not.
      const waits = Math.max(0, time - own);
      const idle = Math.max(0, waits - browser - postgres - others);
      const most = Object.entries({ browser, PostgreSQL: postgres, processes: others, 'a clock or the disk': idle });
      const [what = '', longest = 0] = most.sort(([, a], [, b]) => b - a)[0] ?? [];
      const waitsFor = waits < time / 10 || longest < time / 10 ? '' : what;
      const numbers = [time, own, browser, postgres, others].map(seconds).join(' ');
      this.log(`${name.padEnd(52)} ${numbers}  ${waitsFor}`);
    };
    const head = ['time', 'tests', 'browser', 'PgSQL', 'others'].map((title) => title.padStart(7)).join(' ');
    const sum = (costs: Cost[]): Cost => {
      const total: Cost = { time: 0, own: 0, browser: 0, postgres: 0, others: 0 };
      for (const cost of costs) for (const key of Object.keys(total) as (keyof Cost)[]) total[key] += cost[key];
      return total;
    };
    this.log(`\n${'seconds of time, and of CPU:'.padEnd(52)} ${head}  waits for`);
    for (const { file, cost } of rows.sort((a, b) => b.cost.time - a.cost.time)) line(file, cost);
    this.log('');
    for (const [kind] of KINDS) {
      const costs = rows.filter((row) => row.kind === kind).map(({ cost }) => cost);
      if (costs.length > 0) line(kind, sum(costs));
    }
    line('all', sum(rows.map(({ cost }) => cost)));
  }
}
