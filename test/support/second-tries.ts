import type { Reporter, TestCase } from 'vitest/node';

/** Names every test that passed only when it was repeated: such a test, or what it tests, depends on timing. */
export default class SecondTries implements Reporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.names.length === 0) return;
    process.stdout.write(
      `\nPassed only at the second try:\n${this.names.map((name) => `  ${name}\n`).join('')}`,
    );
  }
}
