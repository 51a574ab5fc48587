import { readFileSync } from 'node:fs'
import type { ApiAddress } from '@slipstream/contract/addresses'
import type { LocalKey } from '@slipstream/contract/browser-storage'

interface EarlyPage {
  /** What the page shows first, besides the user. Each address must be exactly what the page itself requests. */
  requests: readonly ApiAddress[]
  /** Lazy modules that the page needs to show it, relative to apps/web. */
  modules: readonly string[]
}

const contract = (...names: string[]) => names.map((name) => `../../packages/contract/src/${name}.ts`)
const tickets: EarlyPage = {
  requests: ['/api/tickets'],
  modules: ['app/shell/own-tickets.tsx', ...contract('tickets')],
}

/**
 * The pages of signed-in users by path. Pages are the same for everyone, so they contain no personal data: a script in
 * the head requests it while the page's code is still loading.
 */
export const EARLY_PAGES: Record<string, EarlyPage> = {
  '/cart': { requests: ['/api/cart'], modules: contract('cart') },
  '/checkout': {
    requests: ['/api/checkout/quote', '/api/cart'],
    modules: ['app/features/checkout/checkout-page.tsx', ...contract('checkout', 'errors', 'cart')],
  },
  '/mod-locker': {
    requests: ['/api/locker'],
    modules: ['app/features/locker/locker-page.tsx', ...contract('locker')],
  },
  '/profile': {
    requests: ['/api/account'],
    modules: ['app/features/account/account-page.tsx', ...contract('account')],
  },
  '/tickets': tickets,
  '/contact': tickets,
  '/admin': {
    requests: [
      '/api/admin/dashboard/figures?days=30',
      '/api/admin/dashboard/attention',
      '/api/admin/dashboard/waiting',
      '/api/admin/dashboard/top-mods?days=30',
    ],
    modules: contract('analytics'),
  },
  '/admin/orders': {
    requests: ['/api/admin/orders', '/api/admin/dashboard/waiting'],
    modules: contract('orders-admin', 'analytics', 'account'),
  },
  '/admin/settings': {
    requests: ['/api/admin/settings/values', '/api/admin/dashboard/waiting'],
    modules: contract('settings-admin'),
  },
}

const USER = '/api/auth/user' satisfies ApiAddress
const STATUS = '/api/site/status' satisfies ApiAddress
const TOKEN = 'auth_token' satisfies LocalKey
const SIGNED_OUT = 'signed_out' satisfies LocalKey

/** The bundler's list of the files of each module. Development has none and loads no file early. */
type Manifest = Partial<Record<string, { file: string; imports?: string[] }>>
const readManifest = (): Manifest => {
  try {
    return JSON.parse(readFileSync(new URL('../client/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest
  } catch {
    return {}
  }
}

/** The files of these modules and of everything that they import. */
export const filesOf = (manifest: Manifest, modules: readonly string[]) => {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const each of manifest[key]?.imports ?? []) visit(each)
  }
  for (const key of modules) visit(key)
  return [...seen].flatMap((key) => manifest[key]?.file ?? []).map((file) => `/${file}`)
}

/**
 * Only for a browser with a token. The data is requested after the user, because the server would reject it for an
 * expired session, and admin data for everyone but admins. It is skipped if the page has already taken the user, and
 * for a URL with a query, which shows something else first. In maintenance the page gets no early user, because it
 * would then request data that is rejected. The page asks for the status itself: an answer that waited for its code
 * would delay its first poll. Bodies are read at once, so that an unused one does not hold a connection.
 */
const scriptFor = (requests: readonly string[], files: readonly string[]) =>
  `(function(){try{var s=localStorage,t=s.getItem('${TOKEN}'),u='${USER}',m='${STATUS}';if(!t||s.getItem('${SIGNED_OUT}'))return;
var e=window.earlyAnswers={token:t};
function get(a){return fetch(a,{credentials:'include',cache:'no-cache',headers:{'content-type':'application/json','x-requested-with':'XMLHttpRequest',authorization:'Bearer '+t}}).then(function(r){return r.blob().then(function(b){return new Response(b.size?b:null,r)})})}
function keep(a,p){e[a]=p;p.catch(function(){})}
var q=get(m),n=get(u);
keep(u,q.then(function(r){return r.json()}).then(function(x){if(x.maintenanceMode)throw 0;return n}));n.catch(function(){});if(location.search)return;
e[u].then(function(r){return r.ok&&r.clone().json()}).then(function(p){if(p&&e[u])${JSON.stringify(requests)}.forEach(function(a){
if(a.indexOf('/api/admin/')||p.isAdmin&&!p.needsSecondFactor)keep(a,get(a))})}).catch(function(){});
${JSON.stringify(files)}.forEach(function(f){var l=document.createElement('link');l.rel='modulepreload';l.href=f;document.head.append(l)})}catch(x){}})()`

const manifest = readManifest()
const NOTHING: EarlyPage = { requests: [], modules: [] }

export const earlyPageScript = (pathname: string, from = manifest) => {
  const address = pathname.replace(/(.)\/+$/, '$1')
  const { requests, modules } = EARLY_PAGES[address] ?? NOTHING
  return scriptFor(requests, filesOf(from, modules))
}
