import { sessionScript } from './auth-token.ts'
import { earlyScript } from './early-events.ts'
import { goneChunksScript } from './gone-chunks.ts'
import { themeScript } from './theme.ts'

/**
 * Decides before the first paint whether passkey buttons show. Browsers allow passkeys on secure pages with a host
 * name, not on an IP address.
 */
const passkeyScript =
  "if(window.PublicKeyCredential&&isSecureContext&&!/^[\\d.]+$|:/.test(location.hostname))document.documentElement.dataset.passkeys=''"

/**
 * Runs in the head before the first paint. The browser reads it from the page, so the bundle does not contain it again.
 */
export const headScript = import.meta.env.SSR
  ? [earlyScript, goneChunksScript, themeScript, sessionScript, passkeyScript, ''].join(';')
  : ''
