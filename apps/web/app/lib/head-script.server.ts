import { sessionScript } from './auth-token.ts'
import { earlyScript } from './early-events.ts'
import { earlyPageScript } from './early-page.server.ts'
import { goneChunksScript } from './gone-chunks.ts'
import { themeScript } from './theme.ts'

/**
 * Decides before the first paint whether passkey buttons show. Browsers allow passkeys on secure pages with a host
 * name, not on an IP address.
 */
const passkeyScript =
  "if(window.PublicKeyCredential&&isSecureContext&&!/^[\\d.]+$|:/.test(location.hostname))document.documentElement.dataset.passkeys=''"

const forEveryPage = [earlyScript, goneChunksScript, themeScript, sessionScript, passkeyScript, ''].join(';')

/** Runs in the head before the first paint. It is inlined in the page and not part of any script file. */
export const headScriptOf = (pathname: string) => forEveryPage + earlyPageScript(pathname)
