import { sessionScript } from './auth-token.ts'
import { earlyScript } from './early-events.ts'
import { themeScript } from './theme.ts'

/**
 * So that the buttons for passkeys are there from the start or not at all. Browsers allow passkeys on secure pages with a
 * host name; on an IP address they refuse.
 */
const passkeyScript =
  "if(window.PublicKeyCredential&&isSecureContext&&!/^[\\d.]+$|:/.test(location.hostname))document.documentElement.dataset.passkeys=''"

/** Runs in the head before anything is painted. The browser finds it in the page, so its code need not bring it again. */
export const headScript = import.meta.env.SSR ? [earlyScript, themeScript, sessionScript, passkeyScript].join(';') : ''
