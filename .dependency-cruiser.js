/** Which room may import from which. Run: npm run lint:rooms */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle means two files are one file.'),
    forbid(
      'resolvable',
      {},
      { couldNotResolve: true, pathNot: '\\+types/' },
      'An import that cannot be found is not checked by any other rule.',
    ),
    forbid(
      'contract-stands-alone',
      { path: '^packages/contract/' },
      { path: '^(apps|packages/(?!contract)|e2e|tools)' },
      'The contract is read by browsers: it may know nothing but zod.',
    ),
    forbid(
      'db-knows-only-the-contract',
      { path: '^packages/db/' },
      { path: '^(apps|packages/(?!contract|db)|e2e|tools)' },
    ),
    forbid(
      'demo-knows-db-and-contract',
      { path: '^packages/demo/' },
      { path: '^(apps|packages/(?!contract|db|demo)|e2e|tools)' },
    ),
    forbid(
      'demo-stays-out-of-production',
      { path: '^(apps|packages)/', pathNot: '(\\.test\\.ts$|^packages/demo/|^apps/server/src/demo/)' },
      { path: '^(packages|apps/server/src)/demo/' },
      'Production does not install it.',
    ),
    forbid(
      'legal-text-knows-only-the-contract',
      { path: '^packages/legal-text/' },
      { path: '^(apps|packages/(?!contract|legal-text)|e2e|tools)' },
    ),
    forbid(
      'legal-text-stays-on-the-server',
      { path: '^apps/web/', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      { path: '^packages/legal-text/' },
      'Browsers get the parsed text from the API: no page loads the parser.',
    ),
    forbid(
      'mod-archive-stands-alone',
      { path: '^packages/mod-archive/' },
      { path: '^(apps|packages/(?!mod-archive)|e2e|tools)' },
    ),
    forbid(
      'emulators-stand-alone',
      { path: '^packages/emulators/' },
      { path: '^(apps|packages/(?!emulators)|e2e|tools)' },
      'They imitate third parties, which cannot see our code.',
    ),
    forbid(
      'emulators-do-not-meet',
      { path: '^packages/emulators/src/(stripe|discord|turnstile|cdn)/' },
      { path: '^packages/emulators/src/(stripe|discord|turnstile|cdn)/', pathNot: '^packages/emulators/src/$1/' },
      'They imitate third parties, which know nothing of each other.',
    ),
    forbid(
      'web-talks-http',
      { path: '^apps/web/' },
      { path: '^(apps/server|packages/(db|demo|mod-archive|emulators)|tools|e2e)/' },
      'The web knows the server only through the contract.',
    ),
    forbid('server-has-no-screen', { path: '^apps/server/' }, { path: '^(apps/web|packages/emulators|e2e|tools)/' }),
    forbid(
      'tools-start-processes',
      { path: '^(tools|e2e)/' },
      { path: '^apps/' },
      'Tools and journeys meet the store as a user does: by process and by HTTP.',
    ),

    // inside the server
    forbid(
      'server-lib-below-features',
      { path: '^apps/server/src/(lib|gateways|plugins)/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/server/src/(features/|bin/|app\\.ts)' },
    ),
    forbid(
      'features-keep-their-doors',
      { path: '^apps/server/src/features/([^/]+)/' },
      {
        path: '^apps/server/src/features/.+\\.((admin-)?routes|jobs|personal-data|test)\\.ts$',
        pathNot: '^apps/server/src/features/$1/',
      },
      'A feature may call what another knows, never its routes, its jobs or its part of an export: the app mounts those.',
    ),
    forbid(
      'pictures-are-decoded-apart',
      {
        path: '^apps/server/src/',
        pathNot:
          '(\\.test\\.ts$|/testing/|/demo/|/features/pictures/(picture-work|clean-picture|[a-z]+-painting)\\.ts$)',
      },
      { path: '^apps/server/src/gateways/images\\.ts$' },
      'Ask for a turn (features/pictures/picture-turns.ts): decoding runs in a process with its own limit of memory.',
    ),
    forbid(
      'services-know-no-http',
      { path: '\\.service\\.ts$' },
      { path: '(node_modules/fastify|^apps/server/src/(plugins|lib/http)/)' },
    ),

    // inside the web
    forbid(
      'web-features-do-not-meet',
      { path: '^apps/web/app/features/([^/]+)/', pathNot: '^apps/web/app/features/mods/edit/' },
      { path: '^apps/web/app/features/', pathNot: '^apps/web/app/features/$1/' },
      'Compose features in a route or in the shell.',
    ),
    forbid(
      'web-workbench-previews-the-catalogue',
      { path: '^apps/web/app/features/mods/edit/' },
      { path: '^apps/web/app/features/(?!mods/|catalogue/)' },
      'The preview of a mod draws the very parts that customers see, and nothing else.',
    ),
    forbid(
      'web-ui-knows-no-feature',
      { path: '^apps/web/app/(ui|lib)/' },
      { path: '^apps/web/app/(features|routes|shell)/' },
    ),
    forbid('web-features-below-routes', { path: '^apps/web/app/features/' }, { path: '^apps/web/app/(routes|shell)/' }),

    forbid(
      'test-helpers-stay-in-tests',
      {
        pathNot:
          '(\\.test\\.tsx?$|/testing/|/proofs/|/demo/|^e2e/|^tools/(abuse/|dev|test-services|vitals|bench/|docker/|image/|fuzz/))',
      },
      { path: '^(apps|packages)/.*/(testing|proofs)/' },
    ),
  ],
  required: [
    {
      name: 'services-use-the-database',
      severity: 'error',
      comment:
        'A *.service.ts reads or writes the database. Plain words, dates, rules and types do without the suffix.',
      module: { path: '^apps/server/src/features/.+\\.service\\.ts$' },
      to: { path: '^packages/db/src/client\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|\\.local)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
