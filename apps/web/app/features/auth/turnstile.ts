/** The part of Cloudflare's API that we use. */
export interface Turnstile {
  render: (host: HTMLElement, options: WidgetOptions) => string
  remove: (widget: string) => void
}

interface WidgetOptions {
  sitekey: string
  action: string
  theme: 'dark' | 'light'
  size: 'flexible' | 'compact'
  'response-field': boolean
  callback: (answer: string) => void
  'expired-callback': () => void
  'timeout-callback': () => void
  'error-callback': () => boolean
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

let loading: Promise<Turnstile> | null = null

/** Loads the script once, and retries after a failure. */
export const loadTurnstile = async (scriptUrl: string): Promise<Turnstile> => {
  if (window.turnstile) return window.turnstile
  loading ??= addScript(scriptUrl).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

const addScript = (scriptUrl: string) =>
  new Promise<Turnstile>((resolve, reject) => {
    const url = new URL(scriptUrl)
    url.searchParams.set('render', 'explicit')
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error(`${url.origin} did not deliver the bot check`))
    }
    script.src = url.href
    script.async = true
    script.onerror = fail
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : fail())
    document.head.append(script)
  })
