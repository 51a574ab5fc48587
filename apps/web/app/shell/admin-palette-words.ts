import { Code, type LucideIcon } from 'lucide-react'
import type { PageAddress } from '#lib/link.ts'
import { ADMIN_PAGE_GROUPS, type AdminPage, DEVELOPER_PAGE } from './admin-page-list.ts'

/** Other words that people search for, by address. */
export const PAGE_WORDS: Partial<Record<PageAddress, string>> = {
  '/admin': 'home start today revenue overview attention',
  '/admin/analytics': 'statistics figures numbers reports charts kpi',
  '/admin/analytics/sales': 'revenue income money earnings turnover refunds csv',
  '/admin/analytics/users': 'customers cohorts churn retention growth statistics',
  '/admin/analytics/performance': 'speed slow latency vitals',
  '/admin/users': 'customers accounts people members buyers',
  '/admin/users/create': 'new add invite account administrator staff',
  '/admin/users/banned': 'blocked suspended bans unban',
  '/admin/users/tracking': 'sign-ins logins devices downloads sharing fraud abuse ip',
  '/admin/products/all-mods': 'products vehicles catalogue prices sale discount drafts',
  '/admin/products/create': 'new add upload product vehicle zip',
  '/admin/products/featured-mods': 'home page highlight promote products',
  '/admin/products/categories': 'sort group products',
  '/admin/mods': 'game version update broken tested compatible',
  '/admin/mods?tab=trace': 'leaked stolen pirated copy watermark mark fingerprint purchase',
  '/admin/subscriptions/plans': 'premium membership price interval',
  '/admin/subscriptions/recent': 'premium members renewals canceled subscribers',
  '/admin/orders': 'purchases sales payments receipts invoices money check reconciliation',
  '/admin/orders?requested=true': 'refunds withdrawals money back returns',
  '/admin/orders?tab=coupons': 'discount codes vouchers promotion',
  '/admin/orders?tab=granted': 'gifts free give locker entitlements',
  '/admin/chat': 'staff messages talk rooms',
  '/admin/support/tickets': 'help desk inbox customers questions queue',
  '/admin/tickets': 'help desk inbox support questions queue',
  '/admin/reviews': 'ratings stars comments moderation',
  '/admin/reviews/pending': 'approve ratings moderation waiting',
  '/admin/support': 'response times load answers help',
  '/admin/support?tab=problems': 'bugs trackers issues incidents',
  '/admin/support?tab=replies': 'macros snippets templates answers',
  '/admin/team/categories': 'groups staff about page',
  '/admin/team/members': 'staff people about page',
  '/admin/legal/terms': 'conditions tos agb law',
  '/admin/legal/privacy': 'gdpr data protection law',
  '/admin/legal/cookies': 'gdpr storage law',
  '/admin/legal/refunds': 'withdrawal returns money back law',
  '/admin/database/backup': 'restore dump export save',
  '/admin/database/cleanup': 'delete old retention storage orphans',
  '/admin/database/logs': 'audit changes history administrators',
  '/admin/database/logs?tab=jobs': 'queue worker failed background tasks',
  '/admin/notifications': 'alerts news messages inbox unread',
  '/admin/communications/newsletter': 'mail e-mail marketing campaign send subscribers',
  '/admin/communications/templates': 'e-mail letters texts communications',
  '/admin/communications/discord': 'announcements webhook posts server bot role',
  '/admin/payments/settings': 'money currency checkout stripe tax',
  '/admin/payments/stripe': 'payments keys account connection',
  '/admin/payments/subscriptions': 'renewals premium dunning grace stripe',
  '/admin/payments/webhooks': 'stripe events deliveries',
  '/admin/settings': 'configuration options store name general time zone',
  '/admin/settings/appearance': 'theme color logo brand accent design',
  '/admin/settings/seo': 'search engines google title description sitemap',
  '/admin/settings/security': 'two-factor 2fa passwords sessions passkeys sign-in',
  '/admin/settings/maintenance': 'close store offline downtime window',
  '/admin/developer': 'health logs errors alerts incidents tasks',
}

/** Actions, as links to the pages where they are done. */
export const ACTIONS: readonly (AdminPage & { words: string })[] = [
  { label: 'Create mod', to: '/admin/products/create', words: 'new add upload product vehicle zip' },
  { label: 'Create user', to: '/admin/users/create', words: 'new add invite account customer administrator staff' },
  { label: 'New coupon', to: '/admin/orders?tab=coupons', words: 'create add discount code voucher' },
  { label: 'New newsletter', to: '/admin/communications/newsletter', words: 'create write send mail e-mail campaign' },
  { label: 'Run money check', to: '/admin/orders', words: 'compare stripe ledger books payments reconcile' },
  { label: 'Gift a mod', to: '/admin/orders?tab=granted', words: 'grant give free locker' },
  { label: 'Post on Discord', to: '/admin/communications/discord', words: 'announce announcement message' },
  { label: 'Make a backup', to: '/admin/database/backup', words: 'create dump export save restore' },
  { label: 'Close the store', to: '/admin/settings/maintenance', words: 'maintenance offline plan downtime' },
]

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[-’'&]/g, '')
    .split(/\s+/)
    .filter(Boolean)

const scoreOf = (typed: string, label: readonly string[], more: readonly string[]) => {
  if (label.includes(typed)) return 5
  if (label.some((word) => word.startsWith(typed))) return 4
  if (more.includes(typed)) return 3
  if (more.some((word) => word.startsWith(typed))) return 2
  return typed.length > 2 && label.some((word) => word.includes(typed)) ? 1 : 0
}

/** How well a label and its other words fit the text; 0 unless every typed word fits. */
export const fitOf = (text: string, label: string, words: string) => {
  const [own, more] = [wordsOf(label), wordsOf(words)]
  const scores = wordsOf(text).map((typed) => scoreOf(typed, own, more))
  return scores.some((score) => score === 0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0)
}

/** The best matches first. Without a text, all items in their order. */
export const bestFits = <Item>(text: string, items: readonly Item[], fit: (item: Item) => number): Item[] => {
  if (wordsOf(text).length === 0) return [...items]
  return items
    .map((item) => ({ item, score: fit(item) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item)
}

const isAction = ({ label }: AdminPage) => ACTIONS.some((each) => each.label.toLowerCase() === label.toLowerCase())

const searchable = (page: AdminPage, area: string, Icon: LucideIcon) => ({
  ...page,
  area,
  Icon,
  words: `${area} ${PAGE_WORDS[page.to] ?? ''}`,
})

/** Every page that this person may open. A page that is also an action is listed only as an action. */
export const pagesFor = ({ isDeveloper }: { isDeveloper: boolean }) => {
  const pages = ADMIN_PAGE_GROUPS.flatMap(({ label, Icon, pages: own }) =>
    own.filter((page) => !isAction(page)).map((page) => searchable(page, label, Icon)),
  )
  return isDeveloper ? [...pages, searchable(DEVELOPER_PAGE, 'Developer', Code)] : pages
}
