import tseslint from 'typescript-eslint'

const FIXED_DECIMALS = {
  selector: "CallExpression[callee.property.name='toFixed']",
  message: 'Format money with formatUsd (contract/money) and other numbers with Intl.NumberFormat.',
}

const OWN_DATES = {
  selector:
    "NewExpression[callee.object.name='Intl'][callee.property.name='DateTimeFormat'], CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]",
  message: 'Write dates with lib/dates.ts or ui/calendar-day.tsx, which know how the visitor reads them.',
}

/** Otherwise some pages write 1250 where others write 1,250. */
const BARE_NUMBER_FORMAT = {
  selector: "NewExpression[callee.property.name='NumberFormat'][arguments.length<2]",
  message: 'Write counts with countText or plural (lib/counts.ts).',
}

/** Otherwise knip cannot see which exports of the contract are unused (knip.js). */
const WHOLE_CONTRACT = {
  selector:
    ':not(AwaitExpression) > ImportExpression[source.value=/^@slipstream.contract./], VariableDeclarator[id.type="Identifier"] > AwaitExpression > ImportExpression[source.value=/^@slipstream.contract./]',
  message: "Name what you load: (await import('…')).teamApi, or const { teamApi } = await import('…').",
}

const BARE_SCHEMA =
  'CallExpression:matches([callee.object.name="z"][callee.property.name=/^(string|number|int|int32|uint32|float32|float64|email|url|uuid|unknown|any|custom)$/], [callee.object.object.name="z"][callee.object.property.name=/^(coerce|iso)$/])'
const ANSWER =
  ':matches(CallExpression[callee.object.name="z"][callee.property.name=/^(object|extend)$/], Property[key.name="response"])'

/** Requests are strict objects of the contract's own primitives; answers are plain objects and may use `z.string()`. */
const UNBOUNDED_INPUTS = [
  {
    selector: `${BARE_SCHEMA}:not(${ANSWER} *)`,
    message: 'Request fields must be bounded: use contract/text, contract/number or contract/id.',
  },
  {
    selector:
      'Property[key.name=/^(params|query|body)$/] CallExpression[callee.object.name="z"][callee.property.name="object"]',
    message: 'Describe a request with z.strictObject.',
  },
]

/** The browser caches an answer under the path it came from, so every feature must use the same path. */
const LITERAL_QUERY_PATHS = {
  selector:
    ':matches(Property[key.name="queryKey"] *, VariableDeclarator > *, CallExpression[callee.name="apiQuery"] > *)[value=/^.api./]',
  message: 'Declare the path in lib/query-keys.ts and take it from there.',
}

const WEB_SYNTAX = [FIXED_DECIMALS, OWN_DATES, WHOLE_CONTRACT, LITERAL_QUERY_PATHS]

export default tseslint.config(
  { ignores: ['**/build/**', '**/.react-router/**', '**/*.js', '.local/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Features extend it with their own declarations.
      '@typescript-eslint/no-empty-object-type': ['error', { allowWithName: '^Topics$' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'max-lines': ['error', 300],
      complexity: ['error', 12],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read it in config.ts and pass it in.' },
      ],
      'no-restricted-syntax': ['error', FIXED_DECIMALS],
    },
  },
  {
    // Processes that start others pass their environment on; only config.ts reads settings from it.
    files: ['**/config.ts', '**/testing/**', '**/proofs/**', '**/*.config.ts', 'tools/**', 'e2e/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['packages/contract/src/**', 'apps/server/src/**'],
    ignores: [
      '**/{config,list-config,telemetry-config}.ts',
      '**/*.test.ts',
      'packages/contract/src/{text,number,cents-amount,usd-price}.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', FIXED_DECIMALS, ...UNBOUNDED_INPUTS] },
  },
  {
    files: ['apps/web/app/**'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', 'apps/web/app/lib/browser-storage.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message:
            'Use lib/browser-storage.ts: what is kept in a browser is listed in the contract and on the privacy page.',
        })),
      ],
    },
  },
  {
    files: ['apps/web/app/**'],
    ignores: [
      'apps/web/app/lib/{query-keys,link,discord-start,dates,visitor-dates}.ts',
      '**/*.test.{ts,tsx}',
      '**/testing/**',
    ],
    rules: {
      'no-restricted-syntax': ['error', ...WEB_SYNTAX, BARE_NUMBER_FORMAT],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router',
              importNames: ['Link', 'NavLink', 'Navigate', 'useNavigate'],
              message: 'Use lib/link.ts, which knows the addresses of the pages.',
            },
          ],
        },
      ],
    },
  },
  { files: ['apps/web/app/lib/counts.ts'], rules: { 'no-restricted-syntax': ['error', ...WEB_SYNTAX] } },
  { files: ['packages/contract/src/money.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.spec.ts'],
    rules: {
      'max-lines': 'off',
    },
  },
)
