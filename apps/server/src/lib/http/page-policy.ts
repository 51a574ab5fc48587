import { createHash } from 'node:crypto'

/** Where browsers tell what the policy kept them from. */
export const POLICY_REPORTS_PATH = '/api/csp-reports'

/** The same place under the name that `report-to` uses, for the header of this name. */
export const REPORTING_ENDPOINTS = `csp="${POLICY_REPORTS_PATH}"`

/** How a Content-Security-Policy names an inline script. */
export const scriptHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Makes a rendered page the same for everybody. It was rendered with a secret nonce on our own inline scripts; they are
 * named by their hash instead and the nonce is taken out, so the page can be cached and an injected script still not run.
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
  /** Where Discord keeps the pictures of its users. */
  avatarOrigin: string
  /** Where the bot check comes from, on the pages that have one; its script runs nowhere else. */
  botCheckOrigin: string | null
  /** Where files are sent to, on the pages from which they are; scripts of other pages cannot reach it. */
  uploadOrigin: string | null
  isSecure: boolean
}

export const contentSecurityPolicy = (policy: PagePolicy): string => {
  const { scriptHashes, assetOrigin, avatarOrigin, botCheckOrigin, uploadOrigin, isSecure } = policy
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes, ...(botCheckOrigin ? [botCheckOrigin] : [])].join(' '),
    ...(botCheckOrigin ? [`frame-src ${botCheckOrigin}`] : []),
    // Radix measures and locks scrolling with styles of its own.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${assetOrigin} ${avatarOrigin}`,
    "font-src 'self'",
    ["connect-src 'self'", ...(uploadOrigin ? [uploadOrigin] : [])].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    // The older way, which browsers without `report-to` follow and the others ignore.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to csp',
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
