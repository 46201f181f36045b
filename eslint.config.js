import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noClockInConditions } from './test/architecture/no-clock-in-conditions.js';
import { noModuleState } from './test/architecture/no-module-state.js';

const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/config/config.ts reads the environment; other folders receive their settings.',
};

const onlyDeterministic = [
  { group: ['node:*'], message: 'Workflow code is replayed: no Node built-ins. Do it in an activity.' },
  { group: ['zod', 'zod/*', 'undici', 'express'], message: 'Not in the workflow bundle.' },
];

const noLocalActivities = [
  {
    name: '@temporalio/workflow',
    importNames: ['proxyLocalActivities', 'scheduleLocalActivity'],
    message: 'With queries they make histories that do not replay (SDK 1.24).',
  },
];

export default tseslint.config(
  { ignores: ['dist', 'dist-client', 'coverage', '.oware', 'node_modules'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['bin/*.js', 'build/*.mjs', '*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', noEnvironment],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  {
    // plain scripts, without types
    files: ['build/**'],
    ...tseslint.configs.disableTypeChecked,
  },
  {
    files: ['workflows/**', 'src/domain/**'],
    plugins: {
      oware: {
        rules: { 'no-module-state': noModuleState, 'no-clock-in-conditions': noClockInConditions },
      },
    },
    rules: {
      'no-restricted-imports': ['error', { patterns: onlyDeterministic, paths: noLocalActivities }],
      'oware/no-module-state': 'error',
      'oware/no-clock-in-conditions': 'error',
    },
  },
  {
    // the one place that reads the environment
    files: ['src/config/config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['src/cli/**', 'bin/**', 'examples/**', 'bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // programs of a merchant: their settings are not Oware's
    files: ['examples/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'vitest.config.ts', 'eslint.config.js'],
    rules: {
      'no-restricted-syntax': 'off',
      'no-restricted-exports': 'off',
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
