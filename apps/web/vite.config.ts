import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups.ts'

/** The dependencies of this package: the built renderer imports them, and production installs them. */
const PRODUCTION_PACKAGES = ['react', 'react-dom', 'react-router', '@react-router/node']

/** Renders library icons with our own cheaper function (ui/library-icon.ts). */
const cheaperIcons: Plugin = {
  name: 'cheaper-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('./app/ui/library-icon.ts', import.meta.url))
      : null,
}

export default defineConfig(({ command }) => ({
  plugins: [cheaperIcons, tailwindcss(), reactRouter()],
  // Scans all pages at the start; a dependency found later would reload the page during development.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'],
    include: ['@floating-ui/react-dom', 'aria-hidden', 'react-remove-scroll'],
  },
  build: {
    // Read by tools/page-sizes.ts, which sums up what each page loads first.
    manifest: true,
    // A picture inlined into JavaScript cannot be cached or preloaded on its own.
    assetsInlineLimit: 0,
  },
  // The built renderer bundles its libraries, except those that the server loads too: React and the router must be the
  // same copy. Production installs no others, and loading 1,700 icons to render eighteen took most of the server's
  // start time. Vite can bundle CommonJS only when it builds.
  ssr: command === 'build' ? { noExternal: true, external: PRODUCTION_PACKAGES } : {},
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: chunkGroups(),
            },
          },
        },
      },
    },
  },
}))
