import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** The dependencies of this package: what the built renderer imports, and production installs. */
const PRODUCTION_PACKAGES = ['react', 'react-dom', 'react-router', '@react-router/node']

/** Icons of the library, drawn in the store's own way, which is cheaper (ui/library-icon.ts). */
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
  // All pages are scanned at the start; a dependency found on the way would reload the page under the developer.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'],
    include: ['@floating-ui/react-dom', 'aria-hidden', 'react-remove-scroll'],
  },
  build: {
    // Read by tools/page-sizes.ts, which adds up what each page loads first.
    manifest: true,
    // A picture inlined into JavaScript cannot be cached or preloaded on its own.
    assetsInlineLimit: 0,
  },
  // The built renderer contains its libraries, except those that the server loads too: React and the router must be the
  // same copy. Production installs no others, and loading 1,700 icons to draw eighteen took most of a server's start. Vite
  // can only bundle CommonJS when it builds.
  ssr: command === 'build' ? { noExternal: true, external: PRODUCTION_PACKAGES } : {},
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  // What every page needs and releases rarely change: one file compresses better than ten. With it the plain
                  // figures of the contract: the schemas, loaded on demand, need them too, and must not lead to the frame.
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query)|@radix-ui\/react-(slot|compose-refs))\/|contract\/src\/(money|spec-sheet|catalogue)\./,
                },
                // The frame of the store, drawn on every page. What is loaded lazily is told there, because a route that splits
                // off code by itself makes the browser load the style sheet a second time.
                {
                  name: 'frame',
                  test: /apps\/web\/app\/(root|shell\/(?!mobile-menu|access-gate|promises|wishlist-heart|add-to-cart|signed-in-page|not-found-screen|home-sections|admin-|use-admin-|use-collapsed)|routes\/store-layout|lib\/(?!use-current-section|calendar-day|passkey|replay-early)|features\/.+\/lazy-|ui\/(button|cx|skeleton|icon-button|spinner|lazy-t|external-store|tooltip-targets|toast-store|use-typed-text))/,
                },
                // What every mod shows wherever it is sold.
                {
                  name: 'offer',
                  test: /apps\/web\/app\/(features\/(wishlist\/wishlist(-button|\.queries)|cart\/(add-button|cart-memory))|shell\/(wishlist-heart|add-to-cart)|ui\/(badge|tone-style|picture|price|rating|stars)\.)|lucide-react.*icons\/(heart|car-front|star)\./,
                },
                // What is typed into, in the list of mods and in forms.
                {
                  name: 'fields',
                  test: /apps\/web\/app\/ui\/(input|field-context|native-select|control-style)\.|lucide-react.*icons\/(chevron-down|x)\./,
                },
                // Lists of mods, on the home page too.
                {
                  name: 'cards',
                  test: /apps\/web\/app\/(features\/catalogue\/(mod-card|mod-grid|mod-search|catalogue\.queries|catalogue-words|category-chips))/,
                },
                { name: 'error-state', test: /apps\/web\/app\/ui\/error-state\./ },
                // The list of all mods, parts of which come later. A group takes along what no group before it has taken.
                {
                  name: 'list',
                  test: /apps\/web\/app\/features\/catalogue\/(mod-list|found-mods|list-toolbar|search-field|more-mods|hidden-fields|active-filters|filter-chips|use-mod-search|use-typed-text)\./,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
