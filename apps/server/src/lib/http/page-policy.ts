import { createHash } from 'node:crypto'
import { TRAILER_ORIGINS } from '@slipstream/contract/trailer-hosts'

/** Where browsers report policy violations. */
export const POLICY_REPORTS_PATH = '/api/csp-reports'

/** The same endpoint under the name that `report-to` uses. */
export const REPORTING_ENDPOINTS = `csp="${POLICY_REPORTS_PATH}"`

/** How a Content-Security-Policy names an inline script. */
export const scriptHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Makes a rendered page the same for everyone. It was rendered with a secret nonce on our inline scripts; they are
 * allowed by hash instead and the nonce is removed, so the page can be cached and an injected script still cannot run.
 */
export const withHashedScripts = (html: string, nonce: string): { html: string; hashes: string[] } => {
  const ours = [...html.matchAll(/<script nonce="([^"]+)"[^>]*>([\s\S]*?)<\/script>/g)].filter(
    ([, found]) => found === nonce,
  )
  return {
    html: html.replaceAll(` nonce="${nonce}"`, ''),
    hashes: [...new Set(ours.map(([, , script = '']) => scriptHash(script)))],
  }
}

export interface PagePolicy {
  scriptHashes: readonly string[]
  assetOrigin: string
  /** Where Discord serves avatars. */
  avatarOrigin: string
  /** The origin of the bot check on pages that have one; its script runs nowhere else. */
  botCheckOrigin: string | null
  /** The upload origin on pages that upload; scripts of other pages cannot reach it. */
  uploadOrigin: string | null
  isSecure: boolean
}

export const contentSecurityPolicy = (policy: PagePolicy): string => {
  const { scriptHashes, assetOrigin, avatarOrigin, botCheckOrigin, uploadOrigin, isSecure } = policy
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes, ...(botCheckOrigin ? [botCheckOrigin] : [])].join(' '),
    // Trailers, after a click. On every page, because a link to a mod keeps the document and its policy.
    ['frame-src', ...Object.values(TRAILER_ORIGINS), ...(botCheckOrigin ? [botCheckOrigin] : [])].join(' '),
    // Radix positions elements and locks scrolling with inline styles.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${assetOrigin} ${avatarOrigin}`,
    "font-src 'self'",
    ["connect-src 'self'", ...(uploadOrigin ? [uploadOrigin] : [])].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // For browsers without `report-to`; the others ignore it.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to csp',
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
