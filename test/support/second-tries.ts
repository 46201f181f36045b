import type { Reporter, TestCase } from 'vitest/node';

/**
 * Names every test that passed only when it was repeated, with what failed before: such a test, or what it tests,
 * depends on timing.
 */
export default class SecondTries implements Reporter {
  private readonly lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    this.lines.push(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, diff } of test.result().errors ?? []) {
      this.lines.push(
        ...[message, diff ?? '']
          .join('\n')
          .trimEnd()
          .split('\n')
          .map((line) => `      ${line}`),
      );
    }
  }

  onTestRunEnd(): void {
    if (this.lines.length === 0) return;
    process.stdout.write(`\nPassed only when tried again:\n${this.lines.join('\n')}\n`);
  }
}
