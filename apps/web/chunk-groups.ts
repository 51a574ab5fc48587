/**
 * The files that the browser loads together, by path relative to this folder, with `*` for a whole folder. A path that
 * matches nothing fails the build, so that a renamed file cannot silently drop out of its group.
 */
import { globSync } from 'node:fs'
import path from 'node:path'

interface Group {
  name: string
  files: readonly string[]
  /** Files of the group that load later or only on some pages. */
  except?: readonly string[]
}

const MODULES = '../../node_modules'
const ICONS = `${MODULES}/lucide-react/dist/esm/icons`

/** The order matters: a group includes modules that no earlier group has taken. */
const GROUPS: readonly Group[] = [
  // Code that every page needs and that releases rarely change: one file compresses better than ten.
  {
    name: 'vendor',
    files: [
      ...['react', 'react-dom', 'scheduler', 'react-router'],
      ...['@tanstack/query-core', '@tanstack/react-query'],
      ...['@radix-ui/react-slot', '@radix-ui/react-compose-refs'],
    ].map((name) => `${MODULES}/${name}/`),
  },
  // Plain constants of the contract. The lazy schemas need them too and must not pull in the layout.
  {
    name: 'figures',
    files: ['money', 'spec-sheet', 'catalogue', 'durations'].map((name) => `../../packages/contract/src/${name}.ts`),
  },
  // Constants that only the pages about tickets and the staff's desk need.
  { name: 'ticket-figures', files: ['../../packages/contract/src/ticket-terms.ts'] },
  {
    name: 'desk-figures',
    files: ['ticket-clocks', 'ticket-queue'].map((name) => `../../packages/contract/src/${name}.ts`),
  },
  { name: 'analytics-figures', files: ['../../packages/contract/src/analytics-terms.ts'] },
  { name: 'review-figures', files: ['../../packages/contract/src/review-terms.ts'] },
  { name: 'user-figures', files: ['../../packages/contract/src/user-terms.ts'] },
  // The layout, rendered on every page. Lazy imports are declared there, because a route that splits off code by itself
  // makes the browser load the style sheet a second time.
  {
    name: 'frame',
    files: [
      'app/root.tsx',
      'app/routes/store-layout.tsx',
      'app/shell/*',
      'app/lib/*',
      'app/features/**/lazy-*',
      'app/ui/lazy-t*',
      ...['button.tsx', 'cx.ts', 'skeleton.tsx', 'icon-button.tsx', 'spinner.tsx', 'external-store.ts'].map(inUi),
      ...['tooltip-targets.ts', 'toast-store.ts', 'use-typed-text.ts'].map(inUi),
    ],
    except: [
      'app/shell/mobile-menu.tsx',
      'app/shell/access-gate.tsx',
      'app/shell/footer.tsx',
      'app/shell/theme-switch.tsx',
      'app/shell/promises.tsx',
      'app/shell/closed-store.tsx',
      'app/shell/connection.tsx',
      'app/shell/maintenance-reminder.tsx',
      'app/shell/maintenance-screen.tsx',
      'app/shell/wishlist-heart.tsx',
      'app/shell/add-to-cart.tsx',
      'app/shell/buy-now.tsx',
      'app/shell/signed-in-page.tsx',
      'app/shell/not-found-screen.tsx',
      'app/shell/for-reader.tsx',
      'app/shell/home-sections.tsx',
      'app/shell/mod-you-have.tsx',
      'app/shell/own-cart.tsx',
      'app/shell/own-tickets.tsx',
      'app/shell/ticket-answers.tsx',
      'app/shell/admin-*',
      'app/shell/use-admin-*',
      'app/shell/use-collapsed-sidebar.ts',
      'app/lib/admin-query-keys.ts',
      'app/lib/secret-call.ts',
      'app/lib/showing-mods.ts',
      'app/lib/store-words.ts',
      'app/lib/theme.ts',
      'app/lib/use-current-section.ts',
      'app/lib/dates.ts',
      'app/lib/connection.ts',
      'app/lib/gone-chunks.ts',
      'app/lib/intents.ts',
      'app/lib/loaded-whole.ts',
      'app/lib/passkey.ts',
      'app/lib/visit-beacon.ts',
      'app/lib/works.ts',
      'app/lib/compared-mods.ts',
      'app/lib/replay-early-events.ts',
      'app/lib/send-part.ts',
      'app/lib/use-api-mutation.ts',
      'app/lib/use-paged-list.ts',
    ],
  },
  // What every mod shows wherever it is sold.
  {
    name: 'offer',
    files: [
      'app/features/wishlist/wishlist-button.tsx',
      'app/features/wishlist/wishlist.queries.ts',
      'app/features/cart/add-button.tsx',
      'app/features/cart/cart-memory.ts',
      'app/shell/wishlist-heart.tsx',
      'app/shell/add-to-cart.tsx',
      ...['badge.tsx', 'tone-style.ts', 'picture.tsx', 'price.tsx', 'rating.tsx', 'stars.tsx'].map(inUi),
      ...['heart', 'car-front', 'star', 'gem'].map(icon),
    ],
  },
  // Text inputs, used by the mod list and by forms.
  {
    name: 'fields',
    files: [
      ...['input.tsx', 'field-context.ts', 'native-select.tsx', 'control-style.ts'].map(inUi),
      ...['chevron-down', 'x'].map(icon),
    ],
  },
  // Lists of mods, also on the home page.
  {
    name: 'cards',
    files: ['mod-card.tsx', 'mod-grid.tsx', 'mod-search.ts', 'catalogue.queries.ts', 'catalogue-words.ts']
      .concat('category-chips.tsx')
      .map(inCatalogue),
  },
  // What the first menu, dialog or tooltip of a page needs: one file instead of a dozen small ones, each a round trip.
  {
    name: 'overlays',
    files: [
      ...['dialog', 'dismissable-layer', 'focus-guards', 'focus-scope', 'popper', 'portal', 'presence', 'tooltip'].map(
        (part) => `${MODULES}/@radix-ui/react-${part}/`,
      ),
      ...['@floating-ui', 'aria-hidden', 'react-remove-scroll', 'react-remove-scroll-bar'].map(
        (name) => `${MODULES}/${name}/`,
      ),
      ...['dialog-style.ts', 'sheet.tsx', 'tooltip.tsx', 'dialog.tsx', 'count-badge.tsx', 'card.tsx'].map(inUi),
      'app/lib/use-api-mutation.ts',
      'app/lib/live/use-live.ts',
    ],
  },
  // Every contract with a schema needs these.
  {
    name: 'schemas',
    files: [`${MODULES}/zod/`, ...['text', 'number', 'id', 'endpoint', 'page'].map(inContract)],
  },
  // Icons of admin pages and of menus, which no page of the store shows first.
  {
    name: 'menu-icons',
    files: ['bell', 'credit-card', 'plus', 'trash', 'download', 'search-x', 'arrow-up', 'rotate-ccw-clock']
      .concat('mail', 'receipt', 'users', 'log-out', 'scale', 'ellipsis', 'undo-2', 'pencil-line', 'send')
      .map(icon),
  },
  // Loaded together by a mod's page, and its later parts need some of them too.
  { name: 'tabs', files: ['nav-tabs.tsx', 'tab-style.ts'].map(inUi) },
  { name: 'error-state', files: [inUi('error-state.tsx')] },
  // Files this small are sent uncompressed, and one page needs them all.
  { name: 'details-icons', files: ['chevron-left', 'play', 'refresh-cw', 'rotate-ccw', 'zap', 'lock'].map(icon) },
  // The mod list, parts of which load later.
  {
    name: 'list',
    files: ['mod-list.tsx', 'search-results.tsx', 'list-toolbar.tsx', 'search-field.tsx']
      .concat('hidden-fields.tsx', 'active-filters.ts', 'filter-chips.tsx', 'use-mod-search.ts')
      .map(inCatalogue),
  },
]

function inUi(file: string) {
  return `app/ui/${file}`
}
function inCatalogue(file: string) {
  return `app/features/catalogue/${file}`
}
function inContract(name: string) {
  return `../../packages/contract/src/${name}.ts`
}
function icon(name: string) {
  return `${ICONS}/${name}.mjs`
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A folder includes everything below it. */
const found = (group: string, pattern: string) => {
  const paths = globSync(pattern, { cwd: import.meta.dirname })
  if (paths.length === 0) throw new Error(`The chunk group "${group}" names ${pattern}, which does not exist.`)
  return paths.map((each) => path.resolve(import.meta.dirname, each) + (pattern.endsWith('/') ? '/' : ''))
}

/** In the bundler's format. */
export const chunkGroups = (groups: readonly Group[] = GROUPS) =>
  groups.map(({ name, files, except = [] }) => {
    const later = new Set(except.flatMap((pattern) => found(name, pattern)))
    const members = files.flatMap((pattern) => found(name, pattern)).filter((file) => !later.has(file))
    const alternatives = members.map((file) => escaped(file) + (file.endsWith('/') ? '' : '(\\?|$)'))
    return { name, test: new RegExp(`^(${alternatives.join('|')})`) }
  })
