/**
 * knip counts every export of a module loaded by `(await import('x')).y` as used, and the browser loads the contract
 * that way. This shows knip an import of `y` instead.
 */
const NAMED_DYNAMIC_IMPORT = /\(await import\(('[^']+')\)\)\.(\w+)/g
const showNames = (source) => {
  const names = [...source.matchAll(NAMED_DYNAMIC_IMPORT)]
  const imports = names.map(([, specifier, name], at) => `import { ${name} as loaded${at} } from ${specifier}`)
  let at = 0
  return `${source.replace(NAMED_DYNAMIC_IMPORT, () => `loaded${at++}`)}\n${imports.join('\n')}`
}

export default {
  compilers: { ts: showNames, tsx: showNames },
  treatConfigHintsAsErrors: true,
  ignoreBinaries: [
    'dockerd',
    'nginx',
    'openssl',
    'pebble',
    'pebble-challtestsrv',
    'pgbouncer',
    'playwright',
    'promtool',
    'redis-server',
    'unshare',
  ],
  workspaces: {
    '.': {
      ignoreDependencies: ['dependency-cruiser', 'drizzle-kit', 'squawk-cli', 'typescript-7'],
    },
    'apps/server': {
      entry: [
        'src/bin/*.ts',
        'src/quick-imports.ts',
        'src/features/pictures/picture-process.ts',
        'src/proofs/{archive-drill,copies,failover-drill,growth,live-streams,lost-hour,money-check,newsletter-drill,pooled-tests,restore-drill,storm,walk}/run*.ts',
        'src/proofs/live-streams/serve.ts',
        'src/proofs/storm/store-process.ts',
        'src/demo/seed.ts',
        'src/demo/subscribe.ts',
        'src/proofs/measure-archive.ts',
        'src/testing/{count-forever,serve-api,show-mails}.ts',
      ],
      ignoreDependencies: ['pino-pretty'],
    },
    'apps/web': {
      entry: ['app/routes/**/*.tsx'],
      // Loaded by vitest's DOM environment, which testing/kept-dom.ts starts.
      ignoreDependencies: ['jsdom'],
    },
    'packages/contract': {
      includeEntryExports: true,
    },
    'packages/db': {
      includeEntryExports: true,
    },
    'packages/demo': {
      includeEntryExports: true,
    },
    'packages/emulators': {
      includeEntryExports: true,
    },
    'packages/legal-text': {
      includeEntryExports: true,
    },
    'packages/mod-archive': {
      entry: ['src/testing/{count-innocents,make-mod,measure,measure-mark}.ts'],
      includeEntryExports: true,
    },
    e2e: { entry: ['shipped.config.ts', 'shipped-purchase.ts'] },
    tools: {
      entry: ['*.ts', 'bench/{run,reference}.ts', 'services/{cli,mailbox/main}.ts'],
    },
  },
}
