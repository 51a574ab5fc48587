import { useSyncExternalStore } from 'react'
import type { Assertion, AssertionOptions, CreationOptions, NewCredential } from '@slipstream/contract/passkeys'

/** The message when the browser or the user did not use a passkey. */
export class PasskeyProblem extends Error {
  /** Superseded by another request, or the user left the page: nothing to report. */
  readonly isReplaced: boolean

  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : ''
    super(WORDS[name] ?? 'Your browser could not use a passkey. Try again or choose another way.', { cause })
    this.name = 'PasskeyProblem'
    this.isReplaced = name === 'AbortError'
  }
}

const WORDS: Partial<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. Try again or choose another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

const canUsePasskeys = () => document.documentElement.dataset.passkeys !== undefined
const neverChanges = () => () => {}
/** False during server rendering. To avoid layout shifts, show elements with the CSS variant `in-data-passkeys:`. */
export const usePasskeySupport = () => useSyncExternalStore(neverChanges, canUsePasskeys, () => false)

export const canOfferPasskeys = async () =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

const load = () => import('@simplewebauthn/browser')

/** Lets the user choose a passkey and sign. With `isOffer` the browser only adds passkeys to its autofill list. */
export const askForPasskey = async (options: AssertionOptions, isOffer = false): Promise<Assertion> => {
  const { startAuthentication } = await load()
  try {
    const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer })
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
    return { id, clientDataJSON, authenticatorData, signature, userHandle }
  } catch (cause) {
    throw new PasskeyProblem(cause)
  }
}

/** Cancels the offer in the autofill list. */
export const withdrawOffer = async () => (await load()).WebAuthnAbortService.cancelCeremony()

export const createPasskey = async (options: CreationOptions): Promise<NewCredential> => {
  const { startRegistration } = await load()
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports }
  } catch (cause) {
    throw new PasskeyProblem(cause)
  }
}
